/** A shortest solution of a puzzle that is too large to be looked at whole: ways from here and from its solutions meet. */

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./game.js").BuiltGame} BuiltGame */

/** @typedef {{key: string, state: State, before: string|null}} Reached */

/**
 * The states of a shortest way from one to a solution, both included; null when more would have to be looked at.
 * Every move must have one that takes it back.
 * @param {BuiltGame} game
 * @param {State} start
 * @param {State[]} solutions
 * @param {number} most
 * @returns {State[]|null}
 */
export function shortestWay(game, start, solutions, most) {
  const ahead = new Wave([start]);
  const back = new Wave(solutions);
  for (let met = ahead.meeting(back); ; met = ahead.meeting(back)) {
    if (met !== null) return [...ahead.wayTo(met).reverse(), ...back.wayTo(met).slice(1)];
    const smaller = ahead.edge.length <= back.edge.length ? ahead : back;
    if (!smaller.edge.length || ahead.size + back.size > most) return null;
    smaller.grow(game);
  }
}

class Wave {
  /** @param {State[]} from */
  constructor(from) {
    this._reached = /** @type {Map<string, Reached>} */ (new Map());
    this.edge = from.map((state) => this._add(state, null));
  }

  get size() {
    return this._reached.size;
  }

  /** @param {State} state @param {string|null} before */
  _add(state, before) {
    const reached = { key: state.join(), state, before };
    this._reached.set(reached.key, reached);
    return reached;
  }

  /** One move further. @param {BuiltGame} game */
  grow(game) {
    const edge = [];
    for (const { state, key } of this.edge)
      for (const next of game.following(state)) if (!this._reached.has(next.join())) edge.push(this._add(next, key));
    this.edge = edge;
  }

  /** A state that both have reached; it lies at the edge of one of them. @param {Wave} other @returns {string|null} */
  meeting(other) {
    const here = this.edge.find(({ key }) => other._reached.has(key)) ?? other.edge.find(({ key }) => this._reached.has(key));
    return here?.key ?? null;
  }

  /** The states from one back to where the wave began. @param {string} key */
  wayTo(key) {
    const way = [];
    for (let at = this._reached.get(key); at; at = at.before === null ? undefined : this._reached.get(at.before))
      way.push(at.state);
    return way;
  }
}
