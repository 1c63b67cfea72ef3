/* The simple form: what somebody has, how the set shall be, and its colours. Each choice is settings, as the engine
   tells of them; the whole form stands below it, and shows the same. */
import { $, el } from "./dom.js";
import { split } from "./form.js";
import { Own } from "./own.js";
import { hasText, t } from "./texts.js";

const PROFILE = "profile", FORMAT = "format";
const ICONS = {
  printer: "M4 3h16v18H4zM4 17h16M8 3v3h8V3M12 6v3M9 17v-3h6v3",
  laser: "M3 5h18M10 5v4h4V5M12 9v6M3 19h18M12 15l-3 1.500M12 15l3 1.500M7 19v-2M17 19v-2",
  paper: "M6 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM6 21a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM8 7l12 10M8 17L20 7",
};
const without = (settings, names) => Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));

export class Simple {
  /* studio: with game, settings, form, files, fields */
  constructor(root, studio) {
    this.root = root;
    this.studio = studio;
    // while the great button is in sight, the bar does not repeat it
    this.seen = new IntersectionObserver(([one]) => document.body.classList.toggle("takes-twice", one.isIntersecting));
  }

  /* Ask what a game's form has to be asked. */
  show(form) {
    this.form = form.simple;
    this.game = form.game;
    this.own?.leave();
    this.own = form.shelf.length ? new Own(this.studio, form) : null;
    this.kinds = form.fields.find((field) => field.control === "profiles")?.kinds ?? [];
    this.labels = Object.fromEntries(form.fields.map((field) => [field.name, field.label]));
    this.asked = this.form.presets.flatMap((preset) => Object.keys(preset.settings));
    this.chosen = [];
    this.which = el("div", { class: "which" });
    this.progress = el("div", { class: "progress card", hidden: true });
    this.taken = el("div", { class: "simple-take" });
    this.seen.disconnect();
    this.seen.observe(this.taken);
    const { have, presets, palettes } = this.form;
    const part = (key, name, cards) => (cards.length > 1 ? el("fieldset", { class: `simple-part ${name}` }, el("legend", {}, t(key)), el("div", { class: "cards" }, ...cards)) : null);
    this.root.replaceChildren(...[
      ...(this.own?.parts ?? []),
      part("simple.have", "have", have.map((one) => this.card("have", one.maker, t(`simple.${one.maker}`), icon(one.maker), () => this.machine(one)))),
      this.which,
      part("simple.how", "how", presets.map((one) => this.card("how", one.name, t(`simple.${one.name}`), el("small", {}, this.meaning(one)), () => this.preset(one)))),
      part("simple.colours", "colours", palettes.map((one) => this.card("colours", one.name, named(`palette.${one.name}`, one.name), swatches(one), () => this.profile("palette", one.name)))),
      this.taken, this.progress,
    ].filter(Boolean));
  }

  card(group, value, label, inside, choose) {
    const box = el("input", { type: "radio", class: "unseen", name: `simple-${group}`, value, onchange: choose });
    this.chosen.push({ group, value, box });
    return el("label", { class: "choice-card" }, box, inside.tagName === "svg" ? inside : null, el("b", {}, label), inside.tagName === "svg" ? null : inside);
  }

  /* Return what a preset means, in the words of the form: "Edge length 25". */
  meaning({ name, settings }) {
    if (hasText(`simple.${name}-help`)) return t(`simple.${name}-help`);
    return Object.entries(settings).map(([option, value]) => t("simple.set", { name: this.labels[option] ?? option, value })).join(", ");
  }

  set(settings) {
    this.studio.form.put(settings);
    this.studio.change(settings, true);
  }

  /* Take a machine: its formats, and of profiles those that are not another machine's; what it cannot do is dropped. */
  machine({ maker, settings, kinds }) {
    const { studio, form } = this;
    const others = form.have.flatMap((one) => one.kinds).filter((kind) => !kinds.includes(kind));
    const kept = split(studio.settings[PROFILE]).filter((name) => !others.includes(this.kindOf(name)));
    const beyond = form.presets.filter((one) => one.maker && one.maker !== maker).flatMap((one) => Object.keys(one.settings));
    this.set({ ...without(studio.settings, [PROFILE, ...beyond]), ...(kept.length ? { [PROFILE]: kept.join(",") } : {}), ...settings });
  }

  preset({ settings, maker }) {
    const rest = without(this.studio.settings, this.asked);
    this.set({ ...rest, ...(maker ? this.form.have.find((one) => one.maker === maker).settings : {}), ...settings });
  }

  /* Choose a profile of a kind; "" and the usual one are said by nothing. */
  profile(kind, name) {
    const { settings } = this.studio;
    const rest = split(settings[PROFILE]).filter((one) => this.kindOf(one) !== kind);
    const usual = this.kinds.find((one) => one.kind === kind).usual;
    const said = [...rest, kind === "palette" && name === usual ? "" : name].filter(Boolean).join(",");
    this.set({ ...without(settings, [PROFILE]), ...(said ? { [PROFILE]: said } : {}) });
  }

