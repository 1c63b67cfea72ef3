/* Makes an image of Python's memory with the Python of the browser, under node: `node image.mjs FOLDER` finds there
   python.mjs, which is the browser's, what it begins with, and begins.json, modules to be read and questions to be
   answered; it writes image, packed by gzip. An image is the same each time: nothing in it was drawn by chance, or read
   off a clock. */
import crypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

const folder = resolve(process.argv[2]);
const read = (name) => readFileSync(join(folder, name));
crypto.randomFillSync = (view) => view.fill(0);
Date.now = () => 0;
performance.now = () => 0;
const { READ, clipping, loadPyodide, place } = await import(pathToFileURL(join(folder, "python.mjs")).href);
const env = { LANG: "C.UTF-8", PYTHONHASHSEED: "0" };
const python = await loadPyodide({ indexURL: join(folder, "pyodide"), env, _makeSnapshot: true });
place(python, ...[gunzipSync(read("own")), read("libraries")].map((content) => new Uint8Array(content)));
globalThis.manifold = await clipping();
python.runPython(READ);
python.globals.set("begins", read("begins.json").toString());
// What the answers were made from is let go: a country's paper is in it. Python keeps hold of the last function of the
// browser's that it called: one that every browser has can be in an image
python.runPython(`
import gc, js
from quasiprint.addons.studio import sets
modules, questions = json.loads(begins)
for name in modules:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:  # of a library that browsers do not have
        pass
for question in questions:
    answer(*question)
sets._shops.cache_clear()
gc.collect()
js.Number.isInteger(1)
gc.collect()
`);
writeFileSync(join(folder, "image"), gzipSync(python.makeMemorySnapshot()));
process.exit(0);
