"""START-HERE.html, the page that opens a set: a picture of it, how to make it in each way that was asked for, and what
else there is to know, folded away. One file, which asks no host for anything and runs no script.

Its text is ``templates/start-here.md``, its frame ``templates/start-here.html``. What the text calls ``$parts`` is a
part for each offer of the set, from ``templates/start-here/``. There ``$formats`` is what the formats say, each beside
its module, and ``$game`` what the game says of this offer in the ``readme.md`` of its room.
``$tested`` is what both say of tests. Tables are those of ``tables.toml`` in the same folder.

It is Markdown without links, pictures and HTML. A heading of the third level is folded, with what stands below it,
and left out with nothing below it. ``$drawn_set`` and the like are pictures. A colour in code, such as `#0072B2`,
gets a swatch; the path of a file of the set, a link.

``$name`` is a field. What stands between ``<!-- for WORD WORD -->`` and ``<!-- end -->`` is there only if all the
words hold; of words that are names of formats (ours, or those of the set), one is enough. In a ``readme.md`` the
words ``solids``, ``drawings``, ``pages``, ``texts`` and ``tested`` say to which part the lines belong; other lines
belong to the part of the format's offer, or, of a game's, to the head of the page. What a game says under ``sliced``
is there where a format asks for it with ``$sliced``: one whose files were sliced. The remaining words say what must
hold of the set: it has coloured "inlays" or is "plain"; anything is "drawn"; several colours, told apart by
"patterns" or "letters"; "accessories"; printed "trays" and "racks"; marks on "backs"; marks "sunk" or "raised"; a
"recess" in the middle; its pieces are "boards" to write on, or "pieces" to be cut out or printed, and of these
"tiles" if the set is complete under a symmetry; it is a "whole" set or a "part" of one, or several "sets", whose
tiles are counted as "necklaces"; something of it is "stored";
what its user supplied is "kept" in it; sheets are "turned" over for their backs, "referenced" by a layer that is
never burned, the corner that both sides are measured from "marked" in it or "unmarked", cuts inside and outside
"alike" in colour, their cuts "shared", their parts held by "tabs"; it has "costs", parts of which it says how each
"fits" another, tiles of which it says how each "drifts" in a row; there is a "choice" of several ways to make it; it
is that of a "game" or a "coupon"; its items are "papered", so that its pages are more than a book; "apart" from what
makes its pieces something else makes the rest, of which words such as "printer-pieces" and "paper-board" tell; it has
an extra that the word names; its printed pieces have open pockets for "magnets", or such for which the printer has to
"pause"; or it is the set of the game that the word names. A field of a format is such a word,
too: it holds if it says something.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from html import escape
from string import Template

from quasiprint import formats
from quasiprint.checks.fit import MADE as FIT_OF
from quasiprint.checks.fit import Budget, Span
from quasiprint.documents.pictures import GROUND, in_a_picture, path, shapes_of
from quasiprint.documents.words import Names
from quasiprint.drawing.outlines import rectangle
from quasiprint.drawing.packer import readings
from quasiprint.errors import InputError
from quasiprint.exact.orbit import Labelled, Permutation, SymmetryGroup, cycles, orbit_count
from quasiprint.layout.sheets import corner
from quasiprint.make.bill import fields as bill_fields
from quasiprint.make.bill import table
from quasiprint.make.manifest import FileEntry, MadeSet
from quasiprint.make.run import PAGE, PAGE_FRAME, Run, describe_part, page_part, room
from quasiprint.model.choices import CutStyle, MagnetSide, Process, ProductKind
from quasiprint.model.coupon import Coupon
from quasiprint.model.face import Cell, Face, Mark, Operation, Ring, decimal
from quasiprint.model.page import Shape
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement
from quasiprint.model.profile import SheetOperation
from quasiprint.model.texts import choose_parts, markdown, runs, several
from quasiprint.version import __version__

MANY = 12  # names or runs of names of one folder: of more, the first and the last are shown
HEAD, TESTED, SLICED = "head", "tested", "sliced"  # parts of the page that are no offer's
Entries = Mapping[str, Sequence[FileEntry]]  # what was written, by format
ByOffer = Mapping[ProductKind, Sequence[Arrangement]]  # plates, sheets and leaves


def start_page(set: MadeSet, format_fields: Mapping[str, str], fits: Sequence[Budget], arrangements: ByOffer) -> str:
    """Return the page of a set, as HTML. format_fields: those that formats fill in. fits: how it fits, as each
    process makes it. Raises InputError if a user's own template has a field that is not known."""
    run = set.run
    names = Names.of(run.templates, "en", run.game)  # what players call items, in English, as the page is
    pictures = _Pictures(set, arrangements, names)
    text = _text(set, format_fields, fits, pictures.drawn, names)
    files = {entry.path for entries in set.files.values() for entry in entries}
    titles = room(run).titles
    frame = run.templates.text(PAGE_FRAME)
    return _fill(PAGE_FRAME, frame, {
        "title": escape(titles.title),
        "accent": escape(titles.accent),
        "body": _html(text, pictures.drawn, files) + pictures.stock(),
    })  # fmt: skip