  kindOf(name) {
    return this.kinds.find((one) => one.names.some(([other]) => other === name))?.kind;
  }

  /* Show settings. */
  put(settings) {
    if (!this.form || this.game !== this.studio.game?.name || this.root.hidden) return;
    this.own?.read(settings);
    const { have, presets } = this.form;
    const machine = have.find((one) => Object.entries(one.settings).every(([name, value]) => settings[name] === value));
    const preset = presets.find((one) => this.asked.every((name) => (settings[name] ?? "") === (one.settings[name] ?? "")));
    const profiles = split(settings[PROFILE]);
    const palette = profiles.find((name) => this.kindOf(name) === "palette") ?? this.kinds.find((one) => one.kind === "palette")?.usual;
    const now = { have: machine?.maker, how: preset?.name, colours: palette };
    for (const { group, value, box } of this.chosen) {
      box.checked = now[group] === value;
      if (group === "how") box.disabled = Boolean(machine && presets.find((one) => one.name === value).maker.replace(machine.maker, ""));
    }
    if (machine !== this.known) this.ask(machine);
    this.known = machine;
    for (const box of this.which.querySelectorAll("select")) box.value = profiles.find((name) => this.kindOf(name) === box.dataset.kind) ?? "";
    this.offer(machine, profiles);
  }

  /* Ask which machine it is, and what it is fed with. */
  ask(machine) {
    const kinds = (machine?.kinds ?? []).map((kind) => this.kinds.find((one) => one.kind === kind)).filter((one) => one?.names.length > 1);
    this.which.replaceChildren(...kinds.map(({ kind, label, names, usual }) => {
      const box = el("select", { "data-kind": kind, onchange: () => this.profile(kind, box.value) },
        el("option", { value: "" }, kind === "bed" ? t("simple.other-printer", { size: names.find(([name]) => name === usual)[1].split(",")[0] }) : t("form.usual", { value: this.titled(kind, usual) })),
        ...names.filter(([name]) => kind === "bed" || name !== usual).map(([name, line]) => ({ name, title: this.titled(kind, name, line) }))
          .sort((a, b) => a.title.localeCompare(b.title)).map(({ name, title }) => el("option", { value: name }, title)));
      return el("label", { class: "field" }, el("span", { class: "label" }, label), box);
    }));
  }

  titled(kind, name, line = "") {
    return this.form.titles[name] ?? [named(`stock.${name}`, name), line.match(/^[\d. ×]+ mm/)?.[0]].filter(Boolean).join(" · ");
  }

  /* Offer what this machine takes, then everything, then books. */
  offer(machine, profiles) {
    const { studio } = this;
    const bed = profiles.find((name) => this.form.titles[name]);
    const take = (label, main, name, value, beyond) => el("button", { type: "button", class: main ? "button main big" : "button",
      onclick: (event) => studio.files.take(name, value, event.currentTarget, this.progress, without(studio.files.settings(), beyond)) }, label);
    const name = machine && (bed ? t("simple.take", { name: this.form.titles[bed] }) : t(`simple.take-${machine.maker}`));
    const formats = split(machine?.settings[FORMAT]).map((name) => name.toUpperCase()).join(", ");
    const [book] = studio.game.books;
    this.taken.replaceChildren(...[
      machine ? take(el("span", {}, name, el("small", {}, formats)), true, "files", machine.maker === "paper" ? { folder: machine.settings[FORMAT] } : {}, []) : null,
      take(t("files.all"), !machine, "files", {}, [FORMAT]),
      book ? take(t(`book.${book}`), false, "book", { kind: book }, [FORMAT]) : null,
    ].filter(Boolean));
    $("download").textContent = name || t("files.all");
  }

  /* Make what is offered first. */
  take() {
    this.studio.side("settings");
    this.taken.firstElementChild?.click();
  }

  /* The page is another: show the simple form, or leave the whole one alone. */
  turn(on) {
    this.root.hidden = !on;
    $("more").open = !on;
    $("form-title").textContent = t(on ? "covers.make" : "page.settings");
    $("download").textContent = t("page.download");
    if (!on) return;
    this.studio.side("settings");
    this.put(this.studio.settings);
  }
}

const named = (key, name) => (hasText(key) ? t(key) : name);

function icon(maker) {
  const holder = el("span");
  holder.innerHTML = `<svg viewBox="0 0 24 24" width="36" height="36" aria-hidden="true"><path d="${ICONS[maker]}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  return holder.firstElementChild;
}

function swatches({ inks }) {
  return el("span", { class: "swatches", "aria-hidden": "true" }, ...inks.map(([, rgb]) => {
    const dot = el("span", { class: "swatch" });
    dot.style.background = rgb;
    return dot;
  }));
}
