"""What a page shows of a set while its maker chooses: faces, sheets, plates, leaves, and what the checks say.

Each part is made when it is asked for. A part that cannot be made says why; the others are there nonetheless. Sheets
and pages are shown as they are made: a sheet is the file that a laser gets; a page is the source of the PDF's page, as
SVG. An answer has one of them, and their number.

Whether a design can be made, and what it takes: asked step by step, so that a page shows how far it is, and whoever
changes an option waits for no more than a step. The steps are those of `quasiprint check`; between them, what was laid
out is counted as `make --dry-run` counts it. What is done is kept for the last few sets, so that no step is done twice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Any

from quasiprint.addons.studio.sets import Shop, faces, open_shop, refuse_missing, shop_anew, shop_of
from quasiprint.addons.studio.words import Asked, Declined, Value, about, ask_of, brief, command_line, refusing
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.documents.pictures import Ink, shapes_of
from quasiprint.drawing.face_shapes import places
from quasiprint.errors import InputError, Unavailable
from quasiprint.make.bill import bill_of_sheets, part_of_bill, whole_bill
from quasiprint.make.bill import lines as bill_lines
from quasiprint.make.make import counts_of, offers_of, plan
from quasiprint.make.run import Run, settle
from quasiprint.model.choices import Process, ProductKind
from quasiprint.model.face import bounds
from quasiprint.model.finding import Finding, Severity, has_errors
from quasiprint.model.page import Book, Imprint, Page, Shape
from quasiprint.model.piece import Accessory, Piece
from quasiprint.model.production import Arrangement, Bill, Placement, Project
from quasiprint.model.profile import Palette, Paper
from quasiprint.model.solid import Mesh, SolidPiece
from quasiprint.model.texts import several

# whose faces are looked at first
FIRST = (ProductKind.PAGES, ProductKind.DRAWINGS, ProductKind.SOLIDS, ProductKind.TEXTS)
MOST_IDS = 400


def preview(value: Value) -> Value:
    """Return parts of what a set looks like, by ``parts``; and the command that makes it."""
    wanted = value.get("parts", ["pieces"])
    if not isinstance(wanted, list) or not all(isinstance(part, str) and part in PARTS for part in wanted):
        raise Declined(f"parts: allowed are {', '.join(PARTS)}")
    shop, ask, settings = open_shop(value)
    parts: dict[str, Value] = {}
    for name in wanted:
        try:
            with refusing(settings):
                try:
                    parts[name] = PARTS[name](shop)
                except InputError:
                    # the sentence is that of `quasiprint make`, which asks the processes in its own order
                    for offer in offers_of(shop.run):
                        shop.whole(offer.maker)
                    raise
        except Declined as problem:
            parts[name] = {"refused": problem.value()}
    return {"command": command_line("make", shop.run.game, ask.words), "parts": parts}


def maker_of(shop: Shop) -> Process:
    """Return whose set is looked at first: the paper set, which has all colours, if that is made."""
    made = [offer for offer in offers_of(shop.run) if offer is not ProductKind.TEXTS] or shop.game.offers
    return next(offer for offer in FIRST if offer in made).maker


def pieces(shop: Shop) -> Value:
    """Return the faces of all items of the set that is looked at first."""
    game_set = shop.set(maker_of(shop))
    counts = {game_set.noun: len(game_set.copies), **counts_of(game_set.accessories)}
    texts = [several(number, kind.replace("-", " ")) for kind, number in counts.items() if number]
    return {**faces(game_set), "said": ", ".join(texts)}


def others(shop: Shop) -> Value:
    """Return what other processes make besides: a tray that is printed, a frame that is cut. Of each its faces."""
    found: list[Value] = []
    shown = {item["id"] for item in faces(shop.set(maker_of(shop)))["things"]}
    for offer in offers_of(shop.run):
        if offer is ProductKind.TEXTS or offer.maker is maker_of(shop):
            continue
        shown_faces = faces(shop.set(offer.maker))
        new = [item for item in shown_faces["things"] if item["id"] not in shown]
        if new:
            used = {item["face"] for item in new}
            needed = [face if at in used else None for at, face in enumerate(shown_faces["faces"])]
            found.append({**shown_faces, "maker": str(offer.maker), "faces": needed, "things": new})
            shown |= {item["id"] for item in new}
    return {"others": found}


def plates(shop: Shop, page: int = 0, _book: int = 0) -> Value:
    """Return a drawing of a plate of the first bed, as it is printed: in colours, or in one changed at a height."""
    refuse_missing(shop, ProductKind.SOLIDS, "printed")
    project = _project(shop)
    bed, made = project.bed, project.plates
    plate = made[_within(page, len(made), "plate")]
    taken = [("kept", box) for box in bed.keep_outs] + [("tower", plate.tower)] * bool(plate.tower)
    # what lies there, seen from above; each face is written once
    game_set = shop.set(Process.PRINTER)
    inks, faces_of = [ink.rgb for ink in game_set.palette.inks], {item.id: item.face for item in game_set.items}
    here = {faces_of[place.item] for place in plate.placements}
    shapes = {face: tuple(shapes_of(face, inks, 0.0, 0.0, game_set.palette.body)) for face in here}
    lying = [Imprint(shapes[faces_of[place.item]], place.x, place.y, place.angle) for place in plate.placements]
    ink = Ink({})
    drawn = ink.document(ink.draw(lying, ()), plate.width, plate.height)
    return {
        **_page_data(page, len(made), plate.name, plate.width, plate.height, drawn),
        **{"on": bed.name, "margin": bed.margin, "look": "printer", "relief": project.relief, "taken": taken},
        **{"count": len(plate.placements), "legend": ["margin"] * bool(bed.margin) + list(dict(taken[::-1]))},
    }


@lru_cache(maxsize=3)
def _project(shop: Shop) -> Project:
    """Return the plates of the first bed."""
    from quasiprint.layout.plates import projects
    from quasiprint.solids.build import solid_pieces

    game_set = shop.set(Process.PRINTER)
    return projects(game_set, solid_pieces(game_set), dict(islice(shop.beds.items(), 1)))[0]


CUT_OUT, HAIR = "tiles-", 'class="hair"'  # the book that is cut apart, and its lines
MOST_PAPER = 6000  # items on pages


def sheets(shop: Shop, page: int = 0, _book: int = 0) -> Value:
    """Return a drawing of a laser's sheets: the file itself of what is burned."""
    from quasiprint.formats.svg import files

    refuse_missing(shop, ProductKind.DRAWINGS, "cut with a laser")
    made, (stock, laid, _) = shop.drawings, shop.cut_from
    drawing = made.drawings[_within(page, len(made.drawings), "sheet")]
    drawing_production = replace(made, drawings=(drawing,))
    burned, file = next(drawing_production.files()), next(files(drawing_production))
    drawn = file.content.decode().partition("?>\n")[2]
    return {
        **_page_data(page, len(made.drawings), drawing.title, drawing.width, drawing.height, drawn),
        **{"on": stock.name, "margin": stock.margin, "look": "laser", "sheets": len(laid)},
        "legend": [str(operation) for operation in dict.fromkeys(path.operation for path in burned.paths)],
    }


