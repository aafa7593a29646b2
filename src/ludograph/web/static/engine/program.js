/** A game's rules and algorithms as WebAssembly: memory for them, calls, and a sentence when one fails. */

/** @typedef {import("./types.js").Description} Description */
/** @typedef {import("./types.js").State} State */

const WORD = 8; // bytes
const PAGE = 65536;
const LINE = 64; // arrays begin at multiples of this
const CONTEXT_WORDS = 64;
const MOST_STATES = 4; // in one call

/** The rules themselves went wrong. */
export class KernelFailed extends Error {
  name = "KernelFailed";
}

/** An array of words in the memory of a program. */
export class Words {
  /**
   * @param {WebAssembly.Memory} memory
   * @param {number} address
   * @param {number} length
   */
  constructor(memory, address, length) {
    this._memory = memory;
    this.address = address;
    this.length = length;
  }

  /** The words as they are now. A view is of no use any more when the program has taken more memory. */
  get view() {
    return new BigUint64Array(this._memory.buffer, this.address, this.length);
  }

  /** @param {number} place */
  number(place) {
    return Number(this.view[place]);
  }

  /** @param {Record<number, number|bigint>} values by their places */
  put(values) {
    const view = this.view;
    for (const [place, value] of Object.entries(values)) view[Number(place)] = BigInt(value);
  }

  /**
   * @param {number} [first]
   * @param {number} [end]
   */
  clear(first = 0, end = this.length) {
    new Uint8Array(this._memory.buffer, this.address + first * WORD, (end - first) * WORD).fill(0);
  }

  /** The first of these words, as an array of its own. @param {number} length */
  first(length) {
    return new Words(this._memory, this.address, length);
  }
}

export class Program {
  /**
   * @param {WebAssembly.Module} module
   * @param {Description} description
   */
  constructor(module, description) {
    /** @type {Record<string, any>} */
    const exported = new WebAssembly.Instance(module).exports;
    this.description = description;
    this._functions = exported;
    this._memory = /** @type {WebAssembly.Memory} */ (exported.memory);
    this._stackPointer = /** @type {WebAssembly.Global} */ (exported.stack_pointer);
    this._free = /** @type {number} */ (exported.heap_base.value);
    this._context = this.words(CONTEXT_WORDS);
    this._states = Array.from({ length: MOST_STATES }, () => this.words(description.state.fields.length));
  }

  /** An array of words, all 0, that lasts as long as the program. @param {number} length */
  words(length) {
    const address = this._free;
    this._free += Math.ceil((length * WORD) / LINE) * LINE;
    const missing = Math.ceil((this._free - this._memory.buffer.byteLength) / PAGE);
    try {
      if (missing > 0) this._memory.grow(missing);
    } catch {
      this._free = address;
      throw new Error(`The browser has no memory for ${Math.ceil((length * WORD) / 2 ** 20)} MiB.`);
    }
    return new Words(this._memory, address, length);
  }

  /**
   * Call one of the entries: words as bigints, numbers as either, states as arrays of bigints, arrays as Words.
   * @param {string} name
   * @param {...any} values
   * @returns {any}
   */
  call(name, ...values) {
    const entry = this.description.entries[name];
    if (!entry) throw new Error(`${this.description.game} was built without ${name}.`);
    const states = this._states.values();
    const given = entry.parameters.flatMap(([, kind], place) => this._given(kind, values[place], states));
    const result = entry.result.startsWith("tuple:") ? states.next().value : undefined;
    if (result) given.push(result.address);
    const stack = this._stackPointer.value;
    let returned;
    try {
      returned = this._functions[name](...given, this._context.address);
    } catch (error) {
      this._stackPointer.value = stack; // a trap leaves it where it was
      throw this._explained(/** @type {Error} */ (error));
    }
    return result ? [...result.view] : received(entry.result, returned);
  }

  /**
   * A value as the functions take it.
   * @param {string} kind
   * @param {any} value
   * @param {Iterator<Words>} states
   */
  _given(kind, value, states) {
    if (kind === "array:64") return [value.address, BigInt(value.length)];
    if (kind === "bool" || kind === "float") return [Number(value)];
    if (!kind.startsWith("tuple:")) return [BigInt(value)];
    const place = /** @type {Words} */ (states.next().value);
    this._check(value);
    place.view.set(value);
    return [place.address];
  }

  /** @param {State} state */
  _check(state) {
    const { game, state: wanted } = this.description;
    const isState =
      Array.isArray(state) &&
      state.length === wanted.fields.length &&
      state.every((word) => typeof word === "bigint" && word === BigInt.asUintN(64, word));
    if (!isState) throw new TypeError(`A state of ${game} is an array of ${wanted.fields.length} words.`);
  }

  /** What went wrong, in a sentence. @param {Error} error */
  _explained(error) {
    const [number, first, second] = this._context.view;
    const site = this.description.sites[Number(number) - 1];
    this._context.clear();
    if (!site && !(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) return error;
    const told = [first, second].map(String);
    const what = site
      ? `${site.expression} ${site.sentence.replace(/\{([01])\}/g, (_, which) => told[which])} (${site.place})`
      : error.message;
    return new KernelFailed(`The kernel ${this.description.game} failed: ${what}.`, { cause: error });
  }
}

/**
 * A result as this page's code takes it.
 * @param {string} kind
 * @param {any} value
 */
function received(kind, value) {
  if (kind === "Word") return BigInt.asUintN(64, value);
  if (kind === "int") return Number(value);
  return kind === "bool" ? (value & 1) === 1 : value;
}
