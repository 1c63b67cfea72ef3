"""The sheets of a set in colours: the ground with its pockets; the inlays of each colour; a backing where the ground
comes apart, or backs must not tell faces; a bill, a map of what goes where, and a coupon for the press.

Everything is proved before a file is written: each inlay against its pocket, see `inlay_shapes.misfit`; that each is on
the sheets of its colour as often as there are pockets, counted on the sheets that are written; and each sheet as any
other drawing for a laser.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from quasiprint.addons.machines.inlay_shapes import (
    Field,
    Inlay,
    chosen,
    cut,
    enclosing,
    fields_of,
    ground_parts,
    inlays_of,
    least_stroke,
    misfit,
    moved,
    refuse_fine,
    refuse_laser,
    refuse_storage,
    without,
)
from quasiprint.documents.pictures import as_svg
from quasiprint.documents.pictures import path as path_of
from quasiprint.drawing.lettering import outlines as letters
from quasiprint.drawing.outlines import rectangle
from quasiprint.errors import InputError
from quasiprint.formats.svg import files as svg_files
from quasiprint.layout.proof import ORDER, check_drawing
from quasiprint.layout.sheets import Drawings, around, label, lay_sheets, lengths
from quasiprint.model.common_options import LaserOptions
from quasiprint.model.face import Face, Mark, Operation, Region, Ring, area, bounds, region_area, snap
from quasiprint.model.finding import Finding, error
from quasiprint.model.page import Shape
from quasiprint.model.piece import Accessory, GameSet
from quasiprint.model.production import Arrangement, Artefact, Drawing, DrawingProduction, Placement, SheetPath
from quasiprint.model.profile import SheetOperation, SheetStock
from quasiprint.model.texts import csv_cell

FOLDER = "laser-inlay"
GROUND, BACKING, MARKS = "ground", "backing", "marks"
BLACK = "#000000"  # of inlays that have no colour, on the map
PRESSES = (-0.1, -0.05, 0.0, 0.05, 0.1, 0.15, 0.2)  # mm: of the coupon's inlays
CLEAR, FIGURES = 3.0, 2.0  # mm: between items on the coupon, and the height of its figures
SAME = 1e-3  # mm²: places are on a grid
Faces = Mapping[str, tuple[Inlay, ...]]


@dataclass(frozen=True, slots=True)
class Sheets:
    """The sheets of one kind. name: of their files. colour: of inlays, index in the palette or None. drawings: of their
    faces, backs, and a jig. arrangements: what lies on each."""

    name: str
    colour: int | None
    drawings: tuple[Drawing, ...]
    arrangements: tuple[Arrangement, ...]

    @property
    def parts(self) -> int:
        """How many items lie on them."""
        return sum(len(arrangement.placements) for arrangement in self.arrangements)


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is made of a set. inlays: of each item that has any, by its id. backed: the items that need a backing;
    apart: how many of all their copies come apart."""

    inlays: Faces
    backed: frozenset[str]
    apart: int
    ground: Sheets
    colours: tuple[Sheets, ...]
    backing: Sheets | None
    coupon: tuple[Drawing, Drawing]

    @property
    def sheets(self) -> tuple[Sheets, ...]:
        """All kinds of sheets, in the order in which they are cut."""
        return (self.ground, *self.colours, *([self.backing] if self.backing else []))


def files(production: DrawingProduction) -> Iterator[Artefact]:
    """Yield the sheets, the coupon, the maps and the bill. Raises NotInlaid for a set that cannot be inlaid."""
    game_set, plan = production.set, plan_of(production)
    if findings := list(check(game_set, plan)):
        wrong = findings[0]
        raise InputError(f"{wrong.subject}: {wrong.message}; this is a fault of the program, and nothing is written")
    drawings = [*(drawing for kind in plan.sheets for drawing in kind.drawings), *plan.coupon]
    for artefact in svg_files(replace(production, drawings=drawings)):
        yield Artefact(artefact.path.replace("svg/", f"{FOLDER}/", 1), artefact.content)
    faces = {item.id: item.face for item in game_set.items}
    for number, arrangement in enumerate(plan.ground.arrangements, 1):
        yield Artefact(f"{FOLDER}/map-{number}.svg", _map(arrangement, game_set, faces, plan.inlays))
    yield Artefact(f"{FOLDER}/bill.csv", _bill(game_set, plan).encode())