def leaves(shop: Shop, page: int = 0, book: int = 0) -> Value:
    """Return a page of what is printed on the first paper."""
    refuse_missing(shop, ProductKind.PAGES, "printed on paper")
    paper, all_books = shop.run.profiles.pages[0], books(shop)
    shown = all_books[_within(book, len(all_books), "book")]
    shown_page = shown.pages[_within(page, len(shown.pages), "page")]
    drawn = page_svg(shown_page, dict(shown.figures), shown.width, shown.height)
    return {
        **_page_data(page, len(shown.pages), shown_page.title, shown.width, shown.height, drawn),
        **{"on": paper.name, "margin": paper.margin, "look": "paper", "book": book},
        "books": [[each.name.partition("-")[0], each.title, len(each.pages)] for each in all_books],
        "words": [text.text for text in shown_page.texts],
        "legend": ["cut-line"] if shown.name.startswith(CUT_OUT) and HAIR in drawn else [],
    }


def page_svg(page: Page, figures: Mapping[str, Sequence[Shape]], width: float, height: float) -> str:
    """Return a page of a drawn book as SVG, from what its PDF is made from, a unit a millimetre; what recurs, a letter
    or a tile, is written once. figures: of the book, by name. width, height: mm."""
    ink = Ink(figures)
    body = ink.draw(page.shapes, ()) + "".join(map(ink.stamp, page.stamps)) + ink.draw((), page.texts, page=True)
    return ink.document(body, width, height)


