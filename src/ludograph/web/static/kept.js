/** What this browser keeps: settings, and the matches with their secrets. Nothing of it leaves for other sites. */

/** @typedef {{id: string, game: string, title: string, tokens: string[], owner?: string, invites?: Record<string, string>, created: number}} KeptMatch */

const OURS = "ludograph.";
const FORMAT = "ludograph-kept";
const MATCHES = "ludograph.matches";
const SETTINGS = "ludograph.settings";
const BESTS = "ludograph.bests";
const RATING = "ludograph.rating";
const MOST_MATCHES = 60;
const MOST_BESTS = 300;

/** @typedef {{language: string, theme: "auto"|"light"|"dark", board: string, pieces: string, hasCoordinates: boolean, hasFigurines: boolean, hasSounds: boolean, hasNets: boolean, hasRating: boolean, name: string}} Settings */
const USUAL = /** @type {Settings} */ ({
  language: "", // as the browser
  theme: "auto",
  board: "calm",
  pieces: "usual",
  hasCoordinates: true,
  hasFigurines: false,
  hasSounds: false,
  hasNets: false,
  hasRating: false,
  name: "",
});

/** @returns {Settings} */
export function settings() {
  return { ...USUAL, ...read(SETTINGS, {}) };
}

/** @param {Partial<Settings>} changes */
export function changeSettings(changes) {
  write(SETTINGS, { ...settings(), ...changes });
  dispatchEvent(new CustomEvent("settings"));
}

/** The newest first. @returns {KeptMatch[]} */
export function matches() {
  return read(MATCHES, []);
}

/** @param {string} id */
export function matchNamed(id) {
  return matches().find((match) => match.id === id);
}

/** @param {KeptMatch} match */
export function keepMatch(match) {
  write(MATCHES, [match, ...matches().filter((other) => other.id !== match.id)].slice(0, MOST_MATCHES));
}

/**
 * Keep the secrets of a match that was just made, as the server has told them.
 * @param {{id: string, owner_token: string, seats: {seat: number, token?: string, invite?: string}[], match: {game: string}}} made
 * @param {string} title
 */
export function keepMade(made, title) {
  const tokens = made.seats.map((seat) => seat.token).filter((token) => token !== undefined && token !== null);
  const invites = Object.fromEntries(made.seats.flatMap(({ seat, invite }) => (invite ? [[seat, invite]] : [])));
  const { id, match, owner_token: owner } = made;
  keepMatch({ id, game: match.game, title, tokens, owner, invites, created: Date.now() });
}

/** @param {string} id */
export function forgetMatch(id) {
  write(
    MATCHES,
    matches().filter((match) => match.id !== id),
  );
}

/** The token that ratings are bound to, made up here by who wants one; nothing for all others. @returns {string|undefined} */
export function ratingToken() {
  if (!settings().hasRating) return undefined;
  const known = read(RATING, null);
  if (known) return known;
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)));
  const made = btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  write(RATING, made);
  return read(RATING, null) === made ? made : undefined; // what isn't kept would be somebody else's next time
}

/** @typedef {{moves: number, seconds: number}} Best the fewest moves and the least time, each by itself */

/** @param {Best} one @param {Best} two @returns {Best} */
function better(one, two) {
  return { moves: Math.min(one.moves, two.moves), seconds: Math.min(one.seconds, two.seconds) };
}

/** @param {string} puzzle @returns {Best|null} */
export function bestOf(puzzle) {
  return read(BESTS, {})[puzzle] ?? null;
}

/**
 * Keep what was better than ever; says whether anything was.
 * @param {string} puzzle
 * @param {Best} now
 */
export function keepBest(puzzle, now) {
  const { [puzzle]: before, ...others } = read(BESTS, {});
  const isBetter = !before || now.moves < before.moves || now.seconds < before.seconds;
  const best = before ? better(now, before) : now;
  const kept = Object.entries(others).slice(-MOST_BESTS);
  if (isBetter) write(BESTS, { ...Object.fromEntries(kept), [puzzle]: best });
  return isBetter;
}

/** All that this browser keeps, as one file: to be saved, and to be opened in another browser. It has the keys of matches in it. */
export function everythingKept() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(OURS));
  return { format: FORMAT, version: 1, kept: Object.fromEntries(names.map((name) => [name, read(name, null)])) };
}

/** Keep what such a file holds, beside what is here; says whether it is one. @param {string} text */
export function restore(text) {
  const { format, version, kept } = parsed(text);
  if (format !== FORMAT || version !== 1) return false;
  for (const [name, value] of Object.entries(kept ?? {})) if (name.startsWith(OURS)) write(name, both(name, read(name, null), value));
  return true;
}

/** @param {string} name @param {any} here @param {any} more */
function both(name, here, more) {
  if (name === BESTS) return bettered(here ?? {}, more);
  return Array.isArray(here) && Array.isArray(more) ? merged(here, more) : more;
}

/** Of each puzzle the better of both. @param {Record<string, Best>} here @param {Record<string, Best>} more */
function bettered(here, more) {
  const found = { ...here };
  for (const [puzzle, best] of Object.entries(more)) found[puzzle] = better(found[puzzle] ?? best, best);
  return found;
}

/** Lists of matches: each once. @param {any[]} here @param {any[]} more */
function merged(here, more) {
  const known = here.map(({ id }) => id);
  return [...here, ...more.filter(({ id }) => !known.includes(id))].sort((one, two) => two.created - one.created);
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {}; // a file of another kind
  }
}

/**
 * @param {string} name
 * @param {any} otherwise
 */
function read(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? otherwise;
  } catch {
    return otherwise; // a browser that keeps nothing, or something that isn't ours
  }
}

/**
 * @param {string} name
 * @param {any} value
 */
function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The page works without; only the next visit won't know.
  }
}
