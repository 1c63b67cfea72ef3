/* Bodies to be turned. What draws them is large, and loaded when somebody wants to see one. Where they cannot be drawn,
   that is said, and what lies flat is shown in their place. */
import { el } from "./dom.js";
import { t } from "./texts.js";

let loading = null;

function script(name) {
  return new Promise((resolve, reject) => {
    const made = document.createElement("script");
    made.src = name;
    made.onload = resolve;
    made.onerror = () => reject(new Error(`${name} cannot be loaded`));
    document.head.append(made);
  });
}

/* Return the viewer's functions, or null where this browser draws no bodies. */
function viewer() {
  loading ??= script("three.bundle.js").then(() => import("./viewer.js")).then((found) => (found.available() ? found : null))
    .catch(() => { loading = null; return null; });
  return loading;
}

/* A place where bodies are shown, one after the other. */
export class Stage {
  /* flat: returns a promise of what is shown where no bodies can be drawn. */
  constructor(block, label, flat = async () => null) {
    Object.assign(this, { block, label, flat, view: null, round: 0 });
  }

  /* Show all that lies on the table. Return whether it can be. */
  async show(meshes, label) {
    const round = (this.round += 1);
    const found = await viewer();
    if (round !== this.round) return Boolean(this.view);
    try {
      if (!found) throw new Error("no WebGL");
      if (!this.view) {
        this.block.replaceChildren();
        this.view = found.create(this.block, { label: this.label });
        this.view.canvas.addEventListener("webglcontextlost", () => this.fail());
      }
      this.view.show(meshes, meshes.plates[0], label);
      return true;
    } catch {
      this.fail();
      return false;
    }
  }

  /* Say that nothing can be turned here, and show what lies flat. */
  fail() {
    if (this.failing) return;
    this.failing = true;
    this.close();
    const flat = el("div", { class: "flat" }, el("p", { class: "quiet", role: "status" }, t("solid.none")));
    this.block.replaceChildren(flat);
    this.flat().then((made) => made && flat.append(made), () => {}); // nobody waits for a picture of another design
    this.failing = false;
  }

  close() {
    this.round += 1;
    this.view?.dispose();
    this.view = null;
    this.block.replaceChildren();
  }
}

/* The whole set in 3D: every part as often as it is made. */
export class Solid {
  /* flat: see `Stage`. */
  constructor(panel, flat) {
    this.panel = panel;
    this.note = el("p", { class: "quiet lead" });
    this.block = el("div", { class: "stage" });
    this.stage = new Stage(this.block, t("solid.label"), flat);
  }

  /* meshes: the engine's answer to "bodies"; label: what is shown. */
  async show(meshes, label) {
    if (!this.block.isConnected) this.panel.replaceChildren(this.note, this.block);
    const [{ items }] = meshes.plates;
    const shown = items.length < meshes.parts ? t("solid.first", { count: items.length, all: meshes.parts }) : t("solid.all", { count: meshes.parts });
    this.note.textContent = shown;
    if (await this.stage.show(meshes, label)) this.note.textContent = `${shown} ${t("solid.lead")}`;
  }
}
