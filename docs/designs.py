"""Draw the three faces that were tried for a Quasimino tile, side by side.

    python docs/designs.py        writes docs/pictures/designs.svg

Each is drawn on both shapes, in colour and in grey, with six colours, and enlarged at the 36°
tip. The one that was kept is drawn by the program itself; the other two live only here.
"""

from __future__ import annotations

import math
from pathlib import Path

from quasiprint.drawing.patterns import Ribbon, ink_regions
from quasiprint.games.quasimino import design as kept
from quasiprint.make.profiles import choose
from quasiprint.model.choices import Process
from quasiprint.model.face import Region, Ring
from quasiprint.model.measures import Finish, Machine, Measures, Size, Stock
from quasiprint.model.profile import Ink

MEASURES = Measures(Process.PAPER, Size(30, 3), Stock(4), Machine(0.25), Finish(0.8))
GREY = "#222222"


def tongues(shape: str) -> Ribbon:
    """Straight in from each edge, and an end where the tip leaves no more room."""
    alpha = kept.half_acute(shape)
    deep = (15 - 1.5) * math.tan(alpha) - 0.65 / math.cos(alpha)
    return Ribbon(3, 0, 0, 0.0, min(deep, 10), 0.0)


def arcs(shape: str) -> Ribbon:
    """Around the acute corner, two halves of one arc that end short of its bisector."""
    alpha = kept.half_acute(shape)
    return Ribbon(3, 0.0, 15.0, alpha - 0.65 / 13.5, 15.0 * (alpha - 0.65 / 13.5), 0.0)


def areas(design: str, shape: str, edge: int, pattern: str) -> list[Region]:
    """Return what is inked of one stripe."""
    if design == "ribbons":
        return list(kept.mark(shape, edge, 0, pattern, MEASURES).ink)
    band = tongues(shape) if design == "tongues" else arcs(shape)
    flip = -1 if design == "arcs" else 1  # an arc bends towards the acute corner

    def place(points: tuple[tuple[float, float], ...]) -> Ring:
        return kept._place(shape, edge, MEASURES, tuple((flip * x, y) for x, y in points))

    return list(ink_regions(band, pattern, place))


def path(region: Region) -> str:
    """Return SVG path data, y down."""
    return "".join("M" + "L".join(f"{x:.3f},{-y:.3f}" for x, y in ring) + "Z" for ring in region.rings)


def tile(design: str, shape: str, colours: tuple[int, ...], inks: tuple[Ink, ...], grey: bool) -> str:
    """Return one tile as SVG, its centre at the origin."""
    parts = [
        f'<path d="{path(Region(kept.outline(shape, MEASURES)[0]))}" fill="#fff" stroke="#777" stroke-width=".2"/>'
    ]
    for edge, colour in enumerate(colours):
        fill = GREY if grey else inks[colour].rgb
        for region in areas(design, shape, edge, inks[colour].pattern):
            parts.append(f'<path d="{path(region)}" fill="{fill}" fill-rule="evenodd"/>')
    return "".join(parts)


def main() -> None:
    """Write the picture."""
    inks = choose(()).palette.inks
    columns = (
        ("thin", (0, 1, 2, 0), False),
        ("thin", (0, 1, 2, 0), True),
        ("thin", (3, 4, 5, 1), False),
        ("thin", (3, 4, 5, 1), True),
        ("thick", (0, 1, 2, 0), False),
        ("thick", (3, 4, 5, 1), True),
    )
    out = []
    for row, design in enumerate(("tongues", "arcs", "ribbons")):
        x, y = 5.0, 22 + 36 * row
        for shape, colours, grey in columns:
            x += 30 if shape == "thin" else 22
            out.append(f'<g transform="translate({x:.2f} {y})">{tile(design, shape, colours, inks, grey)}</g>')
            x += 30 if shape == "thin" else 22
        tip = tile(design, "thin", (0, 1, 3, 2), inks, False)
        x += 4
        out.append(
            f'<svg x="{x:.2f}" y="{y - 15}" width="60" height="30" viewBox="-30 -11 36 20">'
            f'<rect x="-40" y="-20" width="80" height="40" fill="#e9e4d8"/>{tip}</svg>'
        )
    size = 'viewBox="0 0 405 116" width="405mm" height="116mm"'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><rect width="405" height="116" fill="#f4f1ea"/>'
    target = Path(__file__).parent / "pictures" / "designs.svg"
    target.write_text(picture + "".join(out) + "</svg>\n", encoding="utf-8")
    print(f"wrote {target.name}")


if __name__ == "__main__":
    main()
