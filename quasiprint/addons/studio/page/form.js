/* The form, from what the engine tells of a game's options. Values are the words of the command line. */
import { el, plain } from "./dom.js";
import { t } from "./texts.js";

const STEPPED = new Set(["number", "length"]);
const HINTS = { only: "0-0-1:2, samples", price: "printer=22, laser=20", tabs: "2x0.3", "back-offset": "0.4,-0.3", board: "5-0MJ-1" };
const OPEN = 1; // groups that are open at first

export class Form {
  /* root: where the fields go. changed: called with the settings after each change; committed: whether somebody is done
     with a field, and not in the middle of a word. */
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    this.controls = new Map();
    this.settings = {};
  }

  show(form) {
    this.controls.clear();
    this.root.replaceChildren();
    this.form = form;
    form.groups.forEach((name, at) => {
      const fields = form.fields.filter((field) => field.group === name);
      const count = el("span", { class: "count", hidden: true });
      const group = el("details", { class: "group card", open: at < OPEN },
        el("summary", {}, el("h3", {}, form.titles[name]), count));
      const inside = el("div", { class: "group-fields" });
      fields.forEach((field) => inside.append(this.field(field, form.usual[field.name] ?? field.meant)));
      group.append(inside);
      this.root.append(group);
      for (const field of fields) Object.assign(this.controls.get(field.name), { group, count });
    });
  }

  field(field, usual) {
    const id = `field-${field.name}`;
    const control = { field, parts: [] };
    this.controls.set(field.name, control);
    const wrong = el("p", { class: "wrong", lang: "en", id: `${id}-wrong`, hidden: true });
    const help = el("p", { class: "help", id: `${id}-help` }, field.help);
    const back = el("button", {
      type: "button", class: "back", hidden: true, "aria-label": t("form.reset-it", { name: field.label }), title: t("form.reset"),
      onclick: () => this.set(field.control === "file" ? `${field.name}-text` : field.name, "", true),
    }, "↺");
    const input = this.input(field, usual, id, control);
    const grouped = ["profiles", "several"].includes(field.control) || input.dataset.grouped;
    const label = grouped
      ? el("span", { class: "label", id: `${id}-label` }, field.label)
      : el("label", { for: id }, field.label);
    if (grouped) {
      input.setAttribute("role", "group");
      input.setAttribute("aria-labelledby", `${id}-label`);
    }
    const block = el("div", { class: "setting", "data-control": field.control, "data-name": field.name },
      el("div", { class: "setting-head" }, label, el("code", { class: "flag" }, `--${field.name}`), back), input, help, wrong);
    Object.assign(control, { block, wrong, back });
    return block;
  }

  input(field, usual, id, control) {
    const said = `${id}-help ${id}-wrong`;
    const typed = (value, committed = false) => this.set(field.name, value, committed);
    if (field.control === "flag") {
      const box = el("input", { type: "checkbox", id, class: "toggle", "aria-describedby": said,
        onchange: () => typed(box.checked ? "yes" : "", true) });
      control.put = (value) => { box.checked = value === "yes"; };
      return el("span", { class: "toggled" }, box);
    }
    if (field.control === "choice") return this.choice(field, usual, id, control, typed, said);
    if (field.control === "several") {
      const chips = field.choices.map(([name, , label]) => el("button", { type: "button", class: "chip", "aria-pressed": "false", "data-value": name,
        onclick: (event) => {
          const on = new Set(split(this.settings[field.name]));
          if (!on.delete(name)) on.add(name);
          typed(field.choices.map(([one]) => one).filter((one) => on.has(one)).join(","), true);
          event.currentTarget.focus();
        } }, label));
      control.put = (value) => {
        const on = split(value);
        chips.forEach((chip) => chip.setAttribute("aria-pressed", String(on.includes(chip.dataset.value))));
      };
      return el("div", { class: "chips" }, ...chips);
    }
    if (field.control === "profiles") return this.profiles(field, id, control, typed);
    if (field.control === "file") return this.file(field, id, control, said);
    if (field.control === "source") return this.source(field, id, control, said);
    const number = STEPPED.has(field.control);
    const box = el("input", { type: "text", id, inputmode: number ? "decimal" : null, placeholder: usual || HINTS[field.name] || "",
      "aria-describedby": said, spellcheck: "false",
      oninput: () => typed(box.value), onchange: () => typed(box.value.trim(), true) });
    control.put = (value) => { if (box.value !== value) box.value = value; };
    if (!number) return box;
    const step = (by) => {
      const from = parseFloat(box.value || usual) || 0;
      const unit = field.whole ? 1 : from < 2 ? 0.05 : 0.5;
      let to = Math.round((from + by * unit) * 1000) / 1000;
      if (field.least !== null) to = Math.max(field.least, to);
      if (field.most !== null) to = Math.min(field.most, to);
      box.value = String(Math.max(0, to));
      typed(box.value, true);
    };
    box.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (by) { event.preventDefault(); step(by); }
    });
    return el("span", { class: "stepper" },
      el("button", { type: "button", class: "step", "aria-label": t("form.less", { name: field.label }), onclick: () => step(-1) }, "−"), box,
      field.control === "length" ? el("span", { class: "unit", "aria-hidden": "true" }, "mm") : null,
      el("button", { type: "button", class: "step", "aria-label": t("form.more", { name: field.label }), onclick: () => step(1) }, "+"));
  }

  choice(field, usual, id, control, typed, said) {
    const many = field.choices.length > 4;
    if (!many) {
      const chips = field.choices.map(([value, , label]) => el("button", { type: "button", class: "chip", "aria-pressed": "false", "data-value": value,
        onclick: () => typed(value === field.default ? "" : value, true) }, label));
      control.put = (value) => chips.forEach((chip) =>
        chip.setAttribute("aria-pressed", String(chip.dataset.value === (value || field.default))));
      return el("div", { class: "chips", "data-grouped": "yes" }, ...chips);
    }
    const named = field.choices.find(([value]) => value === usual)?.[2] ?? usual;
    const box = el("select", { id, "aria-describedby": said, onchange: () => typed(box.value, true) },
      el("option", { value: "" }, usual ? t("form.usual", { value: named }) : t("form.usual-alone")),
      ...field.choices.filter(([value]) => value !== field.default).map(([value, , label]) => el("option", { value }, label)));
    control.put = (value) => choose(box, value);
    return box;
  }

  profiles(field, id, control, typed) {
    const known = new Map();
    const rows = field.kinds.filter(({ names, usual }) => names.some(([name]) => name !== usual)).map(({ kind, label, names, usual }, at) => {
      names.forEach(([name]) => known.set(name, kind));
      const box = el("select", { id: `${id}-${at}`, onchange: () => {
        const rest = split(this.settings[field.name]).filter((name) => known.get(name) !== kind);
        typed([...rest, box.value].filter(Boolean).join(","), true);
      } }, el("option", { value: "" }, usual ? t("form.usual", { value: usual }) : t("form.none")),
      ...names.filter(([name]) => name !== usual).map(([name, line]) => el("option", { value: name, title: line }, `${name} · ${line}`)));
      return { kind, box, row: el("div", { class: "profile" }, el("label", { for: box.id }, label), box) };
    });
    control.put = (value) => {
      const names = split(value);
      rows.forEach(({ kind, box }) => choose(box, names.find((name) => known.get(name) === kind) ?? ""));
    };
    return el("div", { class: "profiles-rows" }, ...rows.map(({ row }) => row));
  }

  source(field, id, control, said) {
    const box = el("input", { type: "text", id, placeholder: HINTS[field.name] ?? "", "aria-describedby": said, spellcheck: "false",
      oninput: () => { this.settings[`${field.name}-text`] = ""; this.set(field.name, box.value); },
      onchange: () => this.set(field.name, box.value, true) });
    const text = el("textarea", { rows: "6", spellcheck: "false", "aria-label": t("form.written", { name: field.label }),
      oninput: () => { this.settings[field.name] = ""; this.set(`${field.name}-text`, text.value); },
      onchange: () => this.set(`${field.name}-text`, text.value, true) });
    control.put = () => {
      if (box.value !== (this.settings[field.name] ?? "")) box.value = this.settings[field.name] ?? "";
      const own = this.settings[`${field.name}-text`] ?? "";
      if (text.value !== own) text.value = own;
    };
    return el("div", { class: "source-rows" }, box, el("details", {}, el("summary", { class: "small" }, t("form.write")), text));
  }

  /* A file, written out; what it holds at first is an example. */
  file(field, id, control, said) {
    const name = `${field.name}-text`;
    const text = el("textarea", { rows: "18", id, spellcheck: "false", "aria-describedby": said,
      oninput: () => this.set(name, text.value === field.default ? "" : text.value),
      onchange: () => this.set(name, text.value === field.default ? "" : text.value, true) });
    control.put = () => {
      const own = this.settings[name] || field.default;
      if (text.value !== own) text.value = own;
    };
    return text;
  }

  /* Take a value, as if it had been typed. */
  set(name, value, committed = false) {
    const next = { ...this.settings, [name]: value };
    const control = this.controls.get(name);
    if (value) for (const other of control?.field.excludes ?? []) delete next[other];
    for (const [key, one] of Object.entries(next)) if (!one.trim()) delete next[key];
    this.put(next);
    this.changed(next, committed);
  }

  /* Show settings. */
  put(settings) {
    this.settings = settings;
    const counts = new Map();
    for (const [name, control] of this.controls) {
      const value = settings[name] ?? "";
      control.put(value);
      const changed = Boolean(value || settings[`${name}-text`]);
      control.block.classList.toggle("changed", changed);
      control.back.hidden = !changed;
      const out = [...this.controls.values()].some((other) => settings[other.field.name] && other.field.excludes.includes(name));
      control.block.classList.toggle("excluded", out);
      counts.set(control.count, (counts.get(control.count) ?? 0) + changed);
    }
    for (const [count, number] of counts) {
      count.hidden = !number;
      count.textContent = t("form.changed", { count: number });
    }
  }

  /* Say what is wrong with settings, by their names. Return the sentences for which there is no field. */
  wrong(sentences) {
    const left = new Map(sentences);
    for (const [key, control] of this.controls) {
      const names = [key, `${key}-text`].filter((name) => sentences.has(name));
      const here = names.length > 0;
      names.forEach((name) => left.delete(name));
      control.wrong.hidden = !here;
      control.wrong.textContent = names.map((name) => sentences.get(name)).join(" ");
      control.block.classList.toggle("is-wrong", here);
      control.block.querySelectorAll("input, select, textarea").forEach((box) => box.setAttribute("aria-invalid", String(here)));
      if (here) for (const folded of [control.group, control.group.closest("#more")]) if (folded) folded.open = true;
    }
    return [...left.values()];
  }
}

/* Return words with commas between them. */
export const split = (value) => (value ?? "").split(",").map((one) => one.trim()).filter(Boolean);

/* Choose in a box, even what it has no option for: an address may say anything. */
function choose(box, value) {
  if (value && ![...box.options].some((option) => option.value === value)) box.append(el("option", { value }, plain(value)));
  if (box.value !== value) box.value = value;
}
