/* Reads a few files of a ZIP archive: its end, its list, and these. The rest is not read, however large it is. */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const FILE = 0x04034b50;
const TAIL = 65557; // bytes: the end, and the longest note behind it
const LIST = 1 << 25; // bytes of a list at most

class NoArchive extends Error {}

const view = async (blob) => new DataView(await blob.arrayBuffer());

/* Return the entries of an archive: name, bytes, bytes as they are packed, how, and where. Throws NoArchive. */
export async function entries(blob) {
  const tail = await view(blob.slice(Math.max(0, blob.size - TAIL)));
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new NoArchive("end");
  const length = tail.getUint32(end + 12, true);
  const begin = tail.getUint32(end + 16, true);
  if (length > LIST || begin + length > blob.size) throw new NoArchive("list");
  const list = await view(blob.slice(begin, begin + length));
  const found = [];
  for (let at = 0; at + 46 <= length; ) {
    if (list.getUint32(at, true) !== ENTRY) throw new NoArchive("entry");
    const [named, extra, noted] = [28, 30, 32].map((offset) => list.getUint16(at + offset, true));
    const name = new TextDecoder().decode(new Uint8Array(list.buffer, at + 46, Math.min(named, length - at - 46)));
    found.push({ name, method: list.getUint16(at + 10, true), packed: list.getUint32(at + 20, true), size: list.getUint32(at + 24, true), at: list.getUint32(at + 42, true) });
    at += 46 + named + extra + noted;
  }
  return found;
}

/* Return the text of an entry. most: bytes that it may have. Throws NoArchive, or what the browser says of bad bytes. */
export async function text(blob, entry, most) {
  const head = await view(blob.slice(entry.at, entry.at + 30));
  if (head.byteLength < 30 || head.getUint32(0, true) !== FILE || ![0, 8].includes(entry.method)) throw new NoArchive("file");
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
      throw new NoArchive("size");
    }
    parts.push(value);
  }
}
