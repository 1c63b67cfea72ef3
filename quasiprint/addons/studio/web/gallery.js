/* What a gallery does besides standing there: search, pages to turn, bodies to turn, dark and light. */
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const all = (query, within = document) => [...within.querySelectorAll(query)];
  const data = (id) => ($(id) ? JSON.parse($(id).textContent) : null);
  const words = data("words");
  const say = (text, fields) => text.replace(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
  const kept = { // where a browser keeps nothing for pages of folders, nothing is lost
    get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* it lasts as long as the page */ } },
  };

  /* dark and light */
  const root = document.documentElement;
  const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  if (["dark", "light"].includes(kept.get("theme"))) root.dataset.theme = kept.get("theme");
  const theme = $("theme");
  const told = () => theme.setAttribute("aria-pressed", String(dark()));
  theme.hidden = false;
  theme.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    kept.set("theme", root.dataset.theme);
    told();
  });
  told();

  /* where one is on the page */
  const links = new Map(all(".bar a").map((link) => [link.hash.slice(1), link]));
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      for (const [name, link] of links) {
        if (name === target.id) {
          link.setAttribute("aria-current", "true");
          const list = link.closest("ul"); // on a phone it is longer than the screen
          list.scrollLeft = link.offsetLeft - list.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
        } else link.removeAttribute("aria-current");
      }
    }
  }, { rootMargin: "-30% 0px -65% 0px" });
  all("main > section").forEach((section) => seen.observe(section));

  /* search and filters */
  const cards = all(".thing");
  const find = $("find");
  const chosen = { kind: new Set(), mark: new Set() };
  const ids = (card) => card.dataset.things.split(" ");
  const every = cards.reduce((sum, card) => sum + ids(card).length, 0);
  function sift() {
    const sought = find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const card of cards) {
      const marks = card.dataset.marks.split(" ");
      const fits = sought.every((word) => card.dataset.sought.includes(word))
        && (!chosen.kind.size || chosen.kind.has(card.dataset.kind))
        && [...chosen.mark].every((mark) => marks.includes(mark));
      card.hidden = !fits;
      if (fits) shown += ids(card).length;
    }
    $("found").textContent = say(words.found, { shown, all: every });
    $("none").hidden = shown > 0;
    $("clear").hidden = shown === every;
  }
  all(".tools").forEach((tools) => { tools.hidden = false; });
  find.addEventListener("input", sift);
  for (const chip of all(".chip")) {
    chip.addEventListener("click", () => {
      const name = "kind" in chip.dataset ? "kind" : "mark";
      const set = chosen[name], value = chip.dataset[name];
      set.has(value) ? set.delete(value) : set.add(value);
      chip.setAttribute("aria-pressed", String(set.has(value)));
      sift();
    });
  }
  $("clear").addEventListener("click", () => {
    find.value = "";
    chosen.kind.clear();
    chosen.mark.clear();
    all(".chip").forEach((chip) => chip.setAttribute("aria-pressed", "false"));
    sift();
    find.focus();
  });
  sift();

  /* plates and sheets: one at a time */
  for (const pages of all(".pages")) {
    const grounds = all(".ground", pages), pager = pages.querySelector(".pager");
    let at = 0;
    const turn = () => {
      grounds.forEach((ground, k) => { ground.hidden = k !== at; });
      pager.querySelector("output").textContent = say(words["page-of"], { number: at + 1, count: grounds.length });
      for (const button of all("button", pager)) {
        const to = at + Number(button.dataset.step);
        button.disabled = to < 0 || to >= grounds.length;
      }
    };
    pager.hidden = grounds.length < 2;
    for (const button of all("button", pager)) {
      button.addEventListener("click", () => {
        at += Number(button.dataset.step);
        turn();
        if (button.disabled) pager.querySelector("button:not(:disabled)").focus();
      });
    }
    turn();
  }

  /* a closer look: the body, or the face where there is none */
  const closer = $("closer"), stage = $("stage");
  let meshes = null, viewer = null, at = null;
  const bodies = () => typeof QuasiprintViewer !== "undefined" && QuasiprintViewer.available();
  const drop = () => {
    viewer?.dispose();
    viewer = null;
    stage.replaceChildren();
  };
  /* item: a card, a plate, or a picture of play. among: those through which one goes from here. */
  function show(item, among) {
    at = { item, among };
    const plate = item.querySelector("[data-plate]"), body = item.dataset.body;
    const name = item.querySelector("h3")?.textContent ?? `${words.picture} ${among.indexOf(item) + 1}`;
    const told = item.querySelector(".told, figcaption").cloneNode(true);
    all("h3, button, .acts", told).forEach((part) => part.remove());
    $("closer-title").textContent = name;
    $("closer-told").replaceChildren(told);
    const able = (plate || body) && bodies();
    stage.classList.toggle("flat", item.matches(".shown"));
    if (able) {
      meshes ??= data("meshes");
      if (!viewer) {
        drop();
        viewer = QuasiprintViewer.create(stage, {});
      }
      const label = say(words.turned, { name });
      if (plate) viewer.showPlate(meshes, meshes.plates[Number(plate.dataset.plate)], label);
      else viewer.show(meshes, body, label);
    } else {
      drop();
      stage.append(item.querySelector("svg:not(.swatch)").cloneNode(true));
    }
    const lacks = $("meshes") && item.matches(".thing") ? words[body ? "no-bodies" : "no-body"] : "";
    $("hint").textContent = able ? words["turn-hint"] : lacks;
    $("reset").hidden = !able;
    all("[data-go]", closer).forEach((button) => { button.hidden = among.length < 2; });
  }
  function step(by) {
    const { item, among } = at;
    show(among[(among.indexOf(item) + by + among.length) % among.length], among);
  }
  for (const button of all(".open")) {
    const item = button.closest(".thing, .ground, .shown");
    if (item.matches(".ground") && !bodies()) continue; // a plate has its picture
    button.hidden = false;
    const open = () => {
      const alike = item.matches(".thing") ? cards : all(item.matches(".shown") ? ".shown" : ".ground:has(.open)");
      closer.showModal();
      show(item, item.matches(".thing") ? alike.filter((card) => !card.hidden) : alike);
    };
    button.addEventListener("click", open);
    // for those who point; keys have the button
    item.querySelector(".picture")?.addEventListener("click", open);
  }
  $("close").addEventListener("click", () => closer.close());
  $("reset").addEventListener("click", () => viewer?.reset());
  all("[data-go]", closer).forEach((button) => button.addEventListener("click", () => step(Number(button.dataset.go))));
  closer.addEventListener("click", (event) => { if (event.target === closer) closer.close(); });
  closer.addEventListener("close", () => { at = null; drop(); });
})();