def fields(production: DrawingProduction) -> Mapping[str, str]:
    """Return the text on the sheets for the set's first page."""
    plan, measures = plan_of(production), production.set.measures
    laser, thick = measures.laser, measures.stock.thickness
    depth = laser.pocket or thick
    texts = []
    for kind in plan.sheets:
        count, size = len(kind.arrangements), kind.arrangements[0]
        thickness = {GROUND: f", {thick:g} mm thick", BACKING: ", as thin as you like"}.get(kind.name)
        thickness = f", {depth:g} mm thick" if thickness is None else thickness
        about = f"{size.width:g} × {size.height:g} mm{thickness}; {kind.parts} parts"
        texts.append(f"  - **{kind.name}**: {count} of {about}")
    if laser.pocket:
        pockets = f"Engrave the areas of `ground` {laser.pocket:g} mm deep: try it on `coupon-ground` first. "
    else:
        pockets = "Pockets are cut through: on a flat table, faces down on tape, press each inlay in. "
    if plan.backed:
        noun = production.set.noun
        who = f"Each {noun}" if any(piece.id in plan.backed for piece in production.set.pieces) else "What comes apart"
        why = f"the ground of {plan.apart} comes apart" if plan.apart else "the inlays would show on its back"
        pockets += f"{who} has a `backing`, since {why}: glue ground and inlays onto it. "
        pockets += "Keep the small parts of the ground, such as the inside of a 0." if plan.apart else ""
    patterns = (
        " Inlays have none of the patterns that tell colours apart elsewhere: choose sheets whose colours everybody "
        "who plays can tell apart."
    )
    return {
        "inlays": "\n".join(texts),
        "patterns": patterns if len(plan.colours) > 1 else "",
        "pockets": pockets.strip(),
        "press": f"{laser.press:g}",
    }


@lru_cache(maxsize=1)
def plan_of(production: DrawingProduction) -> Plan:
    """Return all that is made of a set; `files` and `fields` ask for it. Raises NotInlaid for what cannot be inlaid."""
    game_set, stock = production.set, production.stock
    if stock is None:
        raise ValueError("drawings: found no stock, needed is the sheet that colours are cut from")
    laser, marks = game_set.measures.laser, chosen(game_set)
    refuse_laser(laser, game_set.measures.stock.thickness)
    faces = {item.id: item.face for item in game_set.items}
    least = least_stroke(game_set.measures)
    fields = {id: fields_of(faces[id], inked, least) for id, inked in marks.items()}
    refuse_fine(game_set, fields)
    known: dict[tuple[Ring, ...], Region] = {}
    held = {id: inlays_of(faces[id], item_fields, laser, known) for id, item_fields in fields.items()}
    pockets = {id: tuple(inlay.pocket for inlay in inlays) for id, inlays in held.items() if not laser.pocket}
    apart = {id for id, holes in pockets.items() if ground_parts(faces[id].outline, holes, laser.kerf) != 1}
    pieces = {piece.id for piece in game_set.pieces}
    # tiles are all as thick, and backs that lie up in play are alike
    backed = apart | (pieces if apart & pieces or (game_set.hidden and pieces & pockets.keys()) else set())
    refuse_storage(game_set, backed)
    # what stands behind tiles has their outlines, what is cut through them anyway, and backs
    drawn = {id: [mark for mark in faces[id].marks if mark.operation is not Operation.CUT] for id in backed}
    behind = {id: without(faces[id], marks_there) for id, marks_there in drawn.items()}
    return Plan(
        held,
        frozenset(backed),
        sum(item.count for item in game_set.items if item.id in apart),
        _ground(game_set, stock, marks, held, backed),
        _colours(game_set, stock, held),
        _sheets(BACKING, game_set, stock, behind) if backed else None,
        _coupon(game_set, stock, fields),
    )