def books(shop: Shop) -> tuple[Book, ...]:
    """Return the books of the first paper: what is cut out or written on, then the rest. Raises Declined for more than
    MOST_PAPER items: their pages would take longer to draw than anybody waits."""
    paper, count = shop.run.profiles.pages[0], len(shop.set(Process.PAPER).copies)
    if count > MOST_PAPER:
        raise Declined(
            f"count: found {count} to be printed, allowed are up to {MOST_PAPER} to be looked at; make prints them all"
        )
    return _drawn_books(shop, paper)


@lru_cache(maxsize=3)
def _drawn_books(shop: Shop, paper: Paper) -> tuple[Book, ...]:
    return tuple(shop.sheets_of_paper((paper,)))


def _page_data(page: int, count: int, title: str, width: float, height: float, svg: str) -> Value:
    return {"page": page, "all": count, "title": title, "width": width, "height": height, "svg": svg}


def _within(number: int, count: int, what: str) -> int:
    if number >= count:
        raise Declined(f"{what}: found {number}, allowed is up to {count - 1}")
    return number


PAGE_PARTS = {"sheets": sheets, "plates": plates, "leaves": leaves}
PARTS: dict[str, Callable[[Shop], Value]] = {"pieces": pieces, "others": others, **PAGE_PARTS}


def laid(value: Value) -> Value:
    """Return one of a set's ``sheets``, ``plates`` or ``leaves``, as ``what`` says: the ``page``, from 0, of the
    ``book``, from 0. Raises Declined for what is not there, or cannot be made."""
    what, page, book = value.get("what"), value.get("page", 0), value.get("book", 0)
    if not isinstance(what, str) or what not in PAGE_PARTS:
        raise Declined(f"what: allowed are {', '.join(PAGE_PARTS)}")
    for name, number in (("page", page), ("book", book)):
        if type(number) is not int or number < 0:
            raise Declined(f"{name}: found {brief(number)!r}, allowed are whole numbers from 0")
    shop, _, settings = open_shop(value)
    with refusing(settings):
        return PAGE_PARTS[what](shop, page, book)


MOST_BODIES = 800  # kinds of items that are shown at once
MOST_SHOWN = 3000  # items
BODY_GAP = 6.0  # mm: between items
ACROSS = 1.5  # the table is so much wider than deep, about
TABLE = "table"
UNIT = 0.01  # mm: corners of bodies lie on this grid
PLACES = 3  # decimals of a placement, mm and degrees


def bodies(value: Value) -> Value:
    """Return bodies for the viewer: of the items in ``ids``, or of the whole set, each as often as it is made;
    they lie on a table in rows. Raises Declined for a set that is not printed, or a name that nothing printed has."""
    ids = value.get("ids", [])
    if not isinstance(ids, list) or len(ids) > MOST_IDS or not all(isinstance(id, str) for id in ids):
        raise Declined("ids: allowed are ids of pieces and accessories")
    from quasiprint.solids.build import solid_pieces
    from quasiprint.solids.mesh import meshes

    shop, _, settings = open_shop(value)
    refuse_missing(shop, ProductKind.SOLIDS, "printed in solid")
    with refusing(settings):
        game_set = shop.set(Process.PRINTER)
    shown = [item for item in game_set.items if not ids or item.id in ids][:MOST_BODIES]
    missing = sorted(set(ids) - {item.id for item in shown})
    if missing:
        raise Declined(f"{missing[0][:60]!r} is not printed")
    pieces = tuple(item for item in shown if isinstance(item, Piece))
    others = tuple(item for item in shown if isinstance(item, Accessory))
    solid = solid_pieces(replace(game_set, pieces=pieces, accessories=others))
    value = mesh_value(solid, meshes(solid), game_set.palette, table(shown, several=not ids))
    return {**value, "all": len(game_set.items), "parts": sum(item.count for item in game_set.items)}