def _text(
    set: MadeSet, format_fields: Mapping[str, str], fits: Sequence[Budget], drawn: Mapping[str, str], words: Names
) -> str:
    """Return the page as Markdown. drawn: its pictures, by the names of their fields: see `_html`."""
    run, files = set.run, set.files
    made = {name: formats.load(name) for name in files}
    off = (f"{fit.tolerance:g} mm {FIT_OF[fit.process]} (profile `{fit.tolerance_from}`)" for fit in fits)
    fields = {**_fields(set, words), **format_fields, **bill_fields(set.bill), "fit_assumed": ", ".join(off)}
    fields |= {
        "fit_between": table("fit_between", (_span(fit, span) for fit in fits for span in fit.between)),
        "fit_drifts": table("fit_drifts", (_span(fit, span) for fit in fits for span in fit.drifts)),
        **{name: PLACE.format(name) if picture else "" for name, picture in drawn.items()},
    }
    known = {*(known.name for known in formats.builtin()), *files}
    traits = _traits(set, fields) | {name for name, value in format_fields.items() if value}
    page = _Page(run, fields, frozenset(known), frozenset(files), traits)

    def game(part: str) -> str:
        return page.part(page_part("games", run.game), part, HEAD)

    def format_parts(part: str, names: Collection[str]) -> str:
        more = {"sliced": game(SLICED)}
        return _join(page.part(page_part("formats", name), part, made[name].offer, more) for name in names)

    parts = []
    for offer in ProductKind:
        names = [name for name, written in made.items() if written.offer is offer]
        if names and (offer is not ProductKind.PAGES or "papered" in traits):
            more = {"formats": format_parts(offer, names), "game": game(offer)}
            parts.append(page.part(page_part("", offer), offer, more=more))
    tested = _join((game(TESTED), format_parts(TESTED, made)))
    text = page.part(PAGE, HEAD, more={"parts": "\n\n".join(parts), "tested": tested, "game": game(HEAD)})
    return re.sub("\n{3,}", "\n\n", text)


PLACE = "%{}%"  # where a picture stands in the text
NOT_READ = ["link", "image", "autolink", "html_block", "html_inline"]  # the page leads nowhere but to its own files
SWATCH = '<svg class="swatch" viewBox="0 0 9 9" aria-hidden="true"><path d="M0 0h9v9H0z" fill="{}"/></svg>'


def _html(text: str, drawn: Mapping[str, str], files: Collection[str]) -> str:
    """Return Markdown as HTML: with pictures in their places, swatches before colours, links to files of the set, and
    what stands below a heading of the third level folded."""
    from markdown_it import MarkdownIt

    page = MarkdownIt("commonmark").enable("table").disable(NOT_READ).render(text)

    def code(found: re.Match[str]) -> str:
        if re.fullmatch("#[0-9A-Fa-f]{6}", found[1]):
            return SWATCH.format(found[1]) + found[0]
        return f'<a href="{found[1]}">{found[0]}</a>' if found[1] in files else found[0]

    page = re.sub("<code>([^<]*)</code>", code, page)
    for name, picture in drawn.items():
        page = page.replace(f"<p>{PLACE.format(name)}</p>", picture)
    parts = []
    for part in re.split("(?=<h[23]>)", page):
        title, _, inner = part.partition("</h3>")
        if not part.startswith("<h3>"):
            parts.append(part)
        elif inner.strip():
            parts.append(f"<details>\n<summary>{title}</h3></summary>{inner}</details>\n")
    return "".join(parts)


