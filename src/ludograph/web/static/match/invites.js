/** Links for those who are still awaited; they are in this browser alone. */

import { html, refill } from "../dom.js";
import { matchNamed } from "../kept.js";
import { phrase, sideName } from "../words.js";

/** @typedef {import("../types.js").Match} Match */

/**
 * @param {HTMLElement} place
 * @param {Match} match
 * @param {(text: string) => void} copy
 */
export function showInvites(place, match, copy) {
  const invites = matchNamed(match.id)?.invites ?? {};
  const open = match.seats.filter((seat) => seat.is_open && invites[seat.seat]);
  const address = location.href.split("#")[0];
  const listed = html("p", {}, phrase("lobby.listed"));
  refill(place, [
    ...(match.is_listed && open.length ? [listed] : []),
    ...open.map((seat) => invite(sideName(seat.side), `${address}#${match.id}/${invites[seat.seat]}`, copy)),
  ]);
}

/**
 * @param {string} side
 * @param {string} link
 * @param {(text: string) => void} copy
 */
function invite(side, link, copy) {
  const field = html("input", {
    readOnly: true,
    value: link,
    "aria-label": phrase("invite.for", { side }),
    class: "invite-link",
    onfocus: () => field.select(),
  });
  return html(
    "div",
    { class: "invite" },
    html("p", {}, phrase("invite.send", { side })),
    html("div", { class: "row" }, field, html("button", { type: "button", onclick: () => copy(link) }, phrase("invite.copy"))),
  );
}
