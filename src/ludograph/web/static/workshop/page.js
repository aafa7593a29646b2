/** The page of the map workshop: its parts put together. */

import { bindSettings, boardTheme, dress } from "../appearance.js";
import { byId, html } from "../dom.js";
import { Bench } from "./bench.js";
import { Checking } from "./checking.js";
import { Sections } from "./fields.js";
import { MapRefused, downloadMap, readMap, tooLarge } from "./files.js";
import { mapPanel, shownOfMap } from "./map_panel.js";
import { FIGURES, MOST_BYTES, TYPES, labelOf, nodeOf, pieceAt } from "./model.js";
import { nodePanel, shownOfNode } from "./node_panel.js";
import { bindPlay } from "./playing.js";
import { Rays, keptMap } from "./server.js";
import { fromPicture, offerTemplates, template } from "./templates.js";
import { Tools } from "./tools.js";
import { MapView } from "./view.js";
import { phrase } from "../words.js";

const HALF_STEP = 0.5;

const bench = new Bench();
const view = new MapView(byId("map"));
const sections = new Sections();
const checking = new Checking(bench, view);
const rays = new Rays();
const tools = new Tools(bench, view, choices, { say, hover, choosePlayer });
/** @type {number | null} */
let hovered = null;

/** Say something to everybody: it is shown, and read aloud. @param {string} text */
function say(text) {
  byId("said").textContent = text;
}

/** @returns {import("./tools.js").Choices} */
function choices() {
  const type = chosen("palette-type");
  return {
    tool: chosen("tool"),
    type: type || null,
    player: bench.map.players[byId("palette-player").selectedIndex] ?? bench.map.players[0],
    snap: byId("snap").checked ? HALF_STEP : 0,
    linksNear: byId("links-near").checked,
  };
}

