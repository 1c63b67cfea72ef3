/* Python in the browser: it asks for the files of this folder and for nothing else. What draws is there first; what
   typesets is large, and comes when something is to be made.

   An image of Python's memory, as it is after quasiprint was read, is kept where the service worker keeps the files of
   this very build. Python that starts from it does not have to be started, nor quasiprint to be read. Its files are not
   in it. Whatever is wrong with it, Python starts the long way. */
import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE = "/lib/python3.14/site-packages";
const IMAGE = "python.image";
const PAGE = 65536; // bytes: memory grows by so many
const READ = `
import importlib, json
from quasiprint.model import plugins
plugins.only_in("${SITE}")  # nothing else is installed, and nobody has to look for it
from quasiprint.addons.studio.engine import answer

def ask(name, value, tell):
    made = answer(name, json.loads(value), tell)
    return json.dumps(made.value), made.content, made.name, made.media
`;
// Python keeps hold of the last function of the browser's that it called: one that every browser has can be in an image
const LET_GO = `
import gc, js
gc.collect()
js.Number.isInteger(1)
gc.collect()
`;

const bytes = async (name) => {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

const kept = (parts) => caches.open(`quasiprint-studio-${parts.digest}`);
export const canKeep = () => "caches" in globalThis;

async function image(parts) {
  if (!canKeep()) return null;
  const found = await (await kept(parts)).match(IMAGE).catch(() => null);
  return found ? new Uint8Array(await found.arrayBuffer()) : null;
}

export async function forget(parts) {
  if (canKeep()) await (await kept(parts)).delete(IMAGE);
}

/* Return Python's memory made as large as an image needs it. */
const roomy = (size) => async (settings) => {
  const { default: create } = await import("./pyodide/pyodide.asm.mjs");
  const made = await create(settings);
  if (made.HEAP8.length < size) made._emscripten_resize_heap(size - (size % PAGE));
  return made;
};

async function clipping() {
  const { default: load } = await import("./manifold/manifold.js");
  const made = await load();
  made.setup();
  return made;
}

async function started(parts, tell, { from = null, recording = false } = {}) {
  const how = from ? { _loadSnapshot: from, createPyodideModule: roomy(from.length) } : { _makeSnapshot: recording };
  const [python, manifold, ...first] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href, ...how }),
    clipping(),
    ...parts.first.map(bytes),
  ]);
  globalThis.manifold = manifold;
  const [own, ...wheels] = first;
  python.unpackArchive(own, "zip", { extractDir: SITE });
  // libraries are read from their archives: unpacking takes longer than all that is read of them
  const names = wheels.map((content, at) => {
    const name = `/lib/${parts.first[at + 1].split("/").pop()}`;
    python.FS.writeFile(name, content);
    return name;
  });
  if (!from) python.runPython(`import sys; sys.path += ${JSON.stringify(names)}`);
  python.runPython("import importlib; importlib.invalidate_caches()");
  if (!from) python.runPython(READ);
  const rest = async () => {
    tell("What typesets is being loaded …");
    for (const content of await Promise.all(parts.late.map(bytes))) {
      python.unpackArchive(content, "zip", { extractDir: SITE });
    }
    python.runPython("importlib.invalidate_caches()");
  };
  return { python, parts, ask: python.globals.get("ask"), rest, long: new Set(parts.long), quick: from !== null };
}

/* Return Python that has read quasiprint. plain: from no image. recording: so that an image can be made of it. */
export async function begun(tell, { plain = false, recording = false } = {}) {
  tell("Python is being loaded …");
  const parts = await (await fetch("parts.json")).json();
  const from = plain || recording ? null : await image(parts).catch(() => null);
  if (from) {
    try {
      return await started(parts, tell, { from });
    } catch (problem) {
      console.info(`An image of Python was of no use: ${String(problem.message ?? problem).slice(0, 200)}`);
      await forget(parts);
    }
  }
  return started(parts, tell, { recording });
}

/* Make an image of Python that has answered what everybody asks first, and keep it. */
export async function keep() {
  const { python, parts, ask } = await begun(() => {}, { recording: true });
  ask.destroy();
  const asked = JSON.stringify(JSON.stringify(parts.asked)); // is a text for Python, too
  python.runPython(`for name, value in json.loads(${asked}): answer(name, value)`);
  python.runPython(LET_GO);
  const made = python.makeMemorySnapshot();
  await (await kept(parts)).put(IMAGE, new Response(made));
}
