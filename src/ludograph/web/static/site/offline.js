/** Let the browser keep the site, so that it works without the network once it was loaded. */

import { fileAddress } from "./files.js";

/** Where the browser can't, the site works as any other. */
export async function keepOffline() {
  if (!("serviceWorker" in navigator) || document.documentElement.dataset.place !== "site") return;
  try {
    await navigator.serviceWorker.register(fileAddress("service-worker.js"), { type: "classic" });
    const { active } = await navigator.serviceWorker.ready;
    if (isSparing()) return;
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      document.documentElement.dataset.offline = data; // for who wants to know
    });
    active?.postMessage("keep everything");
  } catch {
    // A private window, or no safe address: nothing is lost but the use without the network.
  }
}

/** Who pays for what is loaded gets only what is asked for. */
function isSparing() {
  return /** @type {any} */ (navigator).connection?.saveData === true;
}
