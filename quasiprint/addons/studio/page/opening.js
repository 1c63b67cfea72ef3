/* Brings a design back: a set's archive, its manifest, a set file or a project file, opened or dropped on the page. What
   it says, the engine knows; of an archive only the manifest is read, and what was kept with the set. */
import { $, closing, el, toast } from "./dom.js";
import { write } from "./state.js";
import { hasText, t } from "./texts.js";
import { entries, text } from "./unzip.js";

const MANIFEST = "manifest.json";
const SENT = ["game", "version", "parameters", "seed", "part"]; // of a manifest: the rest are the set's files
const MOST = 1 << 26; // bytes of a manifest
const FEW = 1 << 17; // bytes of what was kept with a set, and of a file alone
const KEPT = /^source\/.+[^/]$/;

/* Return how something is called that is not the same: a part of what a set is made with, an option, or a profile. */
function named(one) {
  if (hasText(`part.${one}`)) return t(`part.${one}`);
  return hasText(`option.${one}.label`) ? t(`option.${one}.label`) : one;
}

class Unreadable extends Error {}

/* Return what the engine is asked of a file. */
async function asked(file) {
  if (/\.toml$/i.test(file.name)) {
    if (file.size > FEW) throw new Unreadable(t("opening.too-large"));
    return { file: await file.text(), name: file.name.slice(0, 200) };
  }
  if (/\.json$/i.test(file.name)) {
    if (file.size > MOST) throw new Unreadable(t("opening.too-large"));
    return ofManifest(await file.text(), {});
  }
  return ofArchive(file);
}

/* Return what an archive says: its manifest, and the small files that were kept with the set. */
async function ofArchive(file) {
  try {
    const every = await entries(file);
    const own = every.filter(({ name }) => name === MANIFEST || name.endsWith(`/${MANIFEST}`)).sort((a, b) => a.name.length - b.name.length)[0];
    if (!own) throw new Unreadable(t("opening.no-manifest"));
    const folder = own.name.slice(0, -MANIFEST.length);
    const sources = {};
    let left = FEW;
    for (const one of every) {
      const name = one.name.slice(folder.length);
      if (!one.name.startsWith(folder) || !KEPT.test(name) || one.size > left) continue;
      sources[name] = await text(file, one, left);
      left -= one.size;
    }
    return ofManifest(await text(file, own, MOST), sources);
  } catch (problem) {
    if (problem instanceof Unreadable) throw problem;
    throw new Unreadable(t("opening.strange")); // whatever the archive's list or the browser says of it
  }
}

function ofManifest(content, sources) {
  let told;
  try {
    told = JSON.parse(content);
  } catch {
    throw new Unreadable(t("opening.no-manifest"));
  }
  return { manifest: JSON.stringify(Object.fromEntries(SENT.filter((key) => told?.[key] !== undefined).map((key) => [key, told[key]]))), sources };
}

export class Opening {
  constructor(transport) {
    this.transport = transport;
    closing($("opened"));
    $("open").addEventListener("click", () => $("open-file").click());
    $("open-file").addEventListener("change", () => {
      const [file] = $("open-file").files;
      $("open-file").value = ""; // the same one may be opened again
      if (file) this.take(file);
    });
    this.zone();
  }

  /* Let files be dropped anywhere on the page. */
  zone() {
    const isFile = (event) => [...(event.dataTransfer?.items ?? [])].some(({ kind }) => kind === "file");
    const show = (on) => { $("drop").hidden = !on; };
    for (const name of ["dragenter", "dragover"]) {
      addEventListener(name, (event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        show(true);
      });
    }
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) show(false); });
    addEventListener("drop", (event) => {
      show(false);
      if (!isFile(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) this.take(file);
    });
  }

  /* Take the design of a file. */
  async take(file) {
    toast(t("opening.reading", { name: file.name }));
    try {
      const { value } = await this.transport.call("recall", await asked(file), { progress: (text) => { if (text) toast(text); } });
      location.hash = write(value.game, value.settings);
      if (value.differs.length) this.say(t("opening.nearly"), t("opening.differs", { name: file.name }), value.differs);
      else toast(t("opening.opened", { name: file.name }));
    } catch (problem) {
      this.say(t("opening.failed", { name: file.name }), problem.message, []);
    }
  }

  say(title, words, list) {
    $("toast").hidden = true;
    $("opened-title").textContent = title;
    $("opened-body").replaceChildren(el("p", {}, words), list.length ? el("ul", {}, ...list.map((one) => el("li", {}, named(one)))) : "");
    $("opened").showModal();
  }
}
