/* Keeps the files of this folder, so that they are there at once the next time, and without a network. */
const KEPT = "quasiprint-studio-$DIGEST";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("quasiprint-studio-") && name !== KEPT) await caches.delete(name);
    }
    await clients.claim();
  })());
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const kept = await caches.open(KEPT);
    const found = await kept.match(request, { ignoreSearch: true });
    if (found) return found;
    const response = await fetch(request);
    if (response.ok) kept.put(request, response.clone()).catch(() => {});
    return response;
  })());
});
