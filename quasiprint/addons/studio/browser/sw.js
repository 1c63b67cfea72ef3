/* Keeps the files of this folder, so that they are there at once the next time, and without a network.

   It knows the digest of each file. What is kept is what belongs together: a file of another version is not kept, and
   not handed to a page of this one. The page's own files are kept before this worker takes over, the rest when the page
   is at rest and asks for it. A newer worker waits until no page of this version is open, or one alone that begins. */
const KEPT = "quasiprint-studio-$DIGEST";
const FIRST = $FIRST; // files of the page itself
const FILES = $FILES;
const TYPES = { mjs: "text/javascript", js: "text/javascript", wasm: "application/wasm", webmanifest: "application/manifest+json" };

let keeping = null; // what is left is being fetched

const address = (name) => new URL(name, registration.scope).href;

/* Return the name of the file that an address means, "" for none of this folder's. */
function named(url) {
  const { origin, pathname } = new URL(url);
  const scope = new URL(registration.scope);
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return "";
  const name = decodeURIComponent(pathname.slice(scope.pathname.length));
  const file = name === "" || name.endsWith("/") ? `${name}index.html` : name;
  return file in FILES ? file : "";
}

const digestOf = async (content) =>
  [...new Uint8Array(await crypto.subtle.digest("SHA-256", content))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/* Fetch a file, and keep it if it is this version's. Return it, or null for another version's. What is between here and
   the web space may have an older one: then it is asked for past that. */
async function fetched(name, kept) {
  for (const cache of ["no-cache", "reload"]) {
    const response = await fetch(address(name), { cache });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const content = await response.arrayBuffer();
    if ((await digestOf(content)) !== FILES[name]) continue;
    const type = TYPES[name.split(".").pop()] ?? response.headers.get("Content-Type") ?? "application/octet-stream";
    const made = new Response(content, { headers: { "Content-Type": type } });
    await kept.put(address(name), made.clone()).catch(() => {}); // where there is no room it is asked for again
    return made;
  }
  return null;
}

async function keep(names) {
  const kept = await caches.open(KEPT);
  for (const name of names) {
    if (!(await kept.match(address(name))) && !(await fetched(name, kept))) throw new Error(`${name} is another version's`);
  }
}

const tell = async (what) => {
  for (const client of await clients.matchAll({ type: "window" })) client.postMessage(what);
};

async function answer(request, name) {
  const kept = await caches.open(KEPT);
  const found = (await kept.match(address(name))) ?? (await fetched(name, kept).catch(() => null));
  if (found) return found;
  const response = await fetch(request);
  if (!response.ok || request.mode === "navigate") return response;
  registration.update().catch(() => {});
  tell({ stale: true });
  return Response.error();
}

/* Take over if one page alone is open. One that is being loaded again may be there twice for a moment. */
async function take() {
  for (let times = 0; times < 10; times += 1) {
    if ((await clients.matchAll({ type: "window", includeUncontrolled: true })).length < 2) {
      skipWaiting(); // is not waited for: it ends when this worker is the one
      return;
    }
    await new Promise((resolve) => { setTimeout(resolve, 200); });
  }
}

addEventListener("install", (event) => event.waitUntil(keep(Object.keys(FILES).slice(0, FIRST))));
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith("quasiprint-studio-") && name !== KEPT) await caches.delete(name);
  }
  await clients.claim();
})()));
addEventListener("message", (event) => event.waitUntil((async () => {
  if (event.data === "take") await take();
  if (event.data !== "keep") return;
  keeping ??= keep(Object.keys(FILES)).finally(() => { keeping = null; });
  await keeping.then(() => tell({ kept: true }), () => {});
})()));
addEventListener("fetch", (event) => {
  const name = event.request.method === "GET" ? named(event.request.url) : "";
  if (name) event.respondWith(answer(event.request, name));
});