def mesh_value(pieces: Iterable[SolidPiece], meshes: Mapping[str, Mesh], palette: Palette, table: Arrangement) -> Value:
    """Return items and the table on which they lie, as ``web/viewer.js`` draws them: exact enough to be looked at.

    unit: mm of a corner's step. base: the colour of bodies, palette: of inlays. bodies: by key, the corners' x, y and z
    as steps, and the numbers of the triangles' corners. things: by id, the bodies of each with the colour's index, None
    for the base. plates: the table, its width and depth in mm, and what lies there: id, x and y in mm, degrees
    anticlockwise.
    """
    bodies: dict[str, Value] = {}
    for key in dict.fromkeys(part.key for piece in pieces for part in piece.parts):
        corners, triangles = meshes[key].to_indices()
        steps = [round(length / UNIT) for corner in corners for length in corner]
        bodies[key] = {"corners": steps, "triangles": list(chain.from_iterable(triangles))}
    lying = [
        [place.item, *(round(value, PLACES) + 0.0 for value in (place.x, place.y, place.angle))]
        for place in table.placements
    ]
    return {
        **{"unit": UNIT, "base": palette.body, "palette": [ink.rgb for ink in palette.inks], "bodies": bodies},
        "things": {piece.id: [(part.key, part.colour) for part in piece.parts] for piece in pieces},
        "plates": [{"name": table.name, "width": table.width, "depth": table.height, "items": lying}],
    }


def table(items: Sequence[Piece | Accessory], *, several: bool = False) -> Arrangement:
    """Return where items lie on a table: in rows, containers last. several: as often as made, up to MOST_SHOWN."""
    often = [item for item in items for _ in range(item.count if several else 1)][:MOST_SHOWN]
    laid = sorted(often, key=lambda item: isinstance(item, Accessory) and item.storage)
    if not laid:
        return Arrangement(TABLE, 0.0, 0.0, ())
    boxes = [bounds((item.face.nominal,)) for item in laid]
    area = sum((right - left + BODY_GAP) * (high - low + BODY_GAP) for left, low, right, high in boxes)
    width, depth, origins = places(boxes, BODY_GAP, width=math.sqrt(area * ACROSS))
    lying = (Placement(item.id, x, y, 0.0) for item, (x, y) in zip(laid, origins, strict=True))
    return Arrangement(TABLE, width, depth, tuple(lying))


BODIES = 20  # that are proved in one step
CHECKING, PROVED, MINDED, FAILED, UNKNOWN = "checking", "proved", "minded", "failed", "unknown"
MOST_STEPS = 10_000


def _answers(shop: Shop, command: str) -> Iterator[Value]:
    """Yield what is known of a set after each step, as the page reads it: its design; what is laid out for each, and
    counted, each sheet a step; each sheet of a laser proved, and bodies, so many at a time."""
    offers, bills = plan(shop), list[Bill]()
    counts, proofs = list[Callable[[], Bill]](), list[Callable[[], list[Finding]]]()  # to come
    findings = [*shop.prove(tuple(offer.maker for offer in offers))[0]]
    done, to_lay = 0, len(offers)

    def answer() -> Value:
        nonlocal done
        done, left = done + 1, to_lay + len(counts) + len(proofs)
        warned = any(finding.severity is Severity.WARNING for finding in findings)
        state = FAILED if has_errors(findings) else CHECKING if left else MINDED if warned else PROVED
        value = {"state": state, "done": done, "steps": done + left + to_lay}
        value["findings"] = [finding.as_json() for finding in findings]
        if to_lay or counts:
            return value
        bill = whole_bill(shop.run, bills)
        value["numbers"] = numbers(bill)
        if left or state == FAILED:
            return value
        told = {"lines": list(bill_lines(bill)), "left_out": list(shop.run.left_out), "command": command}
        return {**value, "bill": bill.as_json(), **told}

    yield answer()
    for offer in offers:
        shop.production(offer)
        counts = [partial(part_of_bill, shop, offer)]
        if offer is ProductKind.DRAWINGS:
            sheets = range(len(shop.drawings.drawings))
            counts = [partial(bill_of_sheets, shop, (number,)) for number in sheets]
            proofs += [partial(shop.check_layout, offer, (number,)) for number in sheets]
        else:
            findings += shop.check_layout(offer)
        if offer is ProductKind.SOLIDS:
            keys = tuple(shop.solids.meshes)
            proofs += [partial(shop.prove_bodies, keys[at : at + BODIES]) for at in range(0, len(keys), BODIES)]
        to_lay -= 1
        yield answer()
        while counts:
            bills.append(counts.pop(0)())
            yield answer()
    while proofs:
        findings += proofs.pop(0)()
        yield answer()


