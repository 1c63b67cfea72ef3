/* Pictures from what the engine tells: faces, and where they lie. Lengths are hundredths of a millimetre, y down. */
import { plain } from "./dom.js";

const BODY = { laser: "#e3c795", paper: "#ffffff" };

function layers(face) {
  return face.layers.map(([what, colour, rim, d]) => {
    if (what === "line") return `<path class="line" d="${d}"/>`;
    if (what === "cut") return `<path class="cut" d="${d}"/>`;
    const edge = rim ? ` stroke="${plain(rim)}" stroke-width="15"` : "";
    return `<path class="${what}" fill="${plain(colour)}" fill-rule="evenodd"${edge} d="${d}"/>`;
  }).join("");
}

export const inside = (face, body) => `<path class="body" fill="${plain(body)}" d="${face.outline}"/>${layers(face)}`;

/* Return one face as SVG. */
export function faceSvg(face, body, label = "") {
  const [left, top, width, height] = face.box;
  const edge = 30;
  const box = `${left - edge} ${top - edge} ${width + 2 * edge} ${height + 2 * edge}`;
  const named = label ? ` role="img" aria-label="${plain(label)}"` : ' aria-hidden="true"';
  return `<svg class="face" viewBox="${box}"${named}>${inside(face, body)}</svg>`;
}

let numbered = 0;

/* Return a sheet, a plate or a leaf as SVG. part: with faces, body, look, margin, kept; one: of part.laid. */
export function laidSvg(part, one, label) {
  numbered += 1;
  const name = `laid-${numbered}`;
  const [wide, high] = [one.width * 100, one.height * 100];
  const body = BODY[part.look] ?? part.body;
  const used = new Set(one.items.map(([face]) => face));
  const faces = [...used].map((at) => `<g id="${name}-${at}" class="${part.look}">${inside(part.faces[at], body)}</g>`).join("");
  const lying = one.items.map(([at, x, y, angle]) => {
    const turn = angle ? ` rotate(${-angle})` : "";
    return `<use href="#${name}-${at}" transform="translate(${Math.round(x * 100)} ${Math.round((one.height - y) * 100)})${turn}"/>`;
  }).join("");
  const boxes = [...(part.kept ?? []).map((box) => ["kept", box]), ...(one.tower ? [["tower", one.tower]] : [])];
  const taken = boxes.map(([what, [l, b, r, t]]) =>
    `<rect class="${what}" x="${l * 100}" y="${(one.height - t) * 100}" width="${(r - l) * 100}" height="${(t - b) * 100}"/>`).join("");
  const m = (part.margin ?? 0) * 100;
  const rim = m ? `<rect class="margin" x="${m}" y="${m}" width="${wide - 2 * m}" height="${high - 2 * m}"/>` : "";
  return `<svg class="ground ${part.look}" viewBox="0 0 ${wide} ${high}" role="img" aria-label="${plain(label)}"><defs>${faces}</defs>`
    + `<rect class="stock" width="${wide}" height="${high}" rx="${part.look === "printer" ? 400 : 0}"/>${rim}${taken}${lying}</svg>`;
}
