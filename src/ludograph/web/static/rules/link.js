/** The link from a match to the rules of its game. */

const link = /** @type {HTMLAnchorElement} */ (document.getElementById("rules-link"));
const lead = () => {
  link.href = `rules.html?match=${encodeURIComponent(location.hash.slice(1))}`;
};
addEventListener("hashchange", lead);
lead();