DIGITS = 2  # behind the point of a millimetre: a screen shows no more
MOST_ITEMS = 150  # in the picture of the set
MOST_GROUNDS = 12  # plates, sheets or leaves of one kind that are drawn
WOOD, BURNED = "#E2C48F", "#5D3A1A"
RIM, RIM_WIDTH = "#8A8578", 0.4
GROUNDS = {  # what is laid out for an offer: the picture's field, and what one of these is called
    ProductKind.SOLIDS: ("plates", "Plate"),
    ProductKind.DRAWINGS: ("sheets", "Sheet"),
    ProductKind.PAGES: ("leaves", "Leaf"),
}


class _Pictures:
    """The pictures of a page, which share the drawings of what recurs. drawn: each as HTML, by the name of its field,
    "" where there is nothing to show."""

    def __init__(self, set: MadeSet, arrangements: ByOffer, names: Names) -> None:
        self._set, self._names = set, names
        self._faces: dict[tuple[int, bool], str] = {}  # by address, whether of wood; the set keeps them meanwhile
        self._marks: dict[tuple[int, bool], str] = {}
        self._ids: dict[str, str] = {}  # of elements that are drawn once and used
        items = [
            f"<li>{SWATCH.format(escape(str(ink['rgb'])))}{escape(str(ink['name']))}, {ink['pattern']}</li>\n"
            for ink in colours_of(self._set.whole)
        ]
        colours = f'<ul class="colours" aria-label="Colours">\n{"".join(items)}</ul>\n' if items else ""
        self.drawn = {"drawn_set": self._all_items(), "drawn_colours": colours}
        for offer, (field, name) in GROUNDS.items():
            self.drawn[f"drawn_{field}"] = self._grounds(offer.maker, name, arrangements.get(offer, ()))

    def stock(self) -> str:
        """Return what all pictures use, to stand on the page once."""
        drawn = (re.sub(r"^<(\w+)", rf'<\1 id="{id}"', element) for element, id in self._ids.items())
        return f'<svg width="0" height="0" aria-hidden="true"><defs>{"".join(drawn)}</defs></svg>'

    def _use(self, element: str, where: str = "") -> str:
        """Return a use of an element. where: the attribute that says it, with a blank before."""
        return f'<use href="#{self._ids.setdefault(element, f"d{len(self._ids)}")}"{where}/>'

    def _item(self, face: Face, wood: bool, x: float, y: float, angle: float = 0.0) -> str:
        """Return a face that lies with its origin at (x, y), turned anticlockwise; mm, degrees."""
        key = id(face), wood
        if key not in self._faces:
            rim, _ = self._drawn(face, (), wood)
            marks = sorted(face.marks, key=lambda mark: bool(mark.ink))  # what is inked lies over what is tinted
            self._faces[key] = f"<g>{rim}{''.join(self._mark(face, mark, wood) for mark in marks)}</g>"
        turn = f" rotate({-angle:g})" if angle else ""
        where = f"{decimal(x, DIGITS)} {decimal(-y, DIGITS)}"
        return self._use(self._faces[key], f' transform="translate({where}){turn}"')

    def _mark(self, face: Face, mark: Mark, wood: bool) -> str:
        """Return a use of a mark: faces share theirs."""
        key = id(mark), wood
        if key not in self._marks:
            self._marks[key] = self._use(f"<g>{self._drawn(face, (mark,), wood)[1]}</g>")
        return self._marks[key]

    def _drawn(self, face: Face, marks: tuple[Mark, ...], wood: bool) -> tuple[str, str]:
        """Return the outline of a face, and some of its marks; what is cut out of it shows the ground."""
        palette = self._set.whole.palette
        inks = [BURNED if wood else ink.rgb for ink in palette.inks]
        shown = Face(face.nominal, face.outline, (Cell(face.nominal, marks),))
        outline, *shapes = shapes_of(shown, inks, 0.0, 0.0, WOOD if wood else palette.body)
        if any(mark.operation is Operation.CUT for mark in marks):
            shapes = [replace(shape, fill=GROUND) for shape in shapes]
        rim = replace(outline, stroke=RIM, width=RIM_WIDTH)
        return path(rim, 0.0, DIGITS), "".join(path(shape, 0.0, DIGITS) for shape in shapes)

    def _svg(self, drawn: Iterable[str], width: float, height: float, alt: str) -> str:
        """Return a picture, with y up from 0 to its height."""
        size = f"{decimal(-height, DIGITS)} {decimal(width, DIGITS)} {decimal(height, DIGITS)}"
        return f'<svg viewBox="0 {size}" role="img" aria-label="{escape(alt)}">{"".join(drawn)}</svg>'

    def _all_items(self) -> str:
        """Return the picture of the set: each item once, in rows."""
        items = self._set.whole.items[:MOST_ITEMS]
        if not items:
            return ""
        makers = tuple(maker for maker in self._set.sets if maker is not Process.TEXT)
        cut = {item.id for item in items if self._set.makers.get(item.id, makers) == (Process.LASER,)}
        wide, high, places = in_a_picture(items)
        drawn = [path(Shape((rectangle(0.0, 0.0, wide, high),), GROUND), 0.0, DIGITS)]
        drawn += [self._item(item.face, item.id in cut, x, y) for item, x, y in places]
        alt = f"The set: {_pieces(self._set.whole, self._names)}"
        return f'<figure class="set">{self._svg(drawn, wide, high, alt)}</figure>\n'

    def _grounds(self, maker: Process, name: str, arrangements: Sequence[Arrangement]) -> str:
        """Return plates, sheets or leaves with what lies on them, the first MOST_GROUNDS."""
        if maker not in self._set.sets or not arrangements:
            return ""
        faces = {item.id: item.face for item in self._set.sets[maker].items}
        figures = []
        for number, arrangement in enumerate(arrangements[:MOST_GROUNDS], 1):
            fill = GROUND if maker is Process.PRINTER else "#FFFFFF" if maker is Process.PAPER else WOOD
            ground = Shape((rectangle(0.0, 0.0, arrangement.width, arrangement.height),), fill, RIM, RIM_WIDTH)
            drawn = [path(ground, 0.0, DIGITS)]
            for at in arrangement.placements:
                drawn.append(self._item(faces[at.item], maker is Process.LASER, at.x, at.y, at.angle))
            text = f"{name} {number}: {several(len(arrangement.placements), 'part')}"
            alt = f"{text}, {arrangement.width:g} × {arrangement.height:g} mm"
            picture = self._svg(drawn, arrangement.width, arrangement.height, alt)
            figures.append(f"<figure>{picture}<figcaption>{text}</figcaption></figure>\n")
        left = f"<p>… and {len(arrangements) - len(figures)} more</p>\n" if len(arrangements) > len(figures) else ""
        return f'<div class="laid">\n{"".join(figures)}</div>\n{left}'


