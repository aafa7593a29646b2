/** Files of games, chosen or dropped on the page: PGN, PDN or what was saved here. Of several games one is chosen. */

import { post } from "../api.js";
import { byId, download, html } from "../dom.js";
import { everythingKept, keepMade, restore } from "../kept.js";
import { phrase } from "../words.js";

/** @typedef {{number: number, title: string|null, players: string[], about: string, result: string, moves: number, fault: string|null}} Listed */
/** @typedef {{format: string, games: Listed[], is_all: boolean}} Contents */

const MOST_BYTES = 1_000_000;
let chosen = 0; // how many files were: what is told of an earlier one comes too late

/** Bind the field for files, and let the whole page take what is dropped on it. */
export function bindOpening() {
  const field = byId("import");
  field.addEventListener("change", () => open(field.files?.[0]));
  field.disabled = false;
  byId("save-all").addEventListener("click", saveAll);
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    open(file);
  });
}

/** Progress, settings and the keys of matches; the file is opened as all others are. */
function saveAll() {
  download("ludograph-kept.json", JSON.stringify(everythingKept(), null, 1));
}

/** @param {File|undefined} file */
async function open(file) {
  if (!file) return;
  const own = ++chosen;
  refuse("");
  try {
    if (file.size > MOST_BYTES) throw new Error(phrase("open.large", { name: file.name }));
    const text = await textOf(file);
    if (restore(text)) return location.reload(); // what somebody has kept is kept here now
    const contents = /** @type {Contents} */ (await post("game-files", { name: file.name, text }));
    if (own !== chosen) return;
    if (!contents.games.length) throw new Error(phrase("open.none", { name: file.name }));
    const begin = (/** @type {number} */ number) => go({ format: contents.format, text, number });
    if (contents.games.length > 1) choose(file.name, contents, begin);
    else await begin(1);
  } catch (error) {
    if (own === chosen) refuse(`${file.name}: ${/** @type {Error} */ (error).message}`);
  }
}

/** Old files are not always in UTF-8. @param {File} file */
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = [[0xff, 0xfe, "utf-16le"], [0xfe, 0xff, "utf-16be"]].find((mark) => mark[0] === bytes[0] && mark[1] === bytes[1]);
  if (wide) return new TextDecoder(String(wide[2])).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(olderEncoding(bytes)).decode(bytes);
  }
}

/** By the words that each would show, as core/portable/encodings.py has it. @param {Uint8Array} bytes */
function olderEncoding(bytes) {
  const sample = bytes.subarray(0, 1_000_000);
  const beyond = sample.filter((byte) => byte >= 0x80);
  const shown = ["windows-1251", "ibm866", "koi8-r"].map((encoding) => {
    const words = new TextDecoder(encoding).decode(sample).match(/[А-ЯЁ]?[а-яё]{2,}|[А-ЯЁ]{2,}/g) ?? [];
    return { encoding, letters: words.join("").length };
  });
  const best = shown.reduce((one, other) => (other.letters > one.letters ? other : one));
  return 2 * best.letters > beyond.length ? best.encoding : "windows-1252";
}

/** @param {{format: string, text: string, number: number}} asked */
async function go(asked) {
  const made = await post("matches/import", asked);
  keepMade(made, made.match.game);
  location.href = `match.html#${made.id}`;
}

/**
 * @param {string} name
 * @param {Contents} contents
 * @param {(number: number) => Promise<void>} begin
 */
function choose(name, { games, is_all: isAll }, begin) {
  const said = html("p", { class: "refusal", role: "alert" });
  const open = async (/** @type {number} */ number) => {
    said.textContent = "";
    dialog.inert = true; // a second click would begin a second match
    await begin(number).catch((error) => {
      said.textContent = phrase("open.fault", { n: number, why: error.message });
      dialog.inert = false;
    });
  };
  const dialog = html(
    "dialog",
    { class: "opening", "aria-labelledby": "opening-title", onclose: () => dialog.remove() },
    html("h2", { id: "opening-title" }, phrase("open.which", { name })),
    !isAll && html("p", {}, phrase("open.first", { n: games.length })),
    said,
    html("ol", { class: "found-games" }, ...games.map((game) => listed(game, open))),
    html("div", { class: "row end" }, html("button", { type: "button", onclick: () => dialog.close() }, phrase("cancel"))),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {Listed} game
 * @param {(number: number) => void} open
 */
function listed(game, open) {
  if (game.fault) return html("li", { class: "broken" }, `${game.number}. ${game.fault}`);
  const who = game.players.join(" – ") || game.title || phrase("a-game");
  const facts = [game.players.length ? game.title : "", game.about, phrase("moves.count", { n: game.moves }), game.result];
  const button = html(
    "button",
    { type: "button", onclick: () => open(game.number) },
    html("strong", {}, `${game.number}. ${who}`),
    html("span", {}, facts.filter(Boolean).join(" · ")),
  );
  return html("li", {}, button);
}

/** @param {string} sentence */
function refuse(sentence) {
  byId("refusal").textContent = sentence;
  if (sentence) byId("refusal").scrollIntoView({ block: "nearest" });
}
