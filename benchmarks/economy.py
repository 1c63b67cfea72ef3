"""What a set takes of sheets, plates and pages, and how a beam travels: read from the files that a maker gets.

    python benchmarks/economy.py              the four sets on the machines that come with the program by default
    python benchmarks/economy.py --all        on every sheet and bed profile
    python benchmarks/economy.py --write      and put the tables into benchmarks/README.md

Sheets: how many there are, which share of them is cut out, how far the beam cuts, and how far it goes between cuts.
Plates: how many, the most filaments that one takes, how many the printer has, whether a tower on which filaments are
changed stands on the bed and on nothing else, and how much lies on what the bed keeps free. Pages: leaves of A4 and of
Letter with pieces on them; which share of all that can be printed on is piece, as it is printed; and which share the
boxes around what lies on each leaf take. At least 60 % is to be piece. Triomino's tiles fit on one leaf, and no layout
can use more of that. Majomino's boards are written on: the boxes and the table beside each count as used.
"""

from __future__ import annotations

import json
import math
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import shapely
from measuring import ROOT, Figure, arguments, empty, fresh, program, report, run, table
from shapely import affinity
from shapely.geometry import LineString, MultiPoint, Polygon, box
from svgelements import SVG
from svgelements import Path as Drawn

GAMES = ("quasimino", "triomino", "majomino", "quomino")
PAPERS = ("a4", "letter")
ON_ONE_LEAF, WRITTEN_ON = "triomino", "majomino"
LEAST_USED = 60.0  # %
POINT = 72 / 25.4
BOARD = 2000.0  # mm²: all boards to write on are larger, and nothing else that is dark
BESIDE = 2.5  # mm: what is less than twice as far from a board belongs to it
SHEETS = sorted(path.stem for path in (ROOT / "templates/profiles/sheets").glob("*.toml"))
BEDS = sorted(path.stem for path in (ROOT / "templates/profiles/beds").glob("*.toml"))
CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
PRINTED = 200.0 * 269.4  # mm²: what prints on A4 and on Letter
SHARED = "shared"
MOST_CUT = 6240.0  # mm: along Quasimino's tiles, where neighbours share their cuts
SMALL = 400.0  # mm²: less than any tile of the usual edge
STEP = 0.05  # mm: of chords that stand for arcs


@dataclass(frozen=True)
class Cut:
    """What a beam does on a set's sheets. used: % of them that is cut out; cut, travel: mm; small: how much of the cuts
    is around small parts, such as tokens, mm."""

    sheets: int
    used: float
    cut: float
    travel: float
    small: float


def made(game: str, folder: Path, *words: object) -> Path:
    """Make a set and return its folder."""
    target = fresh(folder)
    run(program("make", game, "-o", target, *words))
    return target


def manifest(folder: Path) -> dict[str, Any]:
    """Return a set's manifest."""
    document: dict[str, Any] = json.loads((folder / "manifest.json").read_bytes())
    return document


def cut(folder: Path) -> Cut:
    """Measure the sheets of a set."""
    styles = manifest(folder)["parameters"]["made with"]["sheet"]["styles"]
    cuts = {style["stroke"].upper() for style in styles if style["operation"].startswith("cut")}
    files = sorted(path for path in (folder / "svg").glob("sheet-*.svg") if not path.stem.endswith("-back"))
    area = length = travel = small = whole = 0.0
    for path in files:
        sheet = SVG.parse(str(path), ppi=25.4)
        whole += sheet.viewbox.width * sheet.viewbox.height
        lines = list(_lines(sheet, cuts))
        at = (0.0, 0.0)
        for line in lines:
            travel += math.dist(at, line[0])
            length += LineString(line).length
            if line[0] == line[-1] and Polygon(line).area < SMALL:
                small += LineString(line).length
            at = line[-1]
        # what is cut out: every field between cuts; tabs are closed, since the width of one is less
        net = shapely.unary_union([LineString(line) for line in lines])
        fields = [*shapely.polygonize(shapely.get_parts(net)).geoms]
        area += shapely.unary_union([Polygon(field.exterior) for field in fields]).area
    return Cut(len(files), 100 * area / whole, length, travel, small)


