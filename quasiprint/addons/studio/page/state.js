/* A design as an address: #game?option=value&… — so that a link is a design. Behind the game stands which page of it is
   meant: #game/cover, #game/make, #game/play; without one it is the whole studio. # alone is all the covers. A game that is
   played may follow, as play.js packs it: #game/play/POSITION. */

export const COVERS = "covers"; // the page of no game
const PAGES = ["cover", "make", "play"];

export function read(hash) {
  const [where, words = ""] = hash.replace(/^#/, "").split("?");
  const [game, page = "", position = ""] = where.split("/");
  const settings = {};
  for (const [name, value] of new URLSearchParams(words)) {
    if (/^[a-z][a-z-]{0,30}$/.test(name) && value.trim()) settings[name] = value;
  }
  return { game: decodeURIComponent(game), page: game ? (PAGES.includes(page) ? page : "") : COVERS, settings, position };
}

export function write(game, settings, page = "") {
  const words = new URLSearchParams(Object.entries(settings).filter(([, value]) => value !== ""));
  const said = words.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return `#${encodeURIComponent(game)}${page ? `/${page}` : ""}${said ? `?${said}` : ""}`;
}

/* Whether settings are the same. */
export const same = (a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