/** The value of the radio button that is on. @param {string} name */
function chosen(name) {
  const input = /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name="${name}"]:checked`));
  return input?.value ?? "";
}

/** @param {number} place */
function choosePlayer(place) {
  if (place >= bench.map.players.length) return;
  byId("palette-player").selectedIndex = place;
  say(phrase("shop.pieces-of", { player: bench.map.players[place] }));
}

// -- drawing --------------------------------------------------------------------------------------------------------

let isDrawing = false;

/** Draw at the next frame, once for many changes. */
function draw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    view.draw(bench);
    showRays();
  });
}

function drawNow() {
  view.draw(bench);
}

/** @param {number | null} node */
function hover(node) {
  if (node === hovered && node !== null) return;
  hovered = node;
  showRays();
}

/** Whose rays are wanted: of the piece under the hand, or of the kind that is asked for. */
function wantedRays() {
  const focused = document.activeElement?.closest("[data-node]")?.getAttribute("data-node");
  const node = hovered ?? (focused ? Number(focused) : null);
  if (node === null || !nodeOf(bench.map, node)) return null;
  const piece = pieceAt(bench.map, node);
  const { tool, type, player } = choices();
  const asked = byId("rays-type").value || (piece ? "" : tool === "piece" ? type : "");
  if (asked) return { node, type: asked, player: piece?.player ?? player };
  return piece ? { node, type: piece.type, player: piece.player } : null;
}

async function showRays() {
  const wanted = wantedRays();
  const text = byId("rays-text");
  if (!wanted) {
    view.showRays(bench.map, null, []);
    text.textContent = bench.map.pieces.length ? phrase("shop.point") : "";
    return;
  }
  const { map } = bench;
  const ways = await rays.of(map, wanted.node, wanted.type, wanted.player).catch(() => null);
  if (map !== bench.map || JSON.stringify(wanted) !== JSON.stringify(wantedRays())) return;
  const all = ways && [...ways, ...castlingsOf(map, wanted)];
  view.showRays(map, wanted.node, all ?? []);
  text.textContent = all ? inWords(map, wanted, all) : phrase("shop.lines-later");
}

/**
 * Where a king castles to from this node; on the map without other pieces there is nobody to castle with.
 * @param {import("./model.js").MapData} map
 * @param {{node: number, type: string, player: any}} wanted
 * @returns {import("./view.js").Way[]}
 */
function castlingsOf(map, { node, type, player }) {
  const own = (map.castling ?? []).filter((each) => each.king[0] === node && String(each.player) === String(player));
  return type === "king" ? own.map(({ king }) => ({ nodes: king, action: "castle", jumps: true })) : [];
}

/** @param {import("./model.js").MapData} map @param {{node: number, type: string, player: any}} wanted @param {import("./view.js").Way[]} ways */
function inWords(map, { node, type, player }, ways) {
  const label = (/** @type {number} */ id) => labelOf(/** @type {any} */ (nodeOf(map, id)));
  const lines = ways.map((way) => {
    const cells = (way.jumps ? way.nodes.slice(-1) : way.nodes).map(label).join(" ");
    return way.action === "any" ? cells : phrase(`shop.way-${way.action}`, { cells });
  });
  const values = { player, piece: phrase(`piece.${type}`), node: label(node), lines: lines.length ? lines.join(" · ") : phrase("shop.no-step") };
  return phrase("shop.ways", values);
}

// -- the parts beside it --------------------------------------------------------------------------------------------

function buildPalette() {
  const types = Object.entries(TYPES).map(([letter, type], place) => radio(type, `${FIGURES[type]}\uFE0E`, `${phrase(`piece.${type}`)} (${letter})`, place === 0));
  byId("palette-types").append(...types, radio("", "∅", phrase("shop.no-piece"), false));
  byId("rays-type").append(...Object.values(TYPES).map((type) => html("option", { value: type }, phrase("shop.a-piece", { piece: phrase(`piece.${type}`) }))));
  sections.add(byId("palette-player"), () => bench.map.players, () => {
    const place = Math.max(0, byId("palette-player").selectedIndex);
    return bench.map.players.map((player, at) => html("option", { selected: at === place }, String(player)));
  });
}

/** @param {string} value @param {string} sign @param {string} title @param {boolean} isChecked */
function radio(value, sign, title, isChecked) {
  const input = html("input", { type: "radio", name: "palette-type", value, checked: isChecked, "aria-label": title });
  return html("label", { title }, input, html("span", { "aria-hidden": "true" }, sign));
}

function showHistory() {
  byId("undo").disabled = !bench.past.length;
  byId("redo").disabled = !bench.future.length;
}

/** @param {import("./model.js").MapData} map @param {string} what */
function beginWith(map, what) {
  bench.select(null);
  bench.change(map, what);
  view.fit(bench.map);
  drawNow();
  view.element.scrollIntoView({ block: "nearest" }); // on a phone it is far above
}

let begun = 0;

/**
 * Begin with a map that has yet to come, unless another one was asked for meanwhile.
 * @param {Promise<import("./model.js").MapData>} coming
 * @param {string} what
 */
async function beginWithComing(coming, what) {
  const asked = ++begun;
  const map = await coming.catch((error) => {
    if (asked === begun) throw error;
    return null;
  });
  if (map && asked === begun) beginWith(map, what);
}

/** Do something that may be refused, and say beside it why. @param {string} id @param {() => Promise<void>} work */
async function attempt(id, work) {
  const error = byId(id);
  error.hidden = true;
  try {
    await work();
  } catch (refusal) {
    const faults = refusal instanceof MapRefused ? refusal.faults : /** @type {any} */ (refusal).problem?.faults;
    error.textContent = faults?.length ? faults.join(" ") : /** @type {Error} */ (refusal).message;
    error.hidden = false;
  }
}

/** @param {File} file */
async function openFile(file) {
  if (file.size > 4 * MOST_BYTES) throw tooLarge(file.size);
  await beginWithComing(file.text().then(readMap), phrase("shop.did-open", file));
}

function bindButtons() {
  byId("undo").addEventListener("click", () => bench.undo());
  byId("redo").addEventListener("click", () => bench.redo());
  byId("add-node").addEventListener("click", () => tools.addBeside());
  byId("zoom-in").addEventListener("click", () => view.zoom(0.8));
  byId("zoom-out").addEventListener("click", () => view.zoom(1.25));
  byId("zoom-fit").addEventListener("click", () => {
    view.fit(bench.map);
    drawNow();
  });
  byId("download").addEventListener("click", () => downloadMap(bench.map));
  byId("open").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", () => {
    const [file] = byId("file").files;
    byId("file").value = "";
    if (file) attempt("file-error", () => openFile(file));
  });
  byId("begin").addEventListener("click", () =>
    attempt("file-error", async () => {
      const select = byId("template");
      const what = phrase("shop.did-begin", { what: select.selectedOptions[0].text });
      await beginWithComing(template(select.value, byId("template-pieces").checked), what);
    }),
  );
  byId("cut").addEventListener("click", () =>
    attempt("picture-error", async () => {
      const map = fromPicture(byId("tiling").value, byId("picture").value, byId("picture-forward").checked);
      await beginWithComing(map, phrase("shop.did-cut"));
    }),
  );
}

function bindChoices() {
  document.querySelectorAll('input[name="tool"]').forEach((input) =>
    input.addEventListener("change", () => {
      tools.cancel();
      byId("palette").hidden = chosen("tool") !== "piece";
    }),
  );
  byId("all-degrees").addEventListener("change", () => {
    view.showsAllDegrees = byId("all-degrees").checked;
    draw();
  });
  byId("snap").addEventListener("change", showGrid);
  byId("rays-type").addEventListener("change", showRays);
  addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement && ["text", "number"].includes(event.target.type);
    if (!(event.ctrlKey || event.metaKey) || isTyping || event.target instanceof HTMLTextAreaElement) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) bench.redo();
    else bench.undo();
  });
}

function showGrid() {
  view.gridStep = choices().snap;
  view.drawGrid();
}

async function start() {
  buildPalette();
  sections.add(byId("node-panel"), () => shownOfNode(bench), () => nodePanel(bench));
  sections.add(byId("map-panel"), () => shownOfMap(bench.map), () => mapPanel(bench, say));
  bench.addEventListener("change", (event) => {
    const what = /** @type {CustomEvent<string>} */ (event).detail;
    say(`${what[0].toUpperCase()}${what.slice(1)}.`);
    showHistory();
    sections.refresh();
    checking.soon();
    if (tools.drag) draw();
    else drawNow();
  });
  bench.addEventListener("turn", () => {
    view.fitIfOther(bench.map);
    drawNow();
  });
  bench.addEventListener("select", () => {
    sections.refresh();
    draw();
  });
  view.element.addEventListener("focusout", () => setTimeout(showRays));
  addEventListener("sections-shown", () => checking.show());
  bindButtons();
  bindChoices();
  bindPlay(bench, checking);
  bindSettings();
  showHistory();
  sections.refresh();
  view.fit(bench.map);
  showGrid();
  drawNow();
  checking.soon();
  const dressed = async () => {
    view.theme = await boardTheme();
    draw();
  };
  dress(dressed);
  new ResizeObserver(() => view.drawGrid()).observe(view.element);
  await Promise.all([dressed(), offerTemplates(byId("template")), openLinked()]);
}

/** A link to this page may name a map that the server has: workshop.html#sha256:… */
async function openLinked() {
  const name = location.hash.slice(1);
  if (!name) return;
  history.replaceState(null, "", location.pathname);
  await attempt("file-error", () => beginWithComing(keptMap(name).then(readMap), phrase("shop.did-open-kept")));
}

start().catch((error) => say(error.message));