def _lines(sheet: SVG, strokes: set[str]) -> Iterator[list[tuple[float, float]]]:
    """Yield the lines of some colours, in the order in which they are burned; an arc as chords."""
    for drawn in sheet.elements(lambda element: isinstance(element, Drawn)):
        if drawn.stroke.hex is None or drawn.stroke.hex.upper() not in strokes:
            continue
        for part in drawn.as_subpaths():
            points: list[tuple[float, float]] = []
            for piece in Drawn(part):
                if type(piece).__name__ == "Move":
                    points.append((piece.end.x, piece.end.y))
                elif piece.end is not None:
                    count = max(1, math.ceil(piece.length() / STEP)) if type(piece).__name__ == "Arc" else 1
                    points += [(p.x, p.y) for p in (piece.point(k / count) for k in range(1, count + 1))]
            if len(points) > 1:
                yield points


@dataclass(frozen=True)
class Plates:
    """A set's plates for one kind of slicer. most: filaments of one plate; stands: plates whose tower has its place, of
    those that need one; kept: things on what the bed keeps free."""

    plates: int
    most: int
    has: int
    stands: str
    kept: int


def plates(folder: Path) -> Plates:
    """Measure the plates for PrusaSlicer, those in relief left out where there are others."""
    beds = manifest(folder)["parameters"]["made with"]["beds"]
    bed = next((one for one in beds if "prusa" in one["slicers"]), beds[0])
    files = sorted((folder / "3mf").glob("*-prusa.3mf"))
    files = [path for path in files if not path.stem.startswith("relief")] or files
    most = kept = need = stands = 0
    for path in files:
        shapes, filaments = _laid(path)
        most = max(most, filaments)
        kept += sum(shape.intersects(box(*zone)) for zone in bed["keep_outs"] for shape in shapes)
        if filaments > 1 and not path.stem.startswith("relief"):
            need += 1
            tower = bed["tower"]
            stands += bool(tower) and not any(shape.intersects(box(*tower)) for shape in shapes)
    return Plates(len(files), most, bed["extruders"], f"{stands} of {need}" if need else "none needed", kept)


def _laid(path: Path) -> tuple[list[Polygon], int]:
    """Return the outlines of what lies on a plate, and how many filaments it takes."""
    with zipfile.ZipFile(path) as archive:
        model = ElementTree.fromstring(archive.read("3D/3dmodel.model"))
        config = archive.read("Metadata/Slic3r_PE_model.config").decode()
    hulls = {}
    for thing in model.iter(f"{CORE}object"):
        points = [(float(v.get("x", "")), float(v.get("y", ""))) for v in thing.iter(f"{CORE}vertex")]
        hulls[thing.get("id")] = MultiPoint(points).convex_hull
    shapes = []
    for item in model.iter(f"{CORE}item"):
        a, b, _, c, d, _, _, _, _, x, y, _ = map(float, item.get("transform", "").split())
        shapes.append(affinity.affine_transform(hulls[item.get("objectid")], [a, c, b, d, x, y]))
    return shapes, len(set(re.findall(r'key="extruder" value="(\d+)"', config)))


@dataclass(frozen=True)
class Leaves:
    """A set's leaves of a paper. pieces, taken: shares of all that prints on them, %: what is cut out or played on, as
    it is printed; and the boxes around that. Of a board to write on, its boxes to tick and its table are in its box."""

    leaves: int
    pieces: float
    taken: float

    @property
    def dense(self) -> float:
        """Which share of the boxes is piece, %."""
        return 100 * self.pieces / self.taken


def pages(folder: Path, game: str, paper: str) -> Leaves:
    """Measure the leaves of a set."""
    import pymupdf

    boards = folder / "pdf" / f"sheets-{paper}.pdf"
    pieces = taken = leaves = 0.0
    with pymupdf.open(boards if boards.exists() else folder / "pdf" / f"tiles-{paper}-colour.pdf") as document:
        for page, (_, title, _) in zip(document, document.get_toc(), strict=True):
            if "backs" in title:
                continue
            leaves += 1
            drawn = page.get_drawings()
            if boards.exists():
                shapes = [box(*(value / POINT for value in drawing["rect"])) for drawing in drawn]
                walls = zip(shapes, drawn, strict=True)
                pieces += sum(shape.area for shape, drawing in walls if _is_wall(drawing) and shape.area > BOARD)
                whole = shapely.get_parts(shapely.unary_union([shape.buffer(BESIDE) for shape in shapes]))
                taken += sum(_box(part.buffer(-BESIDE)) for part in whole)
            else:
                taken += _box(shapely.MultiPoint([p for one in drawn if _is_cut(one) for p in _ends(one)]))
    area = pieces or _areas(game)
    return Leaves(int(leaves), 100 * area / (leaves * PRINTED), 100 * taken / (leaves * PRINTED))


