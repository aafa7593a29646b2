/** What this browser keeps: settings, and the matches with their secrets. Nothing of it leaves for other sites. */

/** @typedef {{id: string, game: string, title: string, tokens: string[], owner?: string, invites?: Record<string, string>, created: number}} KeptMatch */

const MATCHES = "ludograph.matches";
const SETTINGS = "ludograph.settings";
const MOST_MATCHES = 60;

/** @typedef {{theme: "auto"|"light"|"dark", hasCoordinates: boolean, hasSounds: boolean, name: string}} Settings */
const USUAL = /** @type {Settings} */ ({ theme: "auto", hasCoordinates: true, hasSounds: false, name: "" });

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
