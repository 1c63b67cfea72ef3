/* Python in the browser. It asks for the files of this folder and for nothing else. What draws is unpacked first; what
   typesets is large, and is unpacked when something is to be made, or when there is time. */
import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE = "/lib/python3.14/site-packages";
const queue = [];
const tell = (told) => postMessage({ told });
const bytes = async (name) => {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};
let late = null;
let running = false;

async function begun() {
  tell("Python is being loaded …");
  const parts = await (await fetch("parts.json")).json();
  const [python, manifold, first] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
    import("./manifold/manifold.js").then(async ({ default: load }) => {
      const made = await load();
      made.setup();
      return made;
    }),
    Promise.all(parts.first.map(bytes)),
  ]);
  globalThis.manifold = manifold;
  first.forEach((content) => python.unpackArchive(content, "zip", { extractDir: SITE }));
  python.runPython(`
import importlib, json
importlib.invalidate_caches()
from quasiprint.studio.engine import answer

def ask(name, value, tell):
    made = answer(name, json.loads(value), tell)
    return json.dumps(made.value), made.content, made.name, made.media
`);
  const rest = async () => {
    tell("What typesets is being loaded …");
    for (const content of await Promise.all(parts.late.map(bytes))) {
      python.unpackArchive(content, "zip", { extractDir: SITE });
    }
    python.runPython("importlib.invalidate_caches()");
  };
  return { ask: python.globals.get("ask"), rest, long: new Set(parts.long) };
}

const ready = begun();

async function next() {
  if (running || !queue.length) return;
  running = true;
  const { number, name, value } = queue.shift();
  try {
    const { ask, rest, long } = await ready;
    if (long.has(name)) await (late ??= rest());
    const made = ask(name, value, tell);
    const [json, content, file, media] = made;
    const own = content ? content.toJs() : null;
    postMessage({ number, value: json, content: own, file: own ? file : "", media }, own ? [own.buffer] : []);
    content?.destroy();
    made.destroy();
  } catch (problem) {
    postMessage({ number, problem: String(problem.message ?? problem).trim().split("\n").pop().slice(0, 300) });
  }
  running = false;
  setTimeout(next);
}

addEventListener("message", ({ data }) => {
  if (data.forget) {
    const at = queue.findIndex((one) => one.number === data.forget);
    if (at >= 0) queue.splice(at, 1);
    return;
  }
  queue.push(data);
  next();
});
