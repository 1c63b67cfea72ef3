"""Puts a page into one file that asks nobody for anything: a policy names all that may run in it, by its hash.

Bodies stand on it as text, small, and exact enough to be looked at. Of corners and triangles only differences are kept,
each in as many bytes as it needs, in base64: a third of what plain numbers take. Nothing is compressed, since what
compresses does not always give the same bytes. ``viewer.js`` reads them. Pure Python, so that it runs in a browser,
too.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import Any

from quasiprint.model.production import Arrangement
from quasiprint.model.profile import Palette
from quasiprint.model.solid import Mesh, SolidPiece, Triangle, Vertex

HERE = Path(__file__).parent
THREE, VIEWER, LOOK = "three.bundle.js", "viewer.js", "look.css"
FONTS = (("Alegreya", 700, "Alegreya-Bold"), ("Alegreya Sans", 400, "AlegreyaSans-Regular"),
         ("Alegreya Sans", 700, "AlegreyaSans-Bold"))  # fmt: skip
# but for what is named, nothing is fetched, sent or run
CLOSED = "default-src 'none'; img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'"
UNIT = 0.01  # mm: corners lie on this grid
PLACES = 3  # decimals of a placement, mm and degrees


@cache
def part(name: str) -> str:
    """Return the text of a file that lies beside this one."""
    return (HERE / name).read_text(encoding="utf-8").strip()


@cache
def fonts() -> str:
    """Return the faces of the books as a style that holds them."""
    rules = []
    for family, weight, name in FONTS:
        data = b64encode((HERE / "fonts" / f"{name}.woff2").read_bytes()).decode()
        rules.append(
            f'@font-face{{font-family:"{family}";font-weight:{weight};font-display:swap;'
            f'src:url("data:font/woff2;base64,{data}") format("woff2")}}'
        )
    return "\n".join(rules)


def policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Return the content security policy of a page with these texts alone."""
    return "; ".join((CLOSED, _policy_sources("style-src", styles), _policy_sources("script-src", scripts)))


def _policy_sources(kind: str, texts: Sequence[str]) -> str:
    hashes = (b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join((kind, *(f"'sha256-{one}'" for one in hashes))) if texts else f"{kind} 'none'"


def html(
    *,
    title: str,
    language: str,
    body: str,
    styles: Sequence[str],
    scripts: Sequence[str],
    data: Sequence[tuple[str, Any]] = (),
) -> str:
    """Return a page as one file. language: two letters. body: HTML without scripts, styles and handlers. styles,
    scripts: texts, in their order; data: values by the id under which scripts find them. Raises ValueError for a text
    that would end its own element."""
    if any("</style" in text.lower() for text in styles):
        raise ValueError("a style may not hold the end of its element")
    if any("</script" in text.lower() or "<!--" in text for text in scripts):
        raise ValueError("a script may not hold the end of its element, nor the beginning of a comment")
    lines = [
        "<!doctype html>",
        f'<html lang="{escape(language)}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy(styles, scripts)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(title)}</title>",
        *(f"<style>{text}</style>" for text in styles),
        "</head>",
        "<body>",
        body,
        *(f'<script type="application/json" id="{escape(id)}">{_data(value)}</script>' for id, value in data),
        *(f"<script>{text}</script>" for text in scripts),
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _data(value: Any) -> str:
    """Return a value as JSON that ends no element, whatever it holds."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def mesh_value(
    pieces: Iterable[SolidPiece], meshes: Mapping[str, Mesh], palette: Palette, plates: Sequence[Arrangement] = ()
) -> dict[str, Any]:
    """Return things, and plates on which they lie, as JSON for the viewer.

    unit: mm of a corner's step. base: the colour of bodies, palette: of inlays. bodies: by key, what `pack` returns.
    things: by id, the bodies of each with the colour's index, None for the base. plates: name, width and depth in mm,
    and what lies there: id, x and y in mm, degrees anticlockwise.
    """
    things: dict[str, list[tuple[str, int | None]]] = {}
    bodies: dict[str, dict[str, str]] = {}
    for piece in pieces:
        things[piece.id] = [(part.key, part.colour) for part in piece.parts]
        for part in piece.parts:
            if part.key not in bodies:
                bodies[part.key] = pack(meshes[part.key])
    return {
        "unit": UNIT,
        "base": palette.body,
        "palette": [ink.rgb for ink in palette.inks],
        "bodies": bodies,
        "things": things,
        "plates": [
            {
                **{"name": plate.name, "width": plate.width, "depth": plate.height},
                "items": [
                    (one.item, *(round(value, PLACES) + 0.0 for value in (one.x, one.y, one.angle)))
                    for one in plate.placements
                ],
            }
            for plate in plates
        ],
    }


def pack(mesh: Mesh) -> dict[str, str]:
    """Return a mesh as two texts.

    corners: of each x, y and z as steps of `UNIT` from the corner before, first from 0; a step n ≥ 0 as 2n, another as
    −2n − 1. triangles: three corners each, counted back from the first that no triangle had before: 0 is that one.
    """
    corners, triangles = mesh.to_indices()
    return {"corners": _text(_steps(corners)), "triangles": _text(_back(triangles))}


def _steps(corners: Iterable[Vertex]) -> Iterable[int]:
    last = [0, 0, 0]
    for corner in corners:
        for axis, length in enumerate(corner):
            place = round(length / UNIT)
            step = place - last[axis]
            last[axis] = place
            yield 2 * step if step >= 0 else -2 * step - 1


def _back(triangles: Iterable[Triangle]) -> Iterable[int]:
    fresh = 0
    for triangle in triangles:
        for corner in triangle:
            yield fresh - corner
            fresh += corner == fresh


def _text(numbers: Iterable[int]) -> str:
    """Return whole numbers ≥ 0 as base64: seven bits a byte, lowest first, the top bit on all bytes but the last."""
    return b64encode(b"".join(map(_bytes, numbers))).decode()


@lru_cache(maxsize=8192)  # few steps are long
def _bytes(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)
