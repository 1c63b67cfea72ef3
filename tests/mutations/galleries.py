"""Mutations of the page that shows a set: edited as text, as a stranger would who wants it to do more."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from mutations.folder import GAMES, Mutation, NotHere, codes, put

PAGE = "gallery.html"
CARD = re.compile(r'<li class="thing card".*?</div></li>', re.DOTALL)


def _text(edit: Callable[[str], str]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = folder / PAGE
        text = path.read_text(encoding="utf-8")
        if edit(text) == text:
            raise NotHere("nothing on the page to edit")
        put(path, edit(text))

    return apply


def _instead(old: str, new: str) -> Callable[[Path], None]:
    return _text(lambda text: text.replace(old, new, 1))


def _first_card(new: Callable[[str], str]) -> Callable[[Path], None]:
    return _text(lambda text: CARD.sub(lambda found: new(found[0]), text, count=1))


def _meshes(edit: Callable[[dict[str, object]], None]) -> Callable[[Path], None]:
    def change(text: str) -> str:
        start = text.index(">", text.index('id="meshes"')) + 1
        end = text.index("</script>", start)
        held = json.loads(text[start:end])
        edit(held)
        return text[:start] + json.dumps(held) + text[end:]

    return _text(change)


def _exchanged(held: dict[str, object]) -> None:
    """Give the first thing the bodies of one of another size, if there is any."""
    things = held["things"]
    assert isinstance(things, dict)
    first, *others = things
    other = next((id for id in others if things[id][0][0] != things[first][0][0]), None)
    if other is None:
        raise NotHere("all bodies are one")
    things["nobody"] = things.pop(other)


def _holed(held: dict[str, object]) -> None:
    bodies = held["bodies"]
    assert isinstance(bodies, dict)
    body = bodies[next(iter(bodies))]
    body["triangles"] = body["triangles"][4 * (len(body["triangles"]) // 8) :]


def _row(name: str, says: str, found: str, apply: Callable[[Path], None], kind: str = "svg") -> Mutation:
    return Mutation(f"gallery-{name}", says, GAMES, (kind,), codes(found), apply)


MUTATIONS: tuple[Mutation, ...] = (
    _row("piece-dropped", "a piece left out", "gallery-piece", _first_card(lambda card: "")),
    _row("piece-twice", "a piece shown twice", "gallery-piece", _first_card(lambda card: card + card)),
    _row("piece-strange", "a piece that is not in the set", "gallery-piece",
         _instead('data-things="', 'data-things="q ')),
    _row("file-dropped", "the files of a piece left out", "gallery-file",
         _first_card(lambda card: re.sub("<details.*</details>", "", card)), "stl"),
    _row("link-out", "a link to a host", "gallery-link", _instead('href="README.md"', 'href="https://example.org/"')),
    _row("link-up", "a link out of the set", "gallery-link", _instead('href="bill.csv"', 'href="../bill.csv"')),
    _row("picture-dropped", "a picture of a face that is not there", "gallery-link", _instead('id="f0"', 'id="g0"')),
    _row("policy-dropped", "no policy", "gallery-policy",
         _text(lambda text: re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', "", text))),
    _row("policy-open", "a policy that lets hosts be asked", "gallery-policy",
         _instead("default-src 'none'", "default-src https:")),
    _row("script-added", "a script more", "gallery-script",
         _instead("</main>", "</main><script>fetch('https://example.org')</script>")),
    _row("script-edited", "an edited script", "gallery-script", _instead('"use strict";', '"use strict"; ')),
    _row("handler", "a handler on an element", "gallery-script", _instead("<main>", '<main onclick="alert(1)">')),
    _row("picture-fetched", "a picture from a host", "gallery-script",
         _instead("<main>", '<main><img src="https://example.org/x.png">')),
    _row("body-open", "a body with a hole", "gallery-body", _meshes(_holed), "stl"),
    _row("body-strange", "the body of a thing that the set has not", "gallery-body", _meshes(_exchanged), "stl"),
    _row("body-larger", "bodies 2 % larger", "gallery-body", _instead('"unit":0.01,', '"unit":0.0102,'), "stl"),
    _row("cut-off", "the page cut off before its pieces", "gallery-unreadable",
         _text(lambda text: text[: text.index("<main>")])),
)  # fmt: skip
