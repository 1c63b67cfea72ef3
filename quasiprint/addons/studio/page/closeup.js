/* One piece seen near: its face, its body, and its files. */
import { $, el } from "./dom.js";
import { faceSvg } from "./draw.js";
import { handOver } from "./files.js";
import { Stage } from "./solid.js";
import { t } from "./texts.js";
import { kindOf } from "./words.js";

const ALONE = ["stl", "3mf", "step", "obj", "svg", "dxf", "png"]; // formats that have files of one piece

export class Closeup {
  /* studio: with transport, about(), fields. */
  constructor(studio) {
    this.studio = studio;
    this.stage = null;
    $("thing").addEventListener("close", () => { this.stage?.close(); this.stage = null; });
  }

  /* Show a piece. thing, face, body: as the engine tells of pieces. */
  async show({ thing, face, body }) {
    const { studio } = this;
    $("thing-title").textContent = thing.name;
    const front = el("div", { class: "front" });
    front.innerHTML = faceSvg(face, body, t("thing.face", { name: thing.name }));
    const block = el("div", { class: "stage small-stage" });
    const figure = (inside, name) => el("figure", { class: "closeup" }, inside, el("figcaption", {}, t(`thing.${name}`)));
    const solid = figure(block, "body");
    const rows = [["id", thing.id], ["kind", kindOf(thing.kind)], thing.shape ? ["shape", kindOf(thing.shape)] : null, thing.marks.length ? ["marks", thing.marks.join(" ")] : null,
      thing.count > 1 ? ["count", String(thing.count)] : null];
    const facts = el("dl", { class: "facts" }, ...rows.filter(Boolean).flatMap(([name, said]) => [el("dt", {}, t(`thing.${name}`)), el("dd", {}, said)]));
    $("thing-body").replaceChildren(el("div", { class: "closeups" }, figure(front, "front"), solid), el("div", { class: "thing-side" }, facts, ...this.files(thing)));
    $("thing").showModal();
    try {
      const { value } = await studio.transport.call("bodies", { ...studio.about(), ids: [thing.id] });
      if (!$("thing").open || !facts.isConnected) return;
      this.stage = new Stage(block, thing.name);
      await this.stage.show(value, t("solid.turned", { name: thing.name }));
    } catch {
      solid.remove(); // it is not printed
    }
  }

  /* Return what makes the files of this piece alone. */
  files(thing) {
    const { studio } = this;
    const formats = (studio.fields?.fields.find((field) => field.name === "format")?.choices ?? []).map(([name]) => name).filter((name) => ALONE.includes(name));
    const told = el("p", { class: "quiet", role: "status" });
    const take = (format) => handOver(told, (how) => studio.transport.call("files", { ...studio.about(), one: thing.id, format }, how));
    const chips = formats.map((format) => el("button", { type: "button", class: "chip", onclick: () => take(format) }, format.toUpperCase()));
    return [el("h3", {}, t("thing.alone")), el("div", { class: "chips" }, ...chips), told];
  }
}
