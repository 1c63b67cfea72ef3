/* Brings a design back: a set's archive, its manifest, a set file or a project file, opened or dropped on the page. What
   it says, the engine knows; of an archive only the manifest is read, and what was kept with the set. */
import { $, closing, el, toast } from "./dom.js";
import { write } from "./state.js";
import { hasText, t } from "./texts.js";

const MANIFEST = "manifest.json";
const SENT = ["game", "version", "parameters", "seed", "part"]; // of a manifest: the rest are the set's files
const MOST = 1 << 26; // bytes of a manifest
const FEW = 1 << 17; // bytes of what was kept with a set, and of a file alone
const KEPT = /^source\/.+[^/]$/;
const [END, ENTRY, FILE] = [0x06054b50, 0x02014b50, 0x04034b50]; // with what these begin in an archive
const TAIL = 65557; // bytes: an archive's end, and the longest note behind it
const LIST = 1 << 25; // bytes of an archive's list at most

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

/* Reads a few files of a ZIP archive: its end, its list, and these. The rest is not read, however large it is. */
const view = async (blob) => new DataView(await blob.arrayBuffer());

/* Return the entries of an archive: name, bytes, bytes as they are packed, how, and where. Throws an Error for what is none. */
async function entries(blob) {
  const tail = await view(blob.slice(Math.max(0, blob.size - TAIL)));
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new Error("end");
  const length = tail.getUint32(end + 12, true);
  const begin = tail.getUint32(end + 16, true);
  if (length > LIST || begin + length > blob.size) throw new Error("list");
  const list = await view(blob.slice(begin, begin + length));
  const found = [];
  for (let at = 0; at + 46 <= length; ) {
    if (list.getUint32(at, true) !== ENTRY) throw new Error("entry");
    const [named, extra, noted] = [28, 30, 32].map((offset) => list.getUint16(at + offset, true));
    const name = new TextDecoder().decode(new Uint8Array(list.buffer, at + 46, Math.min(named, length - at - 46)));
    found.push({ name, method: list.getUint16(at + 10, true), packed: list.getUint32(at + 20, true), size: list.getUint32(at + 24, true), at: list.getUint32(at + 42, true) });
    at += 46 + named + extra + noted;
  }
  return found;
}

/* Return the text of an entry. most: bytes that it may have. Throws an Error for what is none. */
async function text(blob, entry, most) {
  const head = await view(blob.slice(entry.at, entry.at + 30));
  if (head.byteLength < 30 || head.getUint32(0, true) !== FILE || ![0, 8].includes(entry.method)) throw new Error("file");
  const begin = entry.at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const held = blob.slice(begin, begin + entry.packed);
  const stream = entry.method ? held.stream().pipeThrough(new DecompressionStream("deflate-raw")) : held.stream();
  const reader = stream.getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("size");
    }
    parts.push(value);
  }
}
