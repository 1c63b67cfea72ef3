/* Bodies to be turned. What draws them is large, and loaded when somebody wants to see one. */
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
export function viewer() {
  loading ??= script("three.bundle.js").then(() => script("viewer.js"))
    .then(() => (window.QuasiprintViewer.available() ? window.QuasiprintViewer : null));
  return loading;
}

/* A place where bodies are shown, one after the other. */
export class Stage {
  constructor(block, label) {
    this.block = block;
    this.label = label;
    this.view = null;
  }

  /* Show one thing, or all on the table if id is "". Return whether it can be. */
  async show(meshes, id, label) {
    const found = await viewer();
    if (!found) return false;
    this.view ??= found.create(this.block, { label: this.label });
    if (id) this.view.show(meshes, id, label);
    else this.view.showPlate(meshes, meshes.plates[0], label);
    return true;
  }

  close() {
    this.view?.dispose();
    this.view = null;
    this.block.replaceChildren();
  }
}
