/**
 * The site without the network. The command puts `SITE` before this: a version, which changes with any file, the files that
 * every page needs, its shell, and all others. Who opens the site gets the shell; the rest comes when it is asked for, and all
 * of it as soon as a page says that there is time.
 */

const scope = /** @type {any} */ (self);
const { version, shell, others } = scope.SITE;
const KEPT = `ludograph-${version}`;

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(shell)).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith("ludograph-") && name !== KEPT) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(forget());
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope.registration.scope)) event.respondWith(answered(request));
});

scope.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "keep everything") event.waitUntil(keepEverything().then(() => event.source?.postMessage("ready")));
});

/** What is kept, else what the network gives, which is then kept. @param {Request} request */
async function answered(request) {
  const kept = await caches.open(KEPT);
  const url = new URL(request.url);
  url.search = url.hash = "";
  if (url.href === scope.registration.scope) url.pathname += "index.html";
  const known = await kept.match(url.href);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok && response.status === 200) await kept.put(url.href, response.clone());
  return response;
}

/** One after the other: who plays meanwhile doesn't wait. */
async function keepEverything() {
  const kept = await caches.open(KEPT);
  for (const file of others) {
    const address = new URL(file, scope.registration.scope).href;
    if (!(await kept.match(address))) await kept.add(address).catch(() => {}); // it is tried again at the next visit
  }
}
