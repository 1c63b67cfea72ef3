/* Compiles Python's sources with the Python of the browser, under node: `node compile.mjs FOLDER` reads sources.json there,
   a file's name and its text, and writes compiled.json: the names, and what they are compiled to, in base64. Of Python's
   own library only what is read when Python starts, and what is called chosen. */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: folder });
python.globals.set("given", readFileSync(join(folder, "sources.json"), "utf8"));
writeFileSync(join(folder, "compiled.json"), python.runPython(`
import base64, json, sys
from importlib._bootstrap_external import _code_to_hash_pyc

given, made = json.loads(given), {}
begun = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
for name, text in given["sources"].items():
    if name not in given["chosen"] and name not in begun:
        continue
    try:
        code = compile(text, name, "exec", dont_inherit=True, optimize=0)
    except SyntaxError:  # for another Python, and never read here
        continue
    made[name] = base64.b64encode(_code_to_hash_pyc(code, bytes(8), False)).decode()
json.dumps(made)
`));
process.exit(0);
