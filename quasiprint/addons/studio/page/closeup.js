/* One thing seen near: its face with what a caliper reads across it, its body, its back, and its files. */
import { $, el } from "./dom.js";
import { faceSvg } from "./draw.js";
import { handOver } from "./files.js";
import { drawn } from "./leaves.js";
import { Stage } from "./solid.js";
import { t } from "./texts.js";
import { kindOf } from "./words.js";
import { Zoom } from "./zoom.js";

const ALONE = ["stl", "3mf", "step", "obj", "svg", "dxf", "png"]; // formats that have files of one thing
const UNITS = 100; // of a face to a millimetre, y down

/* Return lines of size around a face, as SVG: where a caliper's jaws lie, and what it reads. size: of the letters. */
function sizeLines(lines, [left, top, width, height], size) {
  const gap = 0.9 * size;
  const dot = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const box = [left, top, left + width, top + height];
  const grow = ([x, y]) => { [box[0], box[1], box[2], box[3]] = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)]; };
  const corners = [[left, top], [left + width, top], [left, top + height], [left + width, top + height]];
  const said = lines.map(({ mm, ends, way }) => {
    const [a, b] = ends.map(([x, y]) => [x * UNITS, -y * UNITS]);
    let [from, to, ties] = [a, b, ""];
    if (way.length) { // beside the thing: the jaws are drawn on to where it is written
      const [ux, uy] = [way[0], -way[1]];
      const along = ([x, y]) => x * ux + y * uy;
      const far = Math.min(Math.max(...corners.map(along)), Math.max(along(a), along(b)) + 2 * size) + gap;
      const out = (p) => [p[0] + ux * (far - along(p)), p[1] + uy * (far - along(p))];
      [from, to] = [out(a), out(b)];
      ties = `<path class="tie" d="M${dot(a)}L${dot(from)}M${dot(b)}L${dot(to)}"/>`;
    }
    const [mx, my] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    let turn = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
    if (turn > 90 || turn <= -90) turn += 180;
    for (const p of [from, to]) for (const by of [-size, size]) { grow([p[0] + by, p[1]]); grow([p[0], p[1] + by]); }
    return `<g class="size${way.length ? "" : " corners"}">${ties}${way.length ? "" : `<path class="halo" d="M${dot(from)}L${dot(to)}"/>`}<path class="across" d="M${dot(from)}L${dot(to)}"/>`
      + `<text transform="translate(${dot([mx, my])}) rotate(${turn.toFixed(1)})" y="${(-0.3 * size).toFixed(1)}" font-size="${size}" text-anchor="middle">${mm}</text></g>`;
  }).join("");
  return { said, box: [box[0], box[1], box[2] - box[0], box[3] - box[1]] };
}

export class Closeup {
  /* studio: with transport, about(), fields. */
  constructor(studio) {
    this.studio = studio;
    this.stage = null;
    $("thing").addEventListener("close", () => { this.stage?.close(); this.stage = null; });
  }

  /* Show a thing. thing, face, body: as the engine tells of pieces. */
  async show({ thing, face, body }) {
    const { studio } = this;
    $("thing-title").textContent = thing.name;
    const front = new Zoom({ label: t("thing.face", { name: thing.name }) });
    const picture = el("figure", { class: "closeup" }, front.frame, el("figcaption", {}, t("thing.front"), front.tools));
    this.front(front, face, body, thing);
    const block = el("div", { class: "stage small-stage" });
    const solid = el("figure", { class: "closeup" }, block, el("figcaption", {}, t("thing.body")));
    const facts = el("dl", { class: "facts" });
    const rows = [["id", thing.id], ["kind", kindOf(thing.kind)], thing.shape ? ["shape", kindOf(thing.shape)] : null, thing.marks.length ? ["marks", thing.marks.join(" ")] : null,
      thing.count > 1 ? ["count", String(thing.count)] : null];
    facts.append(...rows.filter(Boolean).flatMap(([name, said]) => [el("dt", {}, t(`thing.${name}`)), el("dd", {}, said)]));
    const closeups = el("div", { class: "closeups" }, picture, solid);
    $("thing-body").replaceChildren(closeups, el("div", { class: "thing-side" }, facts, ...this.files(thing)));
    $("thing").showModal();
    const here = () => $("thing").open && facts.isConnected;
    await Promise.all([
      studio.transport.call("closeup", { ...studio.about(), id: thing.id }).then(({ value }) => {
        if (!here()) return;
        this.front(front, face, body, thing, value.lines);
        facts.append(...value.sizes.flatMap((one) => [el("dt", {}, t(`thing.made-${one.maker}`)),
          el("dd", {}, t("thing.reads", { along: one.along.join(` ${t("thing.and")} `), corners: one.corners, thick: one.thick }))]));
        if (value.back) closeups.append(this.back(value.back, thing));
      }, () => {}),
      studio.transport.call("bodies", { ...studio.about(), ids: [thing.id] }).then(async ({ value }) => {
        if (!here()) return;
        this.stage = new Stage(block, thing.name);
        await this.stage.show(value, t("solid.turned", { name: thing.name }));
      }, () => solid.remove()), // it is not printed
    ]);
  }

  front(zoom, face, body, thing, lines = []) {
    const size = Math.max(60, Math.max(face.box[2], face.box[3]) * 0.055);
    const { said, box } = sizeLines(lines, face.box, size);
    const holder = el("div", { class: "whole" });
    holder.innerHTML = faceSvg(face, body, [t("thing.face", { name: thing.name }), ...lines.map((one) => `${one.mm} mm`)].join(", "));
    const svg = holder.firstElementChild;
    const edge = 30;
    svg.setAttribute("viewBox", [box[0] - edge, box[1] - edge, box[2] + 2 * edge, box[3] + 2 * edge].join(" "));
    svg.insertAdjacentHTML("beforeend", `<g>${said}</g>`);
    zoom.put(holder, box[2] / UNITS, box[3] / UNITS);
  }

  back(svg, thing) {
    const zoom = new Zoom({ label: t("thing.back", { name: thing.name }) });
    const node = drawn(svg, "paper", t("thing.back", { name: thing.name }));
    const [, , width, height] = node.getAttribute("viewBox").split(" ").map(Number);
    const made = el("figure", { class: "closeup" }, zoom.frame, el("figcaption", {}, t("thing.behind"), zoom.tools));
    zoom.put(node, width, height);
    return made;
  }

  /* Return what makes the files of this one thing. */
  files(thing) {
    const { studio } = this;
    const formats = (studio.fields?.fields.find((field) => field.name === "format")?.choices ?? []).map(([name]) => name).filter((name) => ALONE.includes(name));
    const told = el("p", { class: "quiet", role: "status" });
    const take = (format) => handOver(told, (how) => studio.transport.call("files", { ...studio.about(), one: thing.id, format }, how));
    const chips = formats.map((format) => el("button", { type: "button", class: "chip", onclick: () => take(format) }, format.toUpperCase()));
    return [el("h3", {}, t("thing.alone")), el("div", { class: "chips" }, ...chips), told];
  }
}
