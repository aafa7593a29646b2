/** What the server's owner sees and does: how much there is to do, who asks most, who is banned. */

import { get, post, remove } from "./api.js";
import "./theme.js";
import { byId, html, refill } from "./dom.js";

const AGAIN = 5_000; // milliseconds
const KEPT = "ludograph-owner"; // as long as this tab is open

let token = sessionStorage.getItem(KEPT) ?? "";

/** Do something as the owner, and show what is there then. @param {() => Promise<any>} [work] */
async function act(work) {
  try {
    await work?.();
    show(await get("owner", {}, token));
    showReports(await get("owner/reports", {}, token));
    sessionStorage.setItem(KEPT, token);
    byId("refusal").textContent = "";
  } catch (error) {
    byId("refusal").textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {any} report */
function show(report) {
  byId("entrance").hidden = true;
  byId("report").hidden = false;
  refill(byId("load"), Object.entries(facts(report)).map(([name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, value))));
  const queues = Object.entries(report.queues);
  fill("queues", ["Queue", "At work", "Waiting"], queues.map(([name, load]) => [name, load.working, load.waiting]));
  fill("guests", ["Address", "Requests", ""], report.guests.map((/** @type {any} */ guest) => [guest.address, guest.requests, button("Ban", guest.address, chosen)]));
  fill("bans", ["Address", "Until", "Reason", ""], report.bans.map((/** @type {any} */ ban) => [ban.address, until(ban), ban.reason, button("Let in", ban.address, lift)]));
}

/** @param {any[]} reports */
function showReports(reports) {
  const items = reports.map((report) => {
    const said = report.chat.map((/** @type {any} */ line) => html("li", {}, `Seat ${line.seat + 1}: ${line.text}`));
    return html(
      "li",
      { "data-report": report.id },
      html("p", {}, html("strong", {}, report.name), ` (seat ${report.seat + 1}${report.address ? `, ${report.address}` : ""}): ${report.text}`),
      html("p", {}, html("a", { href: `match.html#${report.match}` }, report.game), `, ${new Date(report.at * 1000).toLocaleString()}`),
      said.length > 0 && html("details", {}, html("summary", {}, "What was said"), html("ul", {}, ...said)),
      html(
        "div",
        { class: "row" },
        report.address && button("Ban", report.address, chosen),
        html("button", { type: "button", onclick: () => act(() => remove(`owner/reports/${report.id}`, {}, token)) }, "Dealt with"),
      ),
    );
  });
  refill(byId("reports"), items.length ? items : [html("li", {}, "There are none.")]);
}

/** @param {any} report @returns {Record<string, string>} */
function facts(report) {
  const kept = report.database;
  const hours = (Date.now() / 1000 - report.started) / 3600;
  return {
    "Runs for": hours < 48 ? `${hours.toFixed(1)} hours` : `${Math.round(hours / 24)} days`,
    "Processor time": `${Math.round(report.cpu_seconds)} s`,
    "Memory": report.memory_bytes === null ? "unknown" : `${Math.round(report.memory_bytes / 2 ** 20)} MiB`,
    "Connections": String(report.connections),
    "Watchers": String(report.watchers),
    "Thinking": String(report.thinking),
    "Matches watched": String(report.matches_watched),
    "Matches kept": kept ? String(kept.matches_kept) : "the database is away",
    "Not over": kept ? String(kept.matches_unfinished) : "–",
    "Changed in an hour": kept ? String(kept.matches_changed_lately) : "–",
    "Uploads": kept ? String(kept.uploads) : "–",
    "Solves that wait": kept ? String(kept.solves) : "–",
    "Database errors": String(report.database_errors),
    "Version": report.version,
  };
}

/** @param {string} id @param {string[]} titles @param {any[][]} rows */
function fill(id, titles, rows) {
  const head = titles.map((title) => (title ? html("th", { scope: "col" }, title) : html("td")));
  const body = rows.map((row) => html("tr", {}, ...row.map((cell) => html("td", {}, cell instanceof Node ? cell : String(cell)))));
  refill(byId(id), [html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...body)]);
}

/** @param {string} words @param {string} address @param {(address: string) => void} pressed */
function button(words, address, pressed) {
  return html("button", { type: "button", "aria-label": `${words} ${address}`, onclick: () => pressed(address) }, words);
}

/** @param {any} ban */
function until(ban) {
  return ban.until === null ? "for ever" : new Date(ban.until * 1000).toLocaleString();
}

/** Nobody is banned by one click. @param {string} address */
function chosen(address) {
  byId("address").value = address;
  byId("reason").focus();
}

/** @param {string} address */
function lift(address) {
  act(() => remove("owner/bans", { address }, token));
}

byId("entrance").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  token = byId("token").value;
  act();
});
byId("ban").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const hours = byId("hours").value ? Number(byId("hours").value) : null;
  const asked = { address: byId("address").value.trim(), hours, reason: byId("reason").value };
  act(async () => {
    await post("owner/bans", asked, token);
    byId("ban").reset();
  });
});
setInterval(() => {
  if (token && !byId("report").hidden && document.visibilityState === "visible") act();
}, AGAIN);

if (token) act();