def _ground(
    game_set: GameSet, stock: SheetStock, marks: Mapping[str, tuple[Mark, ...]], held: Faces, backed: set[str]
) -> Sheets:
    """Return the sheets with everything on them, and pockets in place of what is inlaid."""
    faces = {item.id: without(item.face, marks.get(item.id, ())) for item in game_set.items}
    faces |= {id: replace(faces[id], back=()) for id in backed}
    operation = SheetOperation.ENGRAVE if game_set.measures.laser.pocket else SheetOperation.CUT_INNER

    def pockets(place: Placement) -> Iterator[SheetPath]:
        for inlay in held.get(place.item, ()):
            # what is left standing in a pocket is cut out before the pocket is
            yield SheetPath(operation, tuple(map(place.ring, inlay.pocket.rings[::-1])), item=place.item)

    return _sheets(GROUND, game_set, stock, faces, pockets)


def _sheets(
    name: str,
    game_set: GameSet,
    stock: SheetStock,
    faces: Mapping[str, Face],
    more: Callable[[Placement], Iterable[SheetPath]] = lambda _: (),
) -> Sheets:
    """Return the sheets of a set whose pieces and accessories have other faces; those that have none are left out.
    more: what else is burned where one of them lies."""
    plain = replace(
        game_set,
        pieces=tuple(replace(piece, face=faces[piece.id]) for piece in game_set.pieces if piece.id in faces),
        accessories=tuple(replace(item, face=faces[item.id]) for item in game_set.accessories if item.id in faces),
        whole=game_set.complete,  # which pieces are told apart by names
    )
    size, arrangements, shared = lay_sheets(plain, stock, alone=True)
    lying = {arrangement.name: arrangement.placements for arrangement in arrangements}
    drawings = []
    for drawing in Drawings(plain, arrangements, size, shared):
        further = [path for place in lying.get(drawing.name, ()) for path in more(place)]
        # further paths come last among those of their operation
        burned = sorted((path for path in (*drawing.paths, *further) if path.operation in ORDER), key=_step)
        idle = [path for path in drawing.paths if path.operation not in ORDER]
        called = f"{name}-{drawing.name}" if drawing.jig else drawing.name.replace("sheet-", f"{name}-", 1)
        drawings.append(replace(drawing, name=called, paths=(*burned, *idle)))
    return Sheets(name, None, tuple(drawings), arrangements)


def _step(path: SheetPath) -> int:
    return ORDER.index(path.operation)


def _colours(game_set: GameSet, stock: SheetStock, held: Faces) -> tuple[Sheets, ...]:
    """Return the sheets of each colour, in the order of the palette."""
    counts: dict[int | None, Counter[Region]] = {}
    for item in game_set.items:
        for inlay in held.get(item.id, ()):
            counts.setdefault(inlay.field.colour, Counter())[inlay.shape] += item.count
    sheets = []
    kerf = game_set.measures.laser.kerf
    # beams keep as far from one another, and from the rim, as those of tiles do
    wide = replace(stock, gap=stock.gap + kerf, margin=stock.margin + kerf / 2)
    for colour in sorted(counts, key=lambda colour: -1 if colour is None else colour):
        name = _name(game_set, colour)
        shapes = {f"{name}-{k}": shape for k, shape in enumerate(counts[colour], 1)}
        accessories = tuple(
            Accessory(id, id, counts[colour][shape], Face(enclosing(shape.outer), shape.outer, ()))
            for id, shape in shapes.items()
        )
        measures = replace(game_set.measures, laser=LaserOptions())
        loose = replace(game_set, pieces=(), accessories=accessories, whole=None, measures=measures)
        size, arrangements, _ = lay_sheets(loose, wide, alone=True)
        drawings = []
        for k, arrangement in enumerate(arrangements, 1):
            title = f"{game_set.title}, {name}, sheet {k} of {len(arrangements)}, kerf {kerf:g} mm"
            inner = [
                SheetPath(SheetOperation.CUT_INNER, tuple(map(place.ring, shapes[place.item].holes)), item=place.item)
                for place in arrangement.placements
                if shapes[place.item].holes
            ]
            outer = [
                SheetPath(SheetOperation.CUT_OUTER, (place.ring(shapes[place.item].outer),), item=place.item)
                for place in arrangement.placements
            ]
            idle = around(size.width, size.height, stock, title)
            drawings.append(Drawing(f"{name}-{k}", title, size.width, size.height, (*inner, *outer, *idle)))
        sheets.append(Sheets(name, colour, tuple(drawings), arrangements))
    return tuple(sheets)


