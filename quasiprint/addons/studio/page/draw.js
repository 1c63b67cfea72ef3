/* Pictures of faces from what the engine tells. Lengths are hundredths of a millimetre, y down. */
import { plain } from "./dom.js";

const layer = ([fill, stroke, width, d]) => `<path fill="${plain(fill)}" fill-rule="evenodd" stroke="${plain(stroke)}" stroke-width="${width}" d="${d}"/>`;

export const inside = (face, body) => `<path class="body" fill="${plain(body)}" d="${face.outline}"/>${face.layers.map(layer).join("")}`;

/* Return one face as SVG. */
export function faceSvg(face, body, label = "") {
  const [left, top, width, height] = face.box;
  const edge = 30;
  const box = `${left - edge} ${top - edge} ${width + 2 * edge} ${height + 2 * edge}`;
  const named = label ? ` role="img" aria-label="${plain(label)}"` : ' aria-hidden="true"';
  return `<svg class="face" viewBox="${box}"${named}>${inside(face, body)}</svg>`;
}