def _box(shape: Any) -> float:
    """Return the area of the box around something, mm²."""
    left, low, right, high = shape.bounds
    return float((right - left) * (high - low))


def _is_wall(drawing: dict[str, Any]) -> bool:
    return drawing["type"] == "f" and max(drawing["fill"]) < 0.2


def _is_cut(drawing: dict[str, Any]) -> bool:
    """Tell whether a line is grey and thin: along such a game's tiles are cut out."""
    grey = drawing["type"] == "s" and drawing["color"] and 0.55 < drawing["color"][0] < 0.7
    return bool(grey) and drawing["width"] < 0.15 * POINT


def _ends(drawing: dict[str, Any]) -> list[tuple[float, float]]:
    """Return the ends of all lines of a drawing, mm."""
    quads = [part.quad if kind == "re" else part for kind, part, *_ in drawing["items"] if kind in {"re", "qu"}]
    ends = [point for kind, *points in drawing["items"] if kind == "l" for point in points]
    return [(p.x / POINT, p.y / POINT) for p in (*ends, *(p for q in quads for p in (q.ul, q.ur, q.lr, q.ll)))]


def _areas(game: str) -> float:
    """Return the area of all that is cut out of paper, mm²."""
    from quasiprint.make.run import Request, settle
    from quasiprint.make.workshop import Build
    from quasiprint.model.choices import Process
    from quasiprint.model.face import area

    game_set = Build(settle(Request(game, {}))).set(Process.PAPER)
    counts = Counter({piece.id: 1 for piece in game_set.pieces})
    counts.update({thing.id: thing.count for thing in game_set.accessories})
    return sum(counts[thing.id] * area(thing.face.nominal) for thing in game_set.items)


def main() -> int:
    """Make the sets, print what they take, and return whether a limit is broken."""
    parser = arguments(__doc__)
    parser.add_argument("--all", action="store_true", help="every sheet and bed profile")
    asked = parser.parse_args()
    figures: list[Figure] = []
    with empty() as folder:
        rows = [
            (game, profile, way, *_cut_row(game, profile, way, folder, figures))
            for game in GAMES
            for profile in (SHEETS if asked.all else ["generic"])
            for way in ("separate", *([SHARED] if game in ("quasimino", "triomino") else []))
        ]
        told = table(("game", "sheet", "cuts", "sheets", "used, %", "cut, mm", "travel, mm"), rows) + "\n"
        rows = [
            (game, profile, *_plates_row(game, profile, folder, figures))
            for game in GAMES
            for profile in (BEDS if asked.all else ["prusa-mk4"])
        ]
        head = ("game", "bed", "plates", "filaments", "has", "tower stands", "on what is kept free")
        told += table(head, rows) + "\n"
        rows = []
        for game in GAMES:
            there = made(game, folder, "--format", "pdf", "--paper", "a4,letter")
            for paper in PAPERS:
                found = pages(there, game, paper)
                rows.append((game, paper, found.leaves, found.pieces, found.taken, found.dense))
                if game == ON_ONE_LEAF:  # no layout can use more of it
                    figures.append(Figure(f"{game}, {paper}, leaves", found.leaves, most=1))
                else:
                    used = found.taken if game == WRITTEN_ON else found.pieces
                    figures.append(Figure(f"{game}, {paper}, paper used, %", used, least=LEAST_USED))
        told += table(("game", "paper", "leaves", "pieces, %", "boxes, %", "pieces of boxes, %"), rows)
    return report(figures, asked.json, asked.write, told)


def _cut_row(game: str, profile: str, way: str, folder: Path, figures: list[Figure]) -> tuple[object, ...]:
    found = cut(made(game, folder, "--format", "svg", "--profile", profile, "--cut", way))
    if (game, profile) == ("quasimino", "generic"):
        of_tiles = found.cut - found.small
        figures.append(Figure(f"{game}, cuts of tiles, {way}, mm", of_tiles, most=None if way != SHARED else MOST_CUT))
    return found.sheets, found.used, found.cut, found.travel


def _plates_row(game: str, profile: str, folder: Path, figures: list[Figure]) -> tuple[object, ...]:
    found = plates(made(game, folder, "--format", "3mf", "--profile", profile))
    figures.append(Figure(f"{game}, {profile}, filaments too many", max(0, found.most - max(found.has, 2)), most=0))
    figures.append(Figure(f"{game}, {profile}, things on what is kept free", found.kept, most=0))
    return found.plates, found.most, found.has, found.stands, found.kept


if __name__ == "__main__":
    sys.exit(main())