def _join(texts: Iterable[str]) -> str:
    """Return texts, each on lines of its own, those that are empty left out; a table ends with an empty line."""
    return "\n".join(f"{text}\n" if text.endswith("|") else text for text in texts if text)


def _fill(template: str, text: str, fields: Mapping[str, str]) -> str:
    """Return a text with its fields filled in. Raises InputError, which names the template, for one not known."""
    try:
        return Template(text).substitute(fields)
    except KeyError as problem:
        known = ", ".join(f"${name}" for name in sorted(fields))
        raise InputError(f"{template}: found ${problem.args[0]}, allowed are {known}") from None
    except ValueError as problem:
        raise InputError(f"{template}: {problem}; a dollar sign is written $$") from None


@dataclass(frozen=True)
class _Page:
    """What the parts of a page are made with. known: names of formats; made: those of the set; traits: words that
    hold of it."""

    run: Run
    fields: Mapping[str, str]
    known: frozenset[str]
    made: frozenset[str]
    traits: set[str]

    def part(self, template: str, part: str, home: str = "", more: Mapping[str, str] | None = None) -> str:
        """Return what a template says in one part of the page, filled in; "" if it is not there. home: for a template
        that says something in several parts, where lines belong that name none. more: fields of this template alone."""
        if template not in self.run.templates:
            return ""

        def holds(condition: str) -> bool:
            words = set(condition.split())
            formats = words & self.known
            parts = words & {*ProductKind, TESTED, SLICED} if home else set()
            here = part in parts if parts else home in ("", part)
            return here and words - formats - parts <= self.traits and (not formats or bool(formats & self.made))

        fields = {**self.fields, **(more or {})}
        text = choose_parts(self.run.templates.text(template), holds, rest=home in ("", part))
        for name, value in fields.items():
            if not value:
                text = re.sub(rf"^\${name}\n", "", text, flags=re.MULTILINE)
        return _fill(template, text, fields).strip("\n")