def _name(game_set: GameSet, colour: int | None) -> str:
    """Return what a colour's files are called: its ink, in plain letters, with its number if another is called so."""
    if colour is None:
        return MARKS
    names = [re.sub("[^a-z0-9]+", "-", ink.name.lower()).strip("-") for ink in game_set.palette.inks]
    taken = (GROUND, BACKING, MARKS, "coupon", "map", "bill", "")
    ink_name = names[colour]
    return f"colour-{colour + 1}-{ink_name}".strip("-") if ink_name in taken or names.count(ink_name) > 1 else ink_name


def _coupon(game_set: GameSet, stock: SheetStock, fields: Mapping[str, tuple[Field, ...]]) -> tuple[Drawing, Drawing]:
    """Return a plate with pockets of the set's commonest inlay, all alike, and the inlays to try in them, each with its
    press, engraved on it if there is room; as many as a sheet is wide, the loosest and the tightest among them."""
    laser = game_set.measures.laser
    counts = Counter[Field]()
    on_pieces = any(piece.id in fields for piece in game_set.pieces)
    for item in game_set.pieces if on_pieces else game_set.accessories:
        for field in fields.get(item.id, ()):
            counts[replace(field, colour=None)] += item.count
    ((field, _),) = counts.most_common(1)
    left, low, right, high = bounds((field.region.outer,))
    far = rectangle(left - CLEAR, low - CLEAR, right + CLEAR, high + CLEAR)  # nothing of it lies on a rim
    pitch, tall = right - left + 2 * CLEAR, high - low + 2 * CLEAR
    room = stock.width - 2 * stock.margin - 2 * laser.kerf
    # as many as a sheet is wide, the loosest and the tightest among them; if only one fits, the usual
    steps = min(int(room / pitch), len(PRESSES)) - 1
    tried = [PRESSES[k * (len(PRESSES) - 1) // steps] for k in range(steps + 1)] if steps > 0 else [laser.press]
    width, height = snap(pitch * len(tried) + 2 * stock.margin), snap(tall + FIGURES + CLEAR + 2 * stock.margin)
    pockets, pieces, figures = list[SheetPath](), list[SheetPath](), list[SheetPath]()
    operation = SheetOperation.ENGRAVE if laser.pocket else SheetOperation.CUT_INNER
    for k, press in enumerate(tried):
        by = stock.margin + pitch * k + CLEAR - left, stock.margin + CLEAR - low
        for pocket, path in cut(field, far, laser.kerf, press):
            inlay = moved(path, *by)
            pockets.append(SheetPath(operation, moved(pocket, *by).rings[::-1]))
            pieces += [SheetPath(SheetOperation.CUT_INNER, inlay.holes)] if inlay.holes else []
            pieces.append(SheetPath(SheetOperation.CUT_OUTER, (inlay.outer,)))
            number = label(f"{press:g}", path.outer, tuple(Region(hole[::-1]) for hole in path.holes))
            lines = tuple(ring for region in number for ring in moved(region, *by).rings)
            pieces += [SheetPath(SheetOperation.ENGRAVE, lines)] if lines else []
        x, y = stock.margin + pitch * (k + 0.5), height - stock.margin - FIGURES - 1
        text = letters(f"{press:g}", FIGURES, x, y, "middle")
        figures.append(SheetPath(SheetOperation.ENGRAVE, tuple(ring for region in text for ring in region.rings)))
    rim = rectangle(stock.margin, stock.margin, snap(width - stock.margin), snap(height - stock.margin))
    plate = [*figures, *pockets, SheetPath(SheetOperation.CUT_OUTER, (rim,))]
    return (
        Drawing("coupon-ground", "", width, height, tuple(sorted(plate, key=_step))),
        Drawing("coupon-inlays", "", width, height, tuple(sorted([*figures, *pieces], key=_step))),
    )


def check(game_set: GameSet, plan: Plan) -> Iterator[Finding]:
    """Prove sheets: each inlay differs from its pocket by kerf and press alone; pockets and inlays of each colour are
    all there, once each, counted on the sheets; and a laser can burn each sheet.

    Findings: inlay-misfit, pocket-count, inlay-count; those of `check_drawing`."""
    laser, proved = game_set.measures.laser, set[tuple[Inlay, Ring]]()
    for item in game_set.items:
        for inlay in plan.inlays.get(item.id, ()):
            if (inlay, item.face.outline) not in proved:
                proved.add((inlay, item.face.outline))
                yield from misfit(item.id, inlay, item.face.outline, laser.kerf, laser.press)
    yield from _check_pockets(game_set, plan)
    for kind in plan.colours:
        yield from _check_colour(game_set, plan, kind)
    for drawing in (*(drawing for kind in plan.sheets for drawing in kind.drawings), *plan.coupon):
        yield from check_drawing(drawing)


def _check_pockets(game_set: GameSet, plan: Plan) -> Iterator[Finding]:
    """Yield what lies on the sheets of ground another number of times than the set has it, or lacks a pocket there."""
    drawn = Counter((drawing.name, path.rings) for drawing in plan.ground.drawings for path in drawing.paths)
    lying = Counter[str]()
    for number, arrangement in enumerate(plan.ground.arrangements, 1):
        for place in arrangement.placements:
            lying[place.item] += 1
            for inlay in plan.inlays.get(place.item, ()):
                found = drawn[f"{GROUND}-{number}", tuple(map(place.ring, inlay.pocket.rings[::-1]))]
                if found != 1:
                    message = f"a pocket is {found} times on sheet {number} of ground"
                    yield error("pocket-count", place.item, message, "draw each pocket once")
    for item in game_set.items:
        if lying[item.id] != item.count:
            message = f"it is {lying[item.id]} times on the sheets of ground, the set has {item.count}"
            yield error("pocket-count", item.id, message, "lay each piece as often as there is of it")


def _check_colour(game_set: GameSet, plan: Plan, kind: Sheets) -> Iterator[Finding]:
    """Yield whether a colour's sheets have other inlays than its pockets need: in number, or in what cuts enclose."""
    count, size = 0, 0.0
    for item in game_set.items:
        for inlay in plan.inlays.get(item.id, ()):
            if inlay.field.colour == kind.colour:
                count += item.count
                size += item.count * region_area(inlay.path)
    cuts = [path for drawing in kind.drawings for path in drawing.paths if path.operation.cuts]
    outer = [path for path in cuts if path.operation is SheetOperation.CUT_OUTER]
    # holes run the other way around than what they are in
    found = sum(area(ring) for path in cuts for ring in path.rings)
    if len(outer) != count or abs(found - size) > SAME * count:
        message = f"its sheets have {len(outer)} inlays of {found:.2f} mm², its pockets need {count} of {size:.2f} mm²"
        yield error("inlay-count", kind.name, message, "lay each inlay once")


def _map(arrangement: Arrangement, game_set: GameSet, faces: Mapping[str, Face], held: Faces) -> bytes:
    """Return a picture of a sheet of ground with its inlays in their colours."""
    shapes = []
    for place in arrangement.placements:
        shapes.append(Shape((place.ring(faces[place.item].outline),), game_set.palette.body, BLACK, 0.1))
        for inlay in held.get(place.item, ()):
            colour = BLACK if inlay.field.colour is None else game_set.palette.inks[inlay.field.colour].rgb
            shapes.append(Shape(tuple(map(place.ring, inlay.path.rings)), colour, BLACK, 0.1))
    drawn = (path_of(shape, arrangement.height, 3) for shape in shapes)
    return as_svg(arrangement.width, arrangement.height, drawn).encode()


def _bill(game_set: GameSet, plan: Plan) -> str:
    """Return what each kind of sheet takes, in a line each, as programs for tables read it."""
    measures = game_set.measures
    inlaid = measures.laser.pocket or measures.stock.thickness
    lines = ["sheets of,files,width mm,height mm,thickness mm,parts,cut mm,engraved mm2"]
    for kind in plan.sheets:
        size = kind.arrangements[0]
        work = [lengths(drawing) for drawing in kind.drawings]
        thick = {GROUND: f"{measures.stock.thickness:g}", BACKING: ""}.get(kind.name, f"{inlaid:g}")
        cells = [kind.name, str(len(kind.arrangements)), f"{size.width:g}", f"{size.height:g}", thick, str(kind.parts)]
        cells += [f"{sum(part.cut for part in work):.1f}", f"{sum(part.engraved for part in work):.1f}"]
        lines.append(",".join(map(csv_cell, cells)))
    return "\n".join(lines) + "\n"
