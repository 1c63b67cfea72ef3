/* Small pieces of the page. */

/* Return an element. of: its attributes; "on…" listens. Then what is in it: elements, or texts. */
export function el(name, of = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(of)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...inside.filter((one) => one !== null && one !== undefined));
  return made;
}

export const $ = (id) => document.getElementById(id);

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const plain = (text) => String(text).replace(/[&<>"']/g, (sign) => SIGNS[sign]);

let spoken = 0;
/* Tell a screen reader. */
export function say(text) {
  clearTimeout(spoken);
  spoken = setTimeout(() => { $("live").textContent = text; }, 400);
}

let shown = 0;
/* Show a short text for a moment. */
export function toast(text) {
  const box = $("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(shown);
  shown = setTimeout(() => { box.hidden = true; }, 3500);
}

export async function copy(text, told) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = el("textarea", { class: "unseen" });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toast(told);
}

/* Hand a file to the user. */
export function save({ blob, name }) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/* Make a dialog close by its buttons, and by a click beside it. */
export function closing(dialog) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
}
