/* A design as an address: #game?option=value&… — so that a link is a design. */

export function read(hash) {
  const [game, words = ""] = hash.replace(/^#/, "").split("?");
  const settings = {};
  for (const [name, value] of new URLSearchParams(words)) {
    if (/^[a-z][a-z-]{0,30}$/.test(name) && value.trim()) settings[name] = value;
  }
  return { game: decodeURIComponent(game), settings };
}

export function write(game, settings) {
  const words = new URLSearchParams(Object.entries(settings).filter(([, value]) => value !== ""));
  const said = words.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return `#${encodeURIComponent(game)}${said ? `?${said}` : ""}`;
}

export const same = (a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
