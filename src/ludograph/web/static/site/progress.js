/** All that this browser keeps of the site, as one file: to be saved, and to be opened in another browser. */

const FORMAT = "ludograph-kept";
const OURS = "ludograph.";

export async function everythingKept() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(OURS));
  const kept = Object.fromEntries(names.map((name) => [name, JSON.parse(localStorage.getItem(name) ?? "null")]));
  return { format: FORMAT, version: 1, kept };
}

/** Keep what such a file holds, beside what is here; says whether it is one. @param {string} text */
export function restore(text) {
  const { format, version, kept } = read(text);
  if (format !== FORMAT || version !== 1) return false;
  for (const [name, value] of Object.entries(kept ?? {})) {
    if (!name.startsWith(OURS)) continue;
    const here = read(localStorage.getItem(name) ?? "null");
    const both = Array.isArray(value) && Array.isArray(here) ? merged(here, value) : value;
    localStorage.setItem(name, JSON.stringify(both));
  }
  return true;
}

/** Lists of matches: each once. @param {any[]} here @param {any[]} more */
function merged(here, more) {
  const known = here.map(({ id }) => id);
  return [...here, ...more.filter(({ id }) => !known.includes(id))].sort((one, two) => two.created - one.created);
}

/** @param {string} text @returns {any} */
function read(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
