"""Draw the rooms of the house and the arrows between them, from the code's own imports.

    python docs/rooms.py       writes docs/pictures/rooms.svg

A box is a package of `quasiprint`, with its lines of code; a row is a layer of pyproject.toml's import contract, the
add-ons the first. An arrow says "imports". Where a way leads through another room, the direct arrow is left out. Needs the test extra
(import-linter brings grimp).
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

import grimp

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs/pictures/rooms.svg"
WIDE, HIGH, ACROSS, DOWN, MARGIN = 190, 58, 26, 46, 24
LETTERS = "font-family='Noto Sans, Helvetica, Arial, sans-serif'"


def layers() -> list[list[str]]:
    """Return the rooms, layer by layer, from the top, as the import contract has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    held = next(contract for contract in contracts if contract["type"] == "layers")["layers"]
    rows = [[name.strip().removeprefix("quasiprint.") for name in row.split("|")] for row in held]
    addons = sorted(path.parent.name for path in (ROOT / "quasiprint/addons").glob("*/__init__.py"))
    return [[f"addons/{name}" for name in addons], *(row for row in rows if row not in (["addons"], ["errors"]))]


def room_of(module: str) -> str:
    """Return the room of a module, "" for one at the top."""
    parts = module.split(".")[1:3]
    return "/".join(parts) if parts[:1] == ["addons"] else "".join(parts[:1])


def arrows(rooms: list[str]) -> set[tuple[str, str]]:
    """Return which room imports which, without those that can be reached another way."""
    graph = grimp.build_graph("quasiprint")
    found: dict[str, set[str]] = {room: set() for room in rooms}
    for module in graph.modules:
        one = room_of(module)
        for imported in graph.find_modules_directly_imported_by(module):
            two = room_of(imported)
            if one in found and two in found and one != two:
                found[one].add(two)

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        pending = list(found[start])
        while pending:
            room = pending.pop()
            if room not in seen:
                seen.add(room)
                pending += found[room]
        return seen

    return {
        (one, two)
        for one, direct in found.items()
        for two in direct
        if not any(two in reached(other) for other in direct - {two})
    }


def lines(room: str) -> int:
    """Return how many lines of Python a room has."""
    path = ROOT / "quasiprint" / room
    files = path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def says(room: str) -> str:
    """Return what a room holds: the first line of its docstring."""
    path = ROOT / "quasiprint" / room / "__init__.py"
    file = path if path.is_file() else (ROOT / "quasiprint" / room).with_suffix(".py")
    said = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return said.split("\n")[0]


def folded(text: str, most: int) -> list[str]:
    """Return a text in lines of at most so many characters."""
    rows = [""]
    for word in text.split():
        if len(rows[-1]) + len(word) + 1 > most and rows[-1]:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    return rows[:3]


def main() -> None:
    """Write the picture."""
    rows = layers()
    widest = max(map(len, rows))
    width = 2 * MARGIN + widest * WIDE + (widest - 1) * ACROSS
    height = 2 * MARGIN + len(rows) * HIGH + (len(rows) - 1) * DOWN
    place: dict[str, tuple[float, float]] = {}
    for k, row in enumerate(rows):
        left = (width - len(row) * WIDE - (len(row) - 1) * ACROSS) / 2
        for j, room in enumerate(row):
            place[room] = left + j * (WIDE + ACROSS), MARGIN + k * (HIGH + DOWN)
    parts = []
    for one, two in sorted(arrows(list(place))):
        (x0, y0), (x1, y1) = place[one], place[two]
        ax, ay, bx, by = x0 + WIDE / 2, y0 + HIGH, x1 + WIDE / 2, y1 - 3
        bend = max(30.0, (by - ay) / 2)
        side = 0.55 * (WIDE + ACROSS) if by - ay > 2 * DOWN and abs(ax - bx) < 1 else 0.0
        parts.append(
            f"<path d='M{ax:.0f} {ay:.0f} C{ax + side:.0f} {ay + bend:.0f} {bx + side:.0f} {by - bend:.0f} "
            f"{bx:.0f} {by:.0f}' fill='none' stroke='#5b6b7a' stroke-width='1.3' marker-end='url(#head)'/>"
        )
    for room, (x, y) in place.items():
        parts.append(
            f"<rect x='{x:.0f}' y='{y:.0f}' width='{WIDE}' height='{HIGH}' rx='6' fill='#fff' stroke='#33414e'/>"
        )
        parts.append(f"<text x='{x + 9:.0f}' y='{y + 17:.0f}' font-size='13' font-weight='bold'>{room}</text>")
        parts.append(
            f"<text x='{x + WIDE - 9:.0f}' y='{y + 17:.0f}' font-size='10' text-anchor='end' fill='#5b6b7a'>"
            f"{lines(room)} lines</text>"
        )
        for k, row in enumerate(folded(says(room), 36)):
            parts.append(f"<text x='{x + 9:.0f}' y='{y + 31 + 11 * k:.0f}' font-size='9.5'>{escape(row)}</text>")
    head = (
        "<defs><marker id='head' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='7' markerHeight='7' orient='auto'>"
        "<path d='M0 0 L8 4 L0 8 z' fill='#5b6b7a'/></marker></defs>"
    )
    PICTURE.write_text(
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' "
        f"{LETTERS} fill='#1f2a33'><rect width='{width}' height='{height}' fill='#f6f4ee'/>{head}"
        f"{''.join(parts)}</svg>\n",
        encoding="utf-8",
    )
    print(f"wrote {PICTURE.relative_to(ROOT)}: {len(place)} rooms")


if __name__ == "__main__":
    main()
