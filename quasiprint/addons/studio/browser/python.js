/* Python in the browser: it asks for the files of this folder and for nothing else. What draws is there first; what
   typesets is large, and comes when something is to be made.

   Where the folder has an image of Python's memory, as it is after quasiprint was read, Python starts from that: it does
   not have to be started, nor quasiprint to be read. Its files are not in it. Whatever is wrong with it, Python starts
   the long way. */
import { loadPyodide } from "./pyodide/pyodide.mjs";

export { loadPyodide };

const SITE = "/lib/python3.14/site-packages";
const LIBRARIES = "/lib/libraries.zip";
const PAGE = 65536; // bytes: memory grows by so many
export const READ = `
import importlib, json, sys
sys.path.append("${LIBRARIES}")
importlib.invalidate_caches()
from quasiprint.model import plugins
plugins.only_in("${SITE}")  # nothing else is installed, and nobody has to look for it
from quasiprint.addons.studio.engine import answer

def ask(name, value, tell):
    made = answer(name, json.loads(value), tell)
    return json.dumps(made.value), made.content, made.name, made.media
`;

/* Put quasiprint and the libraries that it reads first where Python finds them. own: an archive as tar makes it. */
export function place(python, own, libraries) {
  const text = (at, length) => new TextDecoder().decode(own.subarray(at, at + length)).split("\0")[0];
  for (let at = 0, size; own[at]; at += 512 + 512 * Math.ceil(size / 512)) {
    const path = [SITE, text(at + 345, 155), text(at, 100)].filter(Boolean).join("/");
    size = parseInt(text(at + 124, 12), 8);
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, own.subarray(at + 512, at + 512 + size));
  }
  // libraries are read from their archive: unpacking takes longer than all that is read of them
  python.FS.writeFile(LIBRARIES, libraries);
}

async function fetched(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

const bytes = async (name) => new Uint8Array(await (await fetched(name)).arrayBuffer());
const unpacked = async (name) =>
  new Uint8Array(await new Response((await fetched(name)).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());

/* Return Python's memory made as large as an image needs it. */
const roomy = (image) => async (settings) => {
  const [{ default: create }, { length }] = await Promise.all([import("./pyodide/pyodide.asm.mjs"), image]);
  const made = await create(settings);
  if (made.HEAP8.length < length) made._emscripten_resize_heap(length - (length % PAGE));
  return made;
};

export async function clipping() {
  const { default: load } = await import("./manifold/manifold.js");
  const made = await load();
  made.setup();
  return made;
}

async function started(parts, tell, image) {
  const how = image ? { _loadSnapshot: image, createPyodideModule: roomy(image) } : {};
  const [python, manifold, libraries, own] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href, ...how }),
    clipping(),
    bytes(parts.libraries),
    unpacked(parts.own),
  ]);
  globalThis.manifold = manifold;
  place(python, own, libraries);
  if (image) {
    const country = JSON.stringify(`${navigator.language.replace("-", "_")}.UTF-8`); // an image is of none
    python.runPython(`import os; os.environ["LANG"] = ${country}; importlib.invalidate_caches()`);
  } else {
    python.runPython(READ);
  }
  const rest = async () => {
    tell("What typesets is being loaded …");
    for (const content of await Promise.all(parts.late.map(bytes))) {
      python.unpackArchive(content, "zip", { extractDir: SITE });
    }
    python.runPython("importlib.invalidate_caches()");
  };
  return { ask: python.globals.get("ask"), rest, long: new Set(parts.long), quick: Boolean(image) };
}

/* Return Python that has read quasiprint. plain: from no image. */
export async function begun(tell, { plain = false } = {}) {
  tell("Python is being loaded …");
  const parts = await (await fetch("parts.json")).json();
  if (parts.image && !plain) {
    try {
      return await started(parts, tell, unpacked(parts.image));
    } catch (problem) {
      console.info(`An image of Python was of no use: ${String(problem.message ?? problem).slice(0, 200)}`);
    }
  }
  return started(parts, tell);
}