def _fields(set: MadeSet, names: Names) -> dict[str, str]:
    run, game_set = set.run, set.whole
    game = room(run)
    profiles = run.profiles
    printer, laser = profiles.measures_of(Process.PRINTER), profiles.measures_of(Process.LASER)
    kinds: dict[tuple[str, str], int] = {}
    for accessory in game_set.accessories:
        where = ", ".join(MADE[process] for process in set.makers.get(accessory.id, ()))
        key = accessory.kind, f" ({where})" if where else ""
        kinds[key] = kinds.get(key, 0) + accessory.count
    listed = ", ".join(f"{names.several(kind, n)}{where}" for (kind, where), n in kinds.items())
    layer = printer.machine.layer
    printed = set.sets[Process.PRINTER].pieces if Process.PRINTER in set.sets else ()
    pocket, manner = next((piece.face.pocket for piece in printed), None), profiles.manner
    stops = pocket.high if pocket and manner.magnet_side is MagnetSide.INSIDE else 0.0
    return {
        "title": markdown(game.titles.title),
        **_class_fields(set),
        "inventor": markdown(game.titles.inventor),
        "version": __version__,
        "pieces": markdown(_pieces(game_set, names)),
        "accessories": markdown(listed) or "nothing else",
        "cover": "\n".join(game_set.boards.cover) if game_set.boards else "",
        "part": describe_part(game_set, set.of) if set.of else "the whole set",
        "parameters": _parameters(game_set),
        "contents": _contents(run, set.files),
        "colours": table("colours", ({**ink, "name": markdown(str(ink["name"]))} for ink in colours_of(game_set))),
        "paper": profiles.pages[0].name,
        "noun": game_set.noun,
        "caliper": table("caliper", calipers(set.sets, names)),
        "bed": profiles.bed.name,
        "bed_size": f"{profiles.bed.width:g} × {profiles.bed.depth:g}",
        "nozzle": f"{profiles.bed.nozzle:g}",
        "printer_edge": f"{printer.size.edge:g}",
        "printer_thickness": f"{printer.stock.thickness:g}",
        "printer_clearance": f"{printer.fit.clearance:g}",
        "layer": f"{layer:g}",
        "pocket": f"{manner.magnet:g} mm wide and {manner.magnet_depth:g} mm deep" if pocket else "",
        "pocket_side": manner.magnet_side,
        "pause": f"{stops:g}" if stops else "",
        "pause_layer": f"{round(stops / layer) + 1}",
        "sheet": profiles.sheet.name,
        "sheet_size": set.bill.sheet_size,
        "sheet_sizes": ", ".join(f"{stock.width:g} × {stock.height:g}" for stock in profiles.sheet.each()),
        "laser_thickness": f"{laser.stock.thickness:g}",
        "kerf": f"{profiles.laser.kerf:g}",
        "tabs": f"{profiles.laser.tabs} of {profiles.laser.tab:g} mm",
        "layers": table("layers", layers_of(set)),
        "order": profiles.sheet.order or "Have your laser's program cut first what lies inside.",
        "flips": " or ".join(dict.fromkeys(page.flip for page in profiles.pages)),
        "papers": " or ".join(f"{page.name} ({page.width:g} × {page.height:g} mm)" for page in profiles.pages),
    }