@dataclass
class Proof:
    """What is known of a run's set so far: the last answer, and those to come."""

    run: Run
    to_come: Iterator[Value]
    answer: Value = field(default_factory=lambda: {"state": CHECKING, "done": 0})


PROOFS = 4  # that are kept: a set and its layouts are large
_proofs: dict[Hashable, Proof] = {}  # the last that were asked for


def _proof_of(asked: Asked, step: int, command: str) -> Proof:
    """Return what is known of a design after one more step than `step`. It begins anew if profiles changed meanwhile,
    or a step was broken off. Raises InputError for what cannot be made, Unavailable for what cannot be proved here."""
    request = asked.request
    key = request.game, asked.words, request.supplied
    found = _proofs.pop(key, None)
    run = settle(request) if found is None or step == 0 else found.run
    if found is None or found.run != run:
        shop = shop_of(asked)
        found = Proof(run, _answers(shop if shop.settled == run else shop_anew(request), command))
    while found.answer["state"] == CHECKING and found.answer["done"] <= step:
        found.answer = next(found.to_come)
    _proofs[key] = found
    while len(_proofs) > PROOFS:
        del _proofs[next(iter(_proofs))]
    return found


def proving(value: Value) -> Value:
    """Return whether a design can be made, after one more step than ``step`` says: ``state`` is "checking" as long as
    there is another, then "proved", "minded" (proved, with warnings) or "failed"; "unknown" with ``missing`` if it
    cannot be proved here. ``numbers`` are what it takes, once that is counted. Raises Declined for what cannot be made,
    with the sentence of `quasiprint check`."""
    step = value.get("step", 0)
    if not isinstance(step, int) or not 0 <= step < MOST_STEPS:
        raise Declined(f"step: allowed is a number up to {MOST_STEPS}")
    game, settings = about(value)
    asked = ask_of(MAKE, game, settings)
    command = command_line("make", game, (*asked.words, "--dry-run"))
    with refusing(settings):
        try:
            return _proof_of(asked, step, command).answer
        except (ModuleNotFoundError, Unavailable) as problem:
            missing = problem.name if isinstance(problem, ModuleNotFoundError) else ""
            return {"state": UNKNOWN, "missing": missing or str(problem), "command": command}


def numbers(bill: Bill) -> dict[str, Any]:
    """Return what a set takes in few numbers: plates, hours and grams of the first way to print it, sheets and minutes
    of a laser, leaves of the first paper; with prices what each of these costs. What is not made is not there."""
    found: dict[str, Any] = {}
    for way in bill.ways[:1]:
        found |= {"plates": len(way.plates), "hours": way.total("hours"), "grams": way.total("grams")}
    if bill.sheets:
        found |= {"sheets": bill.cut_sheets, "minutes": bill.minutes}
    for paper in bill.papers[:1]:
        found["leaves"] = paper.leaves
    names = {"laser": "laser", **{way.name: "printer" for way in bill.ways[:1]}}
    names |= {f"paper, {paper.paper}": "paper" for paper in bill.papers[:1]}
    costs = {names[cost.way]: f"{cost.total:.2f} {cost.currency}" for cost in bill.costs if cost.way in names}
    return {**found, "costs": costs} if costs else found
