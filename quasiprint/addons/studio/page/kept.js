/* Games that are kept: one for each set that is played with, in this browser; and a game as a link. */

const KEY = "quasiprint-game-";

/* Return what was kept of a set: {saved, told}, null for nothing. aside: the one that a link put aside. */
export function kept(game, aside = false) {
  try {
    const found = JSON.parse(localStorage.getItem(`${KEY}${aside ? "aside-" : ""}${game}`));
    return typeof found?.saved === "string" ? { saved: found.saved, told: Array.isArray(found.told) ? found.told.map(String) : [] } : null;
  } catch {
    return null; // nothing is kept where a browser keeps nothing
  }
}

export function keep(game, found, aside = false) {
  const key = `${KEY}${aside ? "aside-" : ""}${game}`;
  try {
    if (found) localStorage.setItem(key, JSON.stringify(found));
    else localStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing plays all the same
  }
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/* Return a text as letters of an address. */
export async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/* Return the text again; "" for letters that hold none. */
export async function unpacked(letters) {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
  } catch {
    return "";
  }
}