CUT_SECONDS = 20  # of a straight cut with a guillotine, the leaf laid to the stop and all


def _class_fields(set: MadeSet) -> dict[str, str]:
    """Return what the page says to a teacher of several sets: letters, cuts, and how their tiles are counted."""
    whole, turns, counts = set.whole, list[dict[str, object]](), list[dict[str, object]]()
    if whole.sets > 1 and isinstance(labelled := whole.composition, Labelled):
        held, labels = Counter(piece.shape for piece in whole.pieces), labelled.labels
        alike: dict[tuple[SymmetryGroup, int], list[str]] = {}
        for shape, group in labelled.symmetry:
            alike.setdefault((group, held[shape]), []).append(markdown(shape))
        for (group, kept), shapes in alike.items():
            common: dict[str, object] = {"name": " or ".join(shapes), "labels": labels, "kept": kept}
            free = [(g, cycles(g)) for g in group.elements]
            turns += [{**common, "turn": _turn(g), "cycles": n, "fixed": labels**n} for g, n in free]
            order, different = len(group.elements), orbit_count(group, labels)
            counts.append({**common, "sum": order * different, "order": order, "different": different})
    rows = ({**asdict(bill), "minutes": -(-bill.cuts * CUT_SECONDS // 60)} for bill in set.bill.papers)
    return {
        "sets": str(whole.sets),
        "letters": f"{whole.set_letters[0]} to {whole.set_letters[-1]}",
        "cut_seconds": str(CUT_SECONDS),
        "class_papers": table("class_papers", rows),
        "burnside": table("burnside", turns),
        "necklace_counts": table("necklace_counts", counts),
    }


def _turn(g: Permutation) -> str:
    """Return in words how an element of a group lays a tile onto its outline."""
    turned = g == tuple((k + g[0]) % len(g) for k in range(len(g)))
    return "turned over" if not turned else f"turned by {360 * g[0] / len(g):g}°" if g[0] else "as it lies"


def _pieces(game_set: GameSet, names: Names) -> str:
    """Return how many pieces there are, and of several shapes how many of each."""
    shapes = Counter(piece.shape for piece in game_set.copies)
    each = ", ".join(names.several(shape, count) for shape, count in shapes.items())
    count = len(game_set.copies)  # of a part there may be none
    return f"{count or 'no'} {game_set.noun}{'s' * (count != 1)}" + (f": {each}" if len(shapes) > 1 else "")


def _parameters(game_set: GameSet) -> str:
    """Return the set's own parameters in words."""
    texts = []
    for name, value in game_set.parameters:
        words = name.replace("_", " ")
        if isinstance(value, bool):
            texts += [words] if value else []
        else:
            texts.append(f"{words} {value:g}" if isinstance(value, float) else f"{words} {markdown(str(value))}")
    return ", ".join(texts) or "none"


def _traits(set: MadeSet, fields: Mapping[str, str]) -> set[str]:
    """Return the words that hold of a set, of what makes it, and of how."""
    run, whole, bill, profiles = set.run, set.whole, set.bill, set.run.profiles
    marks = [mark for piece in whole.pieces for mark in piece.face.marks]
    plain = [mark.rise for mark in marks if mark.colour is None and mark.rise is not None and mark.label is not None]
    labelled, backs = isinstance(whole.composition, Labelled), any(piece.face.back for piece in whole.pieces)
    drawn = {process: made for process, made in set.sets.items() if process is not Process.TEXT}
    complete = [process for process, made in drawn.items() if made.pieces]
    kinds = {(process, accessory.kind) for process, made in drawn.items() for accessory in made.accessories}
    looks = profiles.sheet.styles
    reference = any(style.operation is SheetOperation.REFERENCE and (style.stroke or style.fill) for style in looks)
    paths = [entry.path for entries in set.files.values() for entry in entries]
    offers = {formats.load(name).offer for name in set.files}
    coupon = isinstance(game := room(run), Coupon)
    holds = {
        "inlays": inks_of(whole),
        "patterns": len(inks_of(whole)) > 1 and not is_lettered(whole),
        "letters": is_lettered(whole),
        "accessories": whole.accessories,
        "trays": any(accessory.stacks and accessory.face.thickness for accessory in whole.accessories),
        "racks": any(accessory.slots and accessory.face.thickness for accessory in whole.accessories),
        "boxes": _goes_together("box-part", whole),
        "boardracks": _goes_together("rack-part", whole),
        "folded": any(len(accessory.stands) > 1 for accessory in whole.accessories),
        "sunk": any(rise < 0 for rise in plain),
        "raised": any(rise > 0 for rise in plain),
        "backs": backs,
        "drawn": backs or any(mark.ink or mark.lines for mark in marks),
        "boards": whole.boards is not None,
        "tiles": labelled,
        "whole": whole.whole is None,
        "recess": labelled and any(m.label is None and m.rise is not None and m.rise < 0 for m in marks),
        "choice": len(complete) > 1,
        "sets": whole.sets > 1,
        "necklaces": fields["burnside"],
        "apart": len(complete) < len(drawn),
        "referenced": reference,
        "marked": reference and corner(0.0, profiles.sheet, back=False),
        "leaves": any(path.endswith(".pdf") for path in paths),  # what a virtual table reads is not printed
        "turned": any("corner-jig." in path for path in paths),
        "alike": profiles.sheet.cuts_alike,
        "sized": profiles.sheet.sizes,
        "shared": profiles.laser.cut is CutStyle.SHARED,
        "tabs": profiles.laser.tabs,
        "kept": run.supplied or run.templates.edited,
        "caliper": fields["caliper"],
        "magnets": fields["pocket"] and not fields["pause"],
        "pause": fields["pause"],
        "costs": bill.costs,
        "stored": bill.storage,
        "fits": fields["fit_assumed"],
        "drifts": fields["fit_drifts"],
        "coupon": coupon,
        "papered": not isinstance(game, Coupon) or game.maker is Process.PAPER,
    }
    opposites = {"inlays": "plain", "boards": "pieces", "whole": "part", "marked": "unmarked", "leaves": "leafless",
                 "coupon": "game"}  # fmt: skip
    words = {word if there else opposites.get(word, "") for word, there in holds.items()} - {""}
    makes = {f"{process}-{word}" for process, kind in kinds for word in (kind, kind.split("-")[0])}
    return words | makes | {whole.game, *offers, *profiles.manner.extras, *(f"{maker}-pieces" for maker in complete)}


def _goes_together(kind: str, game_set: GameSet) -> bool:
    """Tell whether a set has all parts of a kind that its complete set has. Of samples one of each is made."""
    here, complete = (
        [accessory.id for accessory in each.accessories if accessory.kind == kind]
        for each in (game_set, game_set.complete)
    )
    return bool(here) and here == complete


def _contents(run: Run, files: Entries) -> str:
    """Return a line for each folder: single pieces counted, everything else by name, once for all papers."""
    usual, *others = (page.name for page in run.profiles.pages)
    lines = []
    for name, records in files.items():
        single = sum(1 for entry in records if entry.of)
        whole = [entry.path.split("/", 1)[1] for entry in records if not entry.of]
        twins = {name.replace(f"-{usual}", f"-{other}") for name in whole for other in others if f"-{usual}" in name}
        names = runs(name for name in whole if name not in twins)
        if len(names) > MANY:
            names = [*names[:2], f"… {len(whole)} files in all …", names[-1]]
        texts = [f"{single} of single pieces", *names] if single else names
        same = f"; and the same for {' and '.join(others)}" if twins & {*whole} else ""
        lines.append(f"- `{name}/`: {', '.join(texts)}{same}")
    return "\n".join(lines)


MADE = {Process.PRINTER: "printed", Process.LASER: "cut", Process.PAPER: "on paper"}


def calipers(sets: Mapping[Process, GameSet], names: Names) -> Iterator[dict[str, object]]:
    """Yield what a caliper reads across each kind of item, as each process makes it: with a jaw along a side, and from
    corner to corner. What keeps a set has no sizes that matter, and boards of paper are pages. sets: by process.
    names: what players call items."""
    for process, made in sets.items():
        if process is Process.TEXT or (process is Process.PAPER and made.boards is not None):
            continue
        parts = made.parts()
        # of a kind whose items have several outlines, each goes by its own name
        kinds = Counter(kind for kind, _ in {(item.kind, item.face.outline) for item in made.accessories})
        named: dict[Ring, tuple[str, Face]] = {}  # by outline: each once
        for piece in made.pieces:
            named.setdefault(piece.face.outline, (names.several(piece.shape, 1).removeprefix("1 "), piece.face))
        for measured in made.accessories:
            if not measured.storage and measured not in parts:
                name = names.several(measured.kind, 1, "" if kinds[measured.kind] == 1 else measured.id)
                named.setdefault(measured.face.outline, (name.removeprefix("1 "), measured.face))
        for name, face in named.values():
            read = readings(face.nominal if process is Process.PAPER else face.outline)
            yield {
                "name": f"{markdown(name)}, {MADE[process]}",
                "along": " and ".join(f"{width:.2f}" for width in read.along),
                "corners": f"{read.corners:.2f}",
                "thick": f"{made.measures.with_thickness(face.thickness).stock.thickness:g}",
            }


def inks_of(game_set: GameSet) -> Collection[int]:
    """Return the colours that pieces or accessories bear, in the palette's order."""
    return sorted(frozenset().union(*(item.face.inks for item in game_set.items)))


def is_lettered(game_set: GameSet) -> bool:
    """Tell whether labels are drawn in colours without their patterns: letters tell them apart."""
    marks = (mark for piece in game_set.pieces for mark in piece.face.marks if mark.label is not None)
    seen = {(mark.colour, mark.pattern) for mark in marks if mark.colour is not None}
    return any(pattern != game_set.palette.inks[colour].pattern for colour, pattern in seen)


def colours_of(game_set: GameSet) -> Iterator[dict[str, object]]:
    """Yield the colours in use and where: on pieces, or on accessories alone."""
    on_pieces = frozenset().union(*(piece.face.inks for piece in game_set.pieces))
    for k in inks_of(game_set):
        ink = game_set.palette.inks[k]
        pattern = "solid" if is_lettered(game_set) else ink.pattern
        where = f"{game_set.noun}s" if k in on_pieces else "accessories only"
        yield {"number": k, "name": ink.name, "rgb": ink.rgb, "pattern": pattern, "where": where}


def layers_of(set: MadeSet) -> Iterator[dict[str, object]]:
    """Yield how the drawings distinguish their operations, of a coupon all."""
    made, bill, there = set.sets.get(Process.LASER), set.bill, dict[SheetOperation, float]()
    if made is not None and not isinstance(room(set.run), Coupon):
        there = {
            SheetOperation.ENGRAVE: bill.total("engrave") + bill.total("engraved"),
            SheetOperation.SCORE: bill.total("score"),
            SheetOperation.CUT_INNER: any(m.operation is Operation.CUT for i in made.items for m in i.face.marks),
        }
    for number, style in enumerate(set.run.profiles.sheet.looks, 1 - len(SheetOperation)):
        if not there.get(style.operation, True):
            continue
        setting = f", setting {number}" if number > 0 else ""
        idle = ", not for the laser" if style.operation == SheetOperation.REFERENCE else ""
        colours = (("stroke", style.stroke), ("fill", style.fill))
        how = " and ".join(f"{kind} `{value}`" for kind, value in colours if value)
        if how:
            yield {"operation": f"{style.operation}{setting}{idle}", "how": how, "layer": style.layer}


def _span(budget: Budget, span: Span) -> dict[str, object]:
    lengths = {key: round(getattr(span, key), 2) + 0.0 for key in ("nominal", "likely", "least", "most")}
    shown = {key: f"{length:.2f}".replace("-", "−") for key, length in lengths.items()}
    return {"name": span.name, "made": FIT_OF[budget.process], **shown}
