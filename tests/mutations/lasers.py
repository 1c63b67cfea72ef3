"""Mutations of sheets for lasers: the same in SVG and in DXF, and some of either alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from mutations import drawings as do
from mutations import jigs, manners
from mutations.folder import GAMES, Mutation, codes, put
from mutations.sheets import back as first_back
from mutations.sheets import front as first_front


def _text(kind: str, change: Callable[[str], str], backs: bool = False) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = (first_back if backs else first_front)(folder, kind).path
        put(path, change(path.read_text()))

    return apply


SIDED = ("quasimino", "triomino", "majomino")
ANOTHER = "marks-differ piece-doubled piece-missing mark-foreign mark-missing"


def _rows(kind: str) -> tuple[Mutation, ...]:
    def row(
        name: str, says: str, found: str, apply: Callable[[Path], None], games: tuple[str, ...] = GAMES
    ) -> Mutation:
        return Mutation(f"{kind}-{name}", says, games, (kind,), codes(found), apply)

    def f(name: str, says: str, found: str, change: do.Change, games: tuple[str, ...] = GAMES) -> Mutation:
        return row(name, says, found, do.on_front(kind, change), games)

    return (
        f("left-out", "a piece left out", "piece-missing", do.left_out),
        f("twice", "a piece twice, another not at all", "piece-doubled piece-missing", do.twice, SIDED),
        f("mirrored", "a piece mirrored in its place", f"piece-mirrored {ANOTHER}", do.mirrored, SIDED),
        f("digit", "a digit, or the stripes of one half, changed", ANOTHER, do.sector, ("quasimino", "triomino")),
        f("exchanged", "one mark of two pieces exchanged", f"mark-off colour-wrong id-wrong {ANOTHER}", do.exchanged,
          SIDED),
        f("cut-twice", "a cut twice", "cut-twice", do.cut_twice),
        f("edge-twice", "one edge cut twice", "cut-twice cut-open", do.edge_twice),
        f("short", "a cut 0.2 mm short", "cut-open", do.short),
        f("unclosed", "a cut that is not closed", "cut-open", do.unclosed),
        row("no-kerf", "cuts without the kerf", "kerf-wrong piece-size", do.kerf(-1)(kind)),
        row("kerf-doubled", "cuts with twice the kerf", "kerf-wrong piece-size", do.kerf(1)(kind)),
        f("scored", "a cut drawn as a line to score", "operation-wrong piece-missing", do.to("score")),
        f("engraved", "a cut drawn as an area to engrave", "operation-wrong piece-missing", do.to("engrave")),
        f("cut-inner", "an outer cut among the inner ones", "operation-wrong", do.to("cut-inner"), ("quomino",)),
        f("mark-cut", "a mark cut out", "operation-wrong mark-foreign", do.engraving_cut),
        f("overlap", "a piece moved 2 mm into its neighbour", "overlap", do.onto(-2.0)),
        f("too-close", "a piece 0.05 mm from its neighbour", "too-close overlap cut-twice", do.onto(0.05)),
        f("off-sheet", "a piece moved off the sheet", "off-sheet", do.off),
        f("vertex", "a corner moved by 0.3 mm", "piece-foreign piece-size kerf-wrong", do.vertex),
        f("larger", "everything 1 % larger", "piece-size", do.scaled),
        f("cut-first", "outlines cut before the rest", "out-of-order", do.cut_first),
        f("knotted", "a cut that crosses itself", "outlines-cross", do.knotted),
        f("across", "a cut into a piece", "cut-open mark-foreign", do.across),
        f("mark-aside", "a piece's marks 0.4 mm aside", "mark-off mark-foreign", do.mark_aside),
        f("mark-gone", "a mark left out", "mark-missing marks-differ mark-foreign", do.mark_gone),
        f("marks-turned", "a piece's marks turned by 40°", "mark-foreign mark-off mark-missing", do.marks_turned,
          SIDED),
        f("mark-more", "a square engraved that no piece has", "mark-foreign engraving-foreign", do.more),
        f("stray", "a square engraved where no piece lies", "engraving-foreign", do.stray),
        f("inner-gone", "an inner cut left out", "mark-missing piece-missing piece-foreign", do.inner_gone,
          ("quomino",)),
        f("accessory", "one accessory less", "accessory-count", do.accessory, ("quomino", "majomino")),
        f("token", "one token less", "accessory-count", do.accessory, ("quasimino",)),
        row("backs-unmirrored", "backs not mirrored", "back-wrong engraving-foreign", do.on_back(kind, do.unmirrored)),
        # a board's back bears its name alone, which is as good 3 mm aside
        row("backs-shifted", "backs 3 mm aside", "back-wrong engraving-foreign", do.on_back(kind, do.shifted),
            ("quasimino", "triomino", "quomino")),
        row("cut-on-back", "a cut across a back", "operation-wrong", do.on_back(kind, do.cut_on_back)),
        row("back-telling", "a dot behind one piece", "back-telling", do.on_back(kind, do.dotted),
            ("quasimino", "triomino")),
        row("jig-aside", "a stop of the jig 0.5 mm aside", "jig-wrong", jigs.aside(kind)),
        row("jig-gone", "the jig left out", "jig-wrong", jigs.gone(kind)),
        f("flat", "a side of a round corner straight", "arc-wrong", do.flat),
        row("tabs", "a set that says it has tabs, and has none", "tab-wrong", manners.said(tabs=2, tab=0.3)),
        row("unshared", "a set that says it has shared cuts, and has none", "cut-unshared",
            manners.said(cut="shared")),
        row("loose", "a tile cut in two after it has come loose", "loose-early", manners.shared(kind, manners.halved)),
        row("broken", "a cut that stops and goes on", "line-broken", manners.shared(kind, manners.broken)),
        f("beside-other", "a name on the waste that is another's", "engraving-foreign id-wrong", do.beside_other,
          ("quasimino", "triomino")),
        f("beside-gone", "no name on the waste where there is room", "id-wrong", do.beside_gone,
          ("quasimino", "triomino")),
        row("back-gone", "a back left out", "back-wrong id-wrong", do.on_back(kind, do.back_gone)),
        row("truncated", "the second half missing", "file-unreadable",
            _text(kind, lambda text: text[: len(text) // 2])),
        row("gone", "the sheet removed", "piece-missing file-missing manifest-wrong",
            lambda folder: first_front(folder, kind).path.unlink()),
    )  # fmt: skip


def _svg(name: str, says: str, found: str, change: Callable[[str], str], games: tuple[str, ...] = GAMES) -> Mutation:
    return Mutation(f"svg-{name}", says, games, ("svg",), codes(found), _text("svg", change))


def _dxf(name: str, says: str, found: str, change: Callable[[str], str]) -> Mutation:
    return Mutation(f"dxf-{name}", says, GAMES, ("dxf",), codes(found), _text("dxf", change))


def _size(text: str, width: str, height: str) -> str:
    return re.sub(r'height="\d+mm"', f'height="{height}"', re.sub(r'width="\d+mm"', f'width="{width}"', text, count=1),
                  count=1)  # fmt: skip


HIDDEN = "fill:none;stroke:#FF0000"

MUTATIONS: tuple[Mutation, ...] = (
    *_rows("svg"),
    *_rows("dxf"),
    _dxf("seen-from-behind", "every line seen from behind", "content-foreign",
         lambda text: text.replace("100\nAcDbPolyline\n", "100\nAcDbPolyline\n210\n0.0\n220\n0.0\n230\n-1.0\n")),
    _dxf("layer-off", "the layer of outer cuts switched off", "operation-wrong",
         lambda text: re.sub(r"(  2\nCUT_OUTER\n 70\n0\n 62\n)(\d+)", r"\1-\2", text)),
    _dxf("invisible", "every line invisible", "content-foreign",
         lambda text: text.replace("100\nAcDbEntity\n  8\nCUT_OUTER\n", "100\nAcDbEntity\n  8\nCUT_OUTER\n 60\n1\n")),
    _svg("viewbox", "1 % larger by its viewBox", "page-size unit-wrong piece-size",
         lambda text: re.sub(r'viewBox="0 0 (\d+) (\d+)"',
                             lambda m: f'viewBox="0 0 {int(m[1]) / 1.01:.4f} {int(m[2]) / 1.01:.4f}"', text)),
    _svg("viewbox-moved", "everything 5 mm aside by its viewBox", "page-size off-sheet file-unreadable unit-wrong",
         lambda text: text.replace('viewBox="0 0 ', 'viewBox="5 0 ')),
    _svg("inch", "size in inches", "unit-wrong page-size", lambda text: _size(text, "600in", "300in")),
    _svg("no-unit", "size without a unit", "unit-wrong page-size", lambda text: _size(text, "600", "300")),
    _svg("page-larger", "a larger sheet than the profile's", "page-size",
         lambda text: _size(text, "610mm", "300mm").replace('viewBox="0 0 600', 'viewBox="0 0 610')),
    _svg("transform", "a group moved by a transform",
         "content-foreign",
         lambda text: text.replace('<g id="cut-outer"', '<g transform="translate(3 0)" id="cut-outer"')),
    _svg("hidden", "a cut that is not shown", "file-unreadable operation-wrong piece-missing",
         lambda text: text.replace(f'style="{HIDDEN}', f'style="display:none;{HIDDEN}', 1)),
    _svg("stroke-colour", "one cut's stroke in the colour of scored lines",
         "operation-wrong colour-wrong engraving-foreign",
         lambda text: text.replace(HIDDEN, "fill:none;stroke:#0000FF", 1)),
    _svg("filled", "a cut filled too", "operation-wrong colour-wrong file-unreadable",
         lambda text: text.replace(HIDDEN, "fill:#000000;stroke:#FF0000", 1)),
    _svg("strokes-exchanged", "the colours of cuts and engravings exchanged", "operation-wrong colour-wrong",
         lambda text: text.replace("fill:#000000;", "fill:#FF0000;").replace("stroke:#FF0000", "stroke:#000000")),
    _svg("element", "an element that is no path", "content-foreign",
         lambda text: text.replace("</g>\n</svg>",
                                   '<rect x="10" y="10" width="40" height="40" style="fill:none;stroke:#FF0000" />\n'
                                   "</g>\n</svg>")),
    _svg("entity", "a DTD with an entity", "file-unreadable",
         lambda text: text.replace("?>\n", '?>\n<!DOCTYPE svg [<!ENTITY a "b">]>\n', 1)),
    _dxf("inch", "$INSUNITS says inches", "unit-wrong",
         lambda text: text.replace("$INSUNITS\n 70\n4", "$INSUNITS\n 70\n1")),
    _dxf("metre", "$INSUNITS says metres", "unit-wrong",
         lambda text: text.replace("$INSUNITS\n 70\n4", "$INSUNITS\n 70\n6")),
    _dxf("layer", "the layer of outer cuts renamed", "operation-wrong piece-missing",
         lambda text: text.replace("CUT_OUTER", "CUTTING")),
    _dxf("nan", "a coordinate that is no number", "content-foreign",
         lambda text: re.sub(r"(LWPOLYLINE(?:\n[^\n]*){14}\n 10\n)[^\n]*", r"\1nan", text, count=1)),
    _dxf("bulge", "an edge bent by a bulge", "content-foreign",
         lambda text: re.sub(r"(AcDbPolyline\n(?:[^\n]*\n){4} 10\n[^\n]*\n 20\n[^\n]*\n)", r"\g<1> 42\n0.5\n", text,
                             count=1)),
)  # fmt: skip
