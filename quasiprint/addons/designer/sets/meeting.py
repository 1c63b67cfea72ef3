"""What a set file's rule lets its tiles do: which join, which surround a point, and which are mirror images.

Tiles are taken as if there were enough of each, so that what cannot be done cannot be done with any number of copies.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from quasiprint.addons.designer.sets.choices import ONE_SIDED
from quasiprint.addons.designer.sets.corners import Corners, TooMany, View
from quasiprint.addons.designer.sets.coronas import Coronas, LabelledStar
from quasiprint.addons.designer.sets.judge import name
from quasiprint.addons.designer.sets.placed import common, lay
from quasiprint.addons.designer.sets.proof import Facts, Held, Tell
from quasiprint.addons.designer.sets.set_file import SetDesign, Shape
from quasiprint.addons.designer.sets.stars import Arrangement, Stars, find
from quasiprint.model.finding import Finding, Severity

LISTED = 40  # stars, or arrangements
LOOKED_AT = 150  # stars: whether they can be part of more
NAMED = 5  # tiles of a finding
MOST_MIRRORED = 3_000  # tiles
STARS = "vertex stars"
LOOK = "compare the file's labels and rule with what you meant"


def meeting(design: SetDesign, held: Held, tell: Tell = lambda _: None) -> tuple[list[Finding], Facts]:
    """Return what tiles cannot do, and what was counted. tell: told of progress."""
    facts: Facts = {}
    try:
        facts |= _mirror_images(design, held)
        corners = Corners(design, held)
        wrong = _unjoined(design, corners)
    except (TooMany, ValueError) as problem:
        return [], facts | {STARS: {"not counted": str(problem)}}
    if [finding.code for finding in wrong] == ["nothing-joins"]:
        return wrong, facts
    try:
        stars = find(corners, tell)
    except TooMany as problem:
        return wrong, facts | {STARS: {"not counted": str(problem)}}
    counted, alive, dead = _describe(design, corners, stars, tell)
    facts[STARS] = counted
    return [*wrong, *dead, *_starless(design, corners, stars, alive)], facts


def _unjoined(design: SetDesign, corners: Corners) -> list[Finding]:
    """Return which tiles and edges no tile can lie along."""
    never = set(corners.unjoined())
    bare: dict[tuple[str, Shown], list[int]] = defaultdict(list)
    edges = Counter[tuple[str, Shown]]()
    for (shape, labels, edge), ways in corners.edges.items():
        edges[shape, labels] += 1
        if ways <= never:
            bare[shape, labels].append(edge)
    whole = [tile for tile, found in bare.items() if len(found) == edges[tile]]
    if len(whole) == len(edges):
        message = "no tile can lie along any edge of any tile"
        return [Finding("nothing-joins", Severity.WARNING, "the set", message, LOOK)]
    found = list[Finding]()
    if whole:
        message = "no tile can lie along any of its edges"
        found.append(_named("tile-unjoined", Severity.WARNING, [_call(design, *tile) for tile in whole], message))
    part = [f"{_call(design, *tile)} edge {k}" for tile, ks in bare.items() if tile not in whole for k in sorted(ks)]
    if part:
        message = "no tile can lie along it, so it always lies at the rim of a layout"
        found.append(_named("edge-unjoined", Severity.NOTE, part, message))
    return found


def _starless(
    design: SetDesign, corners: Corners, stars: Stars, alive: Iterable[tuple[int, View]] | None
) -> Iterator[Finding]:
    """Yield which tiles and corners stand in no star. alive: in those that can be part of more; None if that is not
    known."""
    if not stars.every:
        if stars.outlines:  # else nothing is meant to be: pentagons leave gaps
            message = f"outlines surround a point in {stars.outlines:,} ways, but labels never fit"
            yield Finding("no-star", Severity.WARNING, "the set", message, LOOK)
        return
    standing, more = (stars.alive, "") if alive is None else (set(alive), " that can be part of more")
    fits: dict[tuple[str, Shown], list[int]] = defaultdict(list)
    bare: dict[tuple[str, Shown], list[int]] = defaultdict(list)
    for (shape, labels, corner), ways in corners.tiles.items():
        (fits if ways & standing else bare)[shape, labels].append(corner)
    nowhere = [_call(design, *tile) for tile in bare if tile not in fits]
    if nowhere and len(nowhere) < len({*bare, *fits}):
        yield _named("tile-starless", Severity.WARNING, nowhere, f"it stands in no vertex star{more}")
    part = [f"{_call(design, *tile)} corner {k}" for tile, ks in bare.items() if tile in fits for k in sorted(ks)]
    if part:
        message = f"it stands in no vertex star{more}, so the tile always lies at the rim of a layout"
        yield _named("corner-starless", Severity.NOTE, part, message)


def _describe(
    design: SetDesign, corners: Corners, stars: Stars, tell: Tell
) -> tuple[Facts, set[tuple[int, View]] | None, list[Finding]]:
    """Return what is told of stars, which corners stand in those that can be part of more, if that is known, and a
    finding if there are none."""
    facts: Facts = {"arrangements of outlines": len(stars.every), "kinds, with labels": stars.kinds}
    every = list[LabelledStar]()
    if stars.kinds <= LOOKED_AT:
        every = [
            tuple(zip(star.corners, views, strict=True))
            for star in stars.every
            for views in Arrangement(corners, star.corners).every()
        ]
    # tiles that show the same at their edges are not told apart
    alive, found, kept = None, list[Finding](), every
    if every and len(every) == stars.kinds:
        tell(f"{STARS}: which of {len(every)} can be part of more")
        try:
            kept = Coronas(corners, every).kept()
            facts["kinds that can be part of more"] = len(kept)
            alive = {(corners.all[number].kind, view) for star in kept for number, view in star} or None
        except TooMany as problem:
            facts["kinds that can be part of more"] = f"not counted: {problem}"
        if not kept:
            message = "points can be surrounded, but never all of those around one: no layout goes on to all sides"
            found.append(Finding("stars-end", Severity.WARNING, "the set", message, LOOK))
        names, ends = _names(design, corners), {star: "" if star in kept else " (ends)" for star in every}
        told = [
            _around(names[corners.all[n].kind, view] for n, view in star) + ends[star]
            for star in sorted(every, key=ends.__getitem__)
        ]
    else:
        told = [f"{_around(map(str, (corners.all[n] for n in star.corners)))}: {star.kinds:,}" for star in stars.every]
    facts["list"] = {f"{k}": one for k, one in enumerate(told[:LISTED], 1)}
    if len(told) > LISTED:
        facts["list"]["…"] = f"{len(told) - LISTED:,} more"
    return facts, alive, found


def _names(design: SetDesign, corners: Corners) -> dict[tuple[int, View], str]:
    """Return what a corner is called that shows some labels: a tile, and which of its corners."""
    found: dict[tuple[int, View], str] = {}
    for (shape, labels, corner), ways in corners.tiles.items():
        for way in ways:
            over = "turned over " if corners.all[corners.firsts[way[0]]].tile.flipped else ""
            found.setdefault(way, f"{over}{_call(design, shape, labels)}@{corner}")
    return found


def _around(names: Iterable[str]) -> str:
    """Return the names of the tiles around a point, those in a row that are alike told once."""
    rows = [(called, len(list(same))) for called, same in groupby(names)]
    return ", ".join(called if number == 1 else f"{number} × {called}" for called, number in rows)


Shown = tuple[object, ...]


def _call(design: SetDesign, shape: str, labels: Shown) -> str:
    return name(next(one for one in design.shapes if one.name == shape), labels)


def _named(code: str, severity: Severity, names: Sequence[str], message: str) -> Finding:
    """Return one finding of several tiles, of which the first are named."""
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return Finding(code, severity, f"{', '.join(names[:NAMED])}{more}", message, LOOK)


def _mirror_images(design: SetDesign, held: Held) -> Facts:
    """Return which tiles are mirror images of each other, of those that are never turned over."""
    tiles = [(s, labels) for s in design.shapes if s.symmetry == ONE_SIDED for labels in held.get(s.name, ())]
    if len(tiles) > MOST_MIRRORED:
        return {}
    lattice = common(shape.outline for shape in design.shapes)

    def looks(shape: Shape, labels: Shown, turn: int, flipped: bool) -> tuple[object, ...]:
        tile = lay(shape, labels, lattice, None, turn, flipped)
        return tile.translate(-min(tile.corners, key=lambda point: point.to_xy())).looks

    every = {looks(*tile, turn, False): k for k, tile in enumerate(tiles) for turn in range(lattice.parts)}
    others = [every.get(looks(*tile, 0, True), -1) for tile in tiles]
    pairs = [f"{name(*tiles[k])} and {name(*tiles[other])}" for k, other in enumerate(others) if other > k]
    more = [f"{len(pairs) - NAMED:,} more pairs"] if len(pairs) > NAMED else []
    return {"mirror images": [*pairs[:NAMED], *more]} if pairs else {}
