// Builds three.bundle.js: see README.md beside this file. node build.mjs FOLDER, the one in which npm installed.
//
// What viewer.js never asks of three.js is left out, for pages are to be small: headsets, environment maps, shadows,
// renderers into buffers, and the shaders of materials that it does not use. What shaders say in comments goes, too.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2] ?? ".");
const esbuild = createRequire(join(folder, "package.json"))("esbuild");
const three = join(folder, "node_modules", "three");

const still = "enabled = false; isPresenting = false; addEventListener() {} removeEventListener() {} dispose() {}";
const instead = {
  "webxr/WebXRManager.js": `export class WebXRManager { ${still} setAnimationLoop() {} getEnvironmentBlendMode() { return "opaque"; } }`,
  "webgl/WebGLEnvironments.js":
    "export function WebGLEnvironments() { return { get: (map) => map ?? null, dispose() {} }; }",
  "webgl/WebGLShadowMap.js": "export function WebGLShadowMap() { return { enabled: false, type: 1, render() {} }; }",
  "webgl/WebGLOutput.js": "export function WebGLOutput() {}",
  "shaders/DFGLUTData.js": "export function getDFGLUT() { return null; }",
};
const shaders = /(physical|transmission|iridescence|clearcoat|lightprobes|shadowmap|envmap|cube|toon|matcap|distance|sprite|equirect|background|dashed|lut|rect_area|bumpmap|displacementmap|morph|skin)/;

/** Return GLSL without comments, indents and empty lines. */
const plain = (text) => text
  .replace(/\/\*[\s\S]*?\*\//g, "")
  .split("\n").map((line) => line.replace(/\/\/.*$/, "").trim()).filter(Boolean).join("\n");

const lean = {
  name: "lean",
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const name = path.split(sep).join("/");
      if (!name.includes("/three/src/renderers/")) return undefined;
      for (const [end, contents] of Object.entries(instead)) if (name.endsWith(end)) return { contents };
      if (!name.endsWith(".glsl.js")) return undefined;
      const text = readFileSync(path, "utf8");
      const unused = shaders.test(name.split("/").pop());
      const contents = text.replace(/\/\* glsl \*\/\s*`([\s\S]*?)`/g, (_, glsl) => `\`${unused ? "" : plain(glsl) + "\n"}\``);
      return { contents };
    });
  },
};

const version = JSON.parse(readFileSync(join(three, "package.json"), "utf8")).version;
const licence = readFileSync(join(three, "LICENSE"), "utf8").trim();
await esbuild.build({
  entryPoints: [join(here, "three.entry.js")],
  outfile: join(here, "three.bundle.js"),
  bundle: true,
  minify: true,
  format: "iife",
  globalName: "QuasiprintThree",
  target: "es2021",
  charset: "utf8",
  legalComments: "none",
  alias: { three: join(three, "src", "Three.js") },
  plugins: [lean],
  banner: { js: `/*! A part of three.js ${version}, https://threejs.org\n\n${licence} */` },
});
