"""What has no place in a sheet for lasers: elements, attributes, groups and numbers that programs take notice of, or
that one reads like this and another like that. Files are changed as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from mutations import beside as do
from mutations.drawings import on_back, on_front
from mutations.folder import GAMES, Mutation, codes, put
from mutations.sheets import back, front

Text = Callable[[str], str]


def _on(kind: str, change: Text, backs: bool) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = (back if backs else front)(folder, kind).path
        text = path.read_bytes().decode()
        put(path, change(text).encode())

    return apply


def _rows(kind: str) -> tuple[Mutation, ...]:
    """Return what is done to the lines of a sheet of either format."""

    def f(name: str, says: str, found: str, change: object, games: tuple[str, ...] = GAMES) -> Mutation:
        return Mutation(f"{kind}-{name}", says, games, (kind,), codes(found), on_front(kind, change))  # type: ignore[arg-type]

    def b(name: str, says: str, found: str, change: object, games: tuple[str, ...] = GAMES) -> Mutation:
        return Mutation(f"{kind}-{name}", says, games, (kind,), codes(found), on_back(kind, change))  # type: ignore[arg-type]

    def files(name: str, says: str, found: str, apply: object, games: tuple[str, ...] = GAMES) -> Mutation:
        return Mutation(f"{kind}-{name}", says, games, (kind,), codes(found), apply)  # type: ignore[arg-type]

    return (
        b("back-blank", "a back on which nothing is engraved", "back-wrong id-wrong", do.blank),
        b("back-empty", "a back with nothing but a line", "back-wrong id-wrong content-foreign", do.empty),
        b("back-nameless", "backs without their names", "id-wrong", do.nameless, ("quasimino", "majomino")),
        b("back-letter", "a letter left out on a back", "id-wrong", do.letter_gone, ("quasimino", "majomino")),
        b("back-ruler", "the ruler of a back 1 % longer", "ruler-wrong", do.ruler),
        b("back-outline", "an outline behind a piece 0.5 mm aside", "back-wrong", do.outline_aside),
        b("back-unclosed", "an engraving on a back that does not close", "engraving-foreign", do.unclosed),
        b("back-drawn", "a square drawn on a back", "content-foreign", do.drawn),
        b("back-bow-tie", "a bow-tie engraved on a back", "outlines-cross", do.bow_tie),
        b("back-cancelled", "a ring engraved twice on a back", "engraving-foreign outlines-cross", do.cancelled),
        f("mark-unclosed", "an engraving that does not close", "engraving-foreign", do.unclosed),
        f("bow-tie", "a bow-tie engraved that has no area", "outlines-cross", do.bow_tie),
        f("cancelled", "a ring engraved twice", "mark-foreign", do.cancelled),
        f("spike", "a cut that runs out from a corner and back", "outlines-cross", do.spike),
        f("spike-engraved", "an engraving that runs out from a corner and back", "outlines-cross", do.spike_engraved),
        f("doubled", "a corner of a cut twice", "outlines-cross", do.doubled),
        f("forth-and-back", "a line drawn forth and back", "outlines-cross", do.forth_and_back),
        f("point", "a line that is a point", "outlines-cross", do.point),
        f("drawn", "a square drawn in a corner, never to be burned", "content-foreign", do.drawn),
        f("rim", "the rim of the sheet 1 mm smaller", "page-size", do.rim),
        f("ruler", "the ruler 1 % longer", "ruler-wrong", do.ruler),
        f("tick", "a mark of the ruler left out", "ruler-wrong", do.tick),
        f("title", "a letter of the title left out", "id-wrong", do.title),
        f("title-aside", "a letter, or all of the title, 0.5 mm aside", "id-wrong", do.title_aside),
        f("name-aside", "a name on a face 0.3 mm aside", "id-wrong", do.named_aside, ("quasimino", "majomino")),
        files("back-removed", "a back's file removed", "back-wrong", do.back_gone(kind)),
        files("back-exchanged", "a face and its back exchanged", "operation-wrong piece-missing", do.exchanged(kind)),
        files("back-of-another", "the back of another kind of sheet", "back-wrong engraving-foreign",
              do.of_another(kind), ("quasimino", "majomino")),
        files("sheet-more", "a sheet with nothing on it", "piece-missing", do.one_more(kind, "sheet-{next}")),
        files("sheet-far", "a sheet whose number does not follow", "content-foreign",
              do.one_more(kind, "sheet-17")),
        files("sheet-named", "a sheet of another name", "content-foreign", do.one_more(kind, "extra-sheet-1")),
        files("sheet-no-name", "a file of no sheet's name", "content-foreign", do.one_more(kind, "sheet")),
    )  # fmt: skip


def _svg(name: str, says: str, change: Text, found: str = "content-foreign", backs: bool = False) -> Mutation:
    return Mutation(f"svg-{name}", says, GAMES, ("svg",), codes(found), _on("svg", change, backs))


def _dxf(name: str, says: str, change: Text, found: str = "content-foreign", backs: bool = False) -> Mutation:
    return Mutation(f"dxf-{name}", says, GAMES, ("dxf",), codes(found), _on("dxf", change, backs))


def _once(old: str, new: str) -> Text:
    return lambda text: text.replace(old, new, 1)


def _all(old: str, new: str) -> Text:
    return lambda text: text.replace(old, new)


def _cut(attributes: str) -> Text:
    """Give the first path that is cut an attribute more."""
    return lambda text: re.sub(r'(<g id="cut-outer">\n<path )', rf"\1{attributes} ", text, count=1)


def _data(change: Text) -> Text:
    """Change the data of the first path that is cut."""
    return lambda text: re.sub(r'(<g id="cut-outer">\n<path d=")([^"]*)', lambda m: m[1] + change(m[2]), text, count=1)


def _scaled(text: str) -> str:
    """Let a twentieth of all be drawn twenty times as large: strokes become 2 mm wide."""

    def smaller(found: re.Match[str]) -> str:
        numbers = re.sub(r"[0-9.]+", lambda m: f"{float(m[0]) / 20:.6f}", found[2])
        return f'{found[1]}{numbers}"'

    text = re.sub(r'(<path d=")([^"]*)"', smaller, text)
    return re.sub(r"<g ", '<g transform="scale(20)" ', text)


def _within(element: str) -> Text:
    """Put an element before the last group."""
    return lambda text: text.replace('<g id="reference">', f'{element}\n<g id="reference">', 1)


STROKE = "stroke:#FF0000;stroke-width:0.1"
SVG: tuple[Mutation, ...] = (
    _svg("scale", "a twentieth of all, twenty times as large, with strokes of 2 mm", _scaled),
    _svg("translate", "a transform that not every program can read", _all("<g ", '<g transform="translate(2 0 77)" ')),
    _svg("no-move", "a transform that moves nothing", _cut('transform="translate(0 0)"')),
    _svg("stroke-wide", "a cut's stroke 2 mm wide", _once(STROKE, "stroke:#FF0000;stroke-width:2"), "operation-wrong"),
    _svg("stroke-unit", "a stroke's width in inches", _once(STROKE, f"{STROKE}in"), "operation-wrong"),
    _svg("colour-near", "an engraving in almost black", _once("fill:#000000", "fill:#000001"), "operation-wrong"),
    _svg("colour-name", "an engraving in black, by its name", _once("fill:#000000", "fill:black"), "operation-wrong"),
    _svg("fill-rule", "an engraving filled by another rule", _once("evenodd", "nonzero"), "operation-wrong"),
    _svg("opacity", "an engraving that cannot be seen", _once("fill:#000000", "fill-opacity:0;fill:#000000"),
         "operation-wrong"),
    _svg("dashed", "a cut that is dashed", _once(STROKE, f"{STROKE};stroke-dasharray:1 3"), "operation-wrong"),
    _svg("important", "a style that says it twice", _once(STROKE, f"{STROKE};{STROKE}"), "operation-wrong"),
    _svg("exponent", "a coordinate as 1e1", _data(lambda d: re.sub(r"[0-9.]+", "1e1", d, count=1))),
    _svg("two-points", "numbers that only their points part",
         _data(lambda d: re.sub(r",(\S+) ", r",0.5.5 ", d, count=1))),
    _svg("plus", "a coordinate with a plus", _data(lambda d: d.replace("M", "M+"))),
    _svg("leading-zero", "a coordinate with a zero in front", _data(lambda d: d.replace("M", "M0"))),
    _svg("relative", "a path of relative steps", _data(lambda d: d.replace("M", "m"))),
    _svg("lines", "a path that says L", _data(lambda d: d.replace(" ", " L", 1))),
    _svg("small-z", "a path that ends with z", _data(lambda d: d.replace("Z", "z"))),
    _svg("curve", "a path that ends with a curve", _data(lambda d: d.replace("Z", "C1,1 2,2 3,3Z"))),
    _svg("arc", "a path with an arc whose flags run together", _data(lambda d: d.replace("Z", "A1 1 0 0010 10Z"))),
    _svg("odd", "a path with half a point", _data(lambda d: d.replace("Z", " 7Z"))),
    _svg("stop", "a path in whose middle programs stop", _data(lambda d: d.replace(" ", " ! ", 1))),
    _svg("only-move", "a path that ends with a point of its own", _data(lambda d: f"{d}M1,1")),
    _svg("infinite", "a coordinate that is infinite", _data(lambda d: re.sub(r"[0-9.]+", "inf", d, count=1))),
    _svg("empty-path", "a path without data", _data(lambda d: "")),
    _svg("reference", "a coordinate as a character reference", _data(lambda d: d.replace("M", "&#77;"))),
    _svg("class", "a class", _cut('class="hidden"')),
    _svg("visibility", "a cut that is not visible", _cut('visibility="hidden"')),
    _svg("display", "a group that is not displayed", _once('<g id="cut-outer"', '<g display="none" id="cut-outer"')),
    _svg("clip", "a cut that is clipped", _cut('clip-path="url(#a)"')),
    _svg("marker", "a cut with markers", _cut('marker-start="url(#a)"')),
    _svg("label", "a path that a drawing program would not show", _cut('data-locked="true"')),
    _svg("style-element", "a style sheet", _within("<style>path { stroke-width: 3 }</style>")),
    _svg("script", "a script", _within("<script>1</script>")),
    _svg("text", "a text", _within('<text x="9" y="9">8</text>')),
    _svg("image", "a picture from elsewhere", _within('<image width="9" height="9" xlink:href="a.png"/>')),
    _svg("use", "a copy of something", _within('<use xlink:href="#cut-outer"/>')),
    _svg("title-element", "a title that programs show", _within("<title>another</title>")),
    _svg("inner-svg", "a drawing within the drawing", _within('<svg width="9mm" height="9mm"/>')),
    _svg("group-empty", "a group with nothing in it", _within('<g id="score"></g>')),
    _svg("group-twice", "two groups of one name",
         _once('<g id="reference">\n', '<g id="reference">\n</g>\n<g id="reference">\n')),
    _svg("group-parted", "a group in two parts",
         lambda text: re.sub(r'(<g id="reference">\n<path [^\n]*\n)', r'\1</g>\n<g id="reference">\n', text)),
    _svg("group-named", "a group of another name", _once('id="cut-outer"', 'id="cuts"')),
    _svg("group-in-group", "a group in a group",
         lambda text: re.sub(r'(<g id="reference">)(.*)(</g>\n</svg>)', r"\1<g>\2</g>\3", text, flags=re.S)),
    _svg("path-outside", "a path in no group",
         lambda text: re.sub(r'(<g id="reference">\n)(<path [^\n]*\n)', r"\2\1", text)),
    _svg("aspect", "a drawing that is stretched", _once("<svg ", '<svg preserveAspectRatio="none" ')),
    _svg("at", "a drawing that stands elsewhere", _once("<svg ", '<svg x="9" ')),
    _svg("rotated", "a drawing turned by its style", _once("<svg ", '<svg style="transform:rotate(9deg)" ')),
    _svg("space", "a namespace of a drawing program",
         _once("<svg ", '<svg xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ')),
    _svg("comment", "a comment", _within("<!-- -->")),
    _svg("instruction", "a style sheet beside the drawing", _once("?>\n", '?>\n<?xml-stylesheet href="a.css"?>\n')),
    _svg("tail", "words between groups", _within("cut")),
    _svg("mark", "a byte order mark", lambda text: f"\ufeff{text}"),
    _svg("latin", "another encoding", _once('encoding="utf-8"', 'encoding="iso-8859-1"')),
    _svg("back-display", "a back whose engraving is not displayed", _once("<g ", '<g display="none" '), backs=True),
    Mutation("svg-hole", "a hole in an engraving engraved", ("triomino",), ("svg",), codes("mark-foreign"),
             on_front("svg", do.hole_filled)),
    Mutation("svg-back-hole", "a hole in a letter on a back engraved", ("quasimino",), ("svg",),
             codes("id-wrong engraving-foreign"), on_back("svg", do.hole_filled)),
)  # fmt: skip

LAYER = "AcDbLayerTableRecord\n  2\nCUT_OUTER\n 70\n0\n 62\n1\n"
CUT = "100\nAcDbEntity\n  8\nCUT_OUTER\n"
POLY = "  8\nCUT_OUTER\n100\nAcDbPolyline\n"


def _entity(groups: str) -> Text:
    """Give the first line that is cut a group more, among those of any entity."""
    return _once(CUT, CUT + groups)


def _poly(groups: str) -> Text:
    return _once(POLY, POLY + groups)


def _layer(old: str, new: str) -> Text:
    return _once(LAYER + old, LAYER + new)


def _more(entity: str) -> Text:
    """Add an entity after the first, in the model."""
    return _once("  0\nLWPOLYLINE\n", f"{entity}  0\nLWPOLYLINE\n")


def _layer_twice(text: str) -> str:
    found = re.search(
        r"  0\nLAYER\n(?:[^\n]*\n){6}100\nAcDbLayerTableRecord\n  2\nCUT_OUTER\n(?:[^\n]*\n)*?390\n13\n", text
    )
    assert found
    return text.replace(found[0], found[0] + found[0].replace(" 62\n1\n", " 62\n3\n"), 1)


def _table_twice(text: str) -> str:
    found = re.search(r"  0\nTABLE\n  2\nLAYER\n.*?  0\nENDTAB\n", text, re.S)
    assert found
    return text.replace(found[0], found[0] + found[0], 1)


FLAT_LAYER = "  6\nContinuous\n370\n-3\n"
DXF: tuple[Mutation, ...] = (
    _dxf("colour", "a cut in a colour of its own", _entity(" 62\n3\n")),
    _dxf("true-colour", "a cut in a true colour", _entity("420\n255\n")),
    _dxf("line-type", "a cut of a line type of its own", _entity("  6\nByBlock\n")),
    _dxf("line-weight", "a cut of 2 mm", _entity("370\n200\n")),
    _dxf("line-scale", "a cut whose line type is scaled", _entity(" 48\n9.0\n")),
    _dxf("paper", "a cut on paper", _entity(" 67\n1\n")),
    _dxf("layout", "a cut in another layout", _entity("410\nLayout1\n")),
    _dxf("width", "a cut 2 mm wide", lambda text: re.sub(r"(8\nCUT_OUTER\n100\nAcDbPolyline\n 90\n\d+\n 70\n1\n)",
                                                         r"\1 43\n2.0\n", text, count=1)),
    _dxf("width-point", "a cut that widens", lambda text: re.sub(
        r"(8\nCUT_OUTER\n100\nAcDbPolyline\n 90\n\d+\n 70\n1\n 10\n\S+\n 20\n\S+\n)", r"\1 40\n0.0\n 41\n3.0\n", text,
        count=1)),
    _dxf("thickness", "a cut that is thick", _poly(" 39\n3.0\n")),
    _dxf("elevation", "a cut above the sheet", _poly(" 38\n5.0\n")),
    _dxf("pattern", "a cut whose pattern runs on", lambda text: re.sub(
        r"(8\nCUT_OUTER\n100\nAcDbPolyline\n 90\n\d+\n 70\n)1\n", r"\g<1>129\n", text, count=1)),
    _dxf("count", "a cut with another count of points", lambda text: re.sub(
        r"(8\nCUT_OUTER\n100\nAcDbPolyline\n 90\n)\d+\n", r"\g<1>3\n", text, count=1)),
    _dxf("xdata", "a cut with words of another program",
         lambda text: re.sub(r"(8\nCUT_OUTER\n(?:(?!  0\n)[^\n]*\n)+)", r"\g<1>1001\nACAD\n1000\nskip\n", text,
                             count=1)),
    _dxf("exponent", "a coordinate as 1e1", lambda text: re.sub(r"( 10\n)\d+\.\d{6}\n( 20\n\d+\.\d{6}\n)(?=.*EOF)",
                                                                 r"\g<1>1e1\n\2", text, count=1, flags=re.S)),
    _dxf("handle", "a handle twice", lambda text: text.replace("LWPOLYLINE\n  5\n35\n", "LWPOLYLINE\n  5\n34\n", 1)),
    _dxf("owner", "a line that belongs to the paper", _once("\n330\n17\n100\nAcDbEntity\n  8\nENGRAVE",
                                                            "\n330\n1B\n100\nAcDbEntity\n  8\nENGRAVE")),
    _dxf("layer-colour", "the layer of cuts in another colour", _once(LAYER, LAYER.replace(" 62\n1", " 62\n3")),
         "operation-wrong"),
    _dxf("layer-line-type", "the layer of cuts with another line type",
         _layer("  6\nContinuous\n", "  6\nByBlock\n"), "operation-wrong"),
    _dxf("layer-weight", "the layer of cuts 2 mm wide",
         _layer(FLAT_LAYER, FLAT_LAYER.replace("-3", "200")), "operation-wrong"),
    _dxf("layer-no-plot", "the layer of cuts not plotted",
         _layer("  6\nContinuous\n", "  6\nContinuous\n290\n0\n"), "operation-wrong"),
    _dxf("layer-frozen", "the layer of cuts frozen", _once(LAYER, LAYER.replace(" 70\n0", " 70\n1")),
         "operation-wrong"),
    _dxf("layer-locked", "the layer of cuts locked", _once(LAYER, LAYER.replace(" 70\n0", " 70\n4")),
         "operation-wrong"),
    _dxf("layer-twice", "the layer of cuts twice, in two colours", _layer_twice, "operation-wrong content-foreign"),
    _dxf("layer-more", "a layer that nothing lies on",
         _once("  0\nENDTAB\n  0\nTABLE\n  2\nSTYLE", "  0\nLAYER\n  5\nFFF\n330\n1\n100\nAcDbSymbolTableRecord\n"
               "100\nAcDbLayerTableRecord\n  2\nMORE\n 70\n0\n 62\n7\n  6\nContinuous\n"
               "  0\nENDTAB\n  0\nTABLE\n  2\nSTYLE"), "operation-wrong content-foreign"),
    _dxf("table-twice", "the table of layers twice", _table_twice, "operation-wrong content-foreign"),
    _dxf("line-type-dashed", "the continuous line type dashed",
         _once("  2\nContinuous\n 70\n0\n  3\n\n 72\n65\n 73\n0\n 40\n0.0\n",
               "  2\nContinuous\n 70\n0\n  3\n\n 72\n65\n 73\n2\n 40\n2.0\n 49\n1.0\n 74\n0\n 49\n-1.0\n 74\n0\n")),
    _dxf("text", "a text", _more("  0\nTEXT\n  5\nFFF\n330\n17\n100\nAcDbEntity\n  8\nENGRAVE\n100\nAcDbText\n"
                                 " 10\n9.0\n 20\n9.0\n 30\n0.0\n 40\n5.0\n  1\n8\n100\nAcDbText\n")),
    _dxf("line", "a line", _more("  0\nLINE\n  5\nFFF\n330\n17\n100\nAcDbEntity\n  8\nCUT_OUTER\n100\nAcDbLine\n"
                                 " 10\n1.0\n 20\n1.0\n 30\n0.0\n 11\n9.0\n 21\n9.0\n 31\n0.0\n")),
    _dxf("insert", "a block laid down", _more("  0\nINSERT\n  5\nFFF\n330\n17\n100\nAcDbEntity\n  8\n0\n"
                                              "100\nAcDbBlockReference\n  2\n*Paper_Space\n 10\n0.0\n"
                                              " 20\n0.0\n 30\n0.0\n")),
    _dxf("in-block", "a line in the model's block",
         _once("  0\nENDBLK\n  5\n19\n", "  0\nPOINT\n  5\nFFF\n330\n17\n100\nAcDbEntity\n  8\n0\n100\nAcDbPoint\n"
               " 10\n1.0\n 20\n1.0\n 30\n0.0\n  0\nENDBLK\n  5\n19\n")),
    _dxf("entities-twice", "a second section of entities",
         _once("  0\nSECTION\n  2\nOBJECTS\n",
               "  0\nSECTION\n  2\nENTITIES\n  0\nENDSEC\n  0\nSECTION\n  2\nOBJECTS\n")),
    _dxf("objects", "an object more",
         _once("  0\nENDSEC\n  0\nEOF\n", "  0\nPLACEHOLDER\n  5\nFFF\n  0\nENDSEC\n  0\nEOF\n")),
    _dxf("objects-gone", "no objects",
         lambda text: re.sub(r"  0\nSECTION\n  2\nOBJECTS\n.*  0\nENDSEC\n", "", text, flags=re.S)),
    _dxf("after-end", "words after the end", lambda text: f"{text}  0\nSECTION\n",
         "content-foreign file-unreadable"),
    _dxf("comment", "a comment", lambda text: f"999\nmade by hand\n{text}"),
    _dxf("measurement", "$MEASUREMENT says inches", _once("$MEASUREMENT\n 70\n1", "$MEASUREMENT\n 70\n0"),
         "unit-wrong"),
    _dxf("units", "$LUNITS says feet and inches", _once("$LUNITS\n 70\n2", "$LUNITS\n 70\n4")),
    _dxf("scale", "$LTSCALE says 9", _once("$LTSCALE\n 40\n1.0", "$LTSCALE\n 40\n9.0")),
    _dxf("extents", "$EXTMIN lies elsewhere", _once("$EXTMIN\n 10\n0.0", "$EXTMIN\n 10\n-9.0")),
    _dxf("limits", "$LIMMAX is smaller", lambda text: re.sub(r"(\$LIMMAX\n 10\n)\S+", r"\g<1>9.0", text, count=1)),
    _dxf("base", "$INSBASE lies elsewhere", _once("$INSBASE\n 10\n0.0", "$INSBASE\n 10\n9.0")),
    _dxf("elevated", "$ELEVATION says 9", _once("$ELEVATION\n 40\n0.0", "$ELEVATION\n 40\n9.0")),
    _dxf("fill", "$FILLMODE says none", _once("$FILLMODE\n 70\n1", "$FILLMODE\n 70\n0")),
    _dxf("variable", "a variable more", _once("  9\n$INSUNITS", "  9\n$CMATERIAL\n347\n0\n  9\n$INSUNITS")),
    _dxf("variable-gone", "a variable less", _once("  9\n$FILLMODE\n 70\n1\n", "")),
    _dxf("variable-twice", "$INSUNITS twice, in two units",
         _once("  9\n$INSUNITS\n 70\n4\n", "  9\n$INSUNITS\n 70\n4\n  9\n$INSUNITS\n 70\n1\n"),
         "unit-wrong content-foreign"),
    _dxf("version", "another version of the format", _once("AC1015", "AC1009")),
    _dxf("returns", "lines that end with a carriage return", _all("\n", "\r\n"), "content-foreign file-unreadable"),
    _dxf("view", "a view turned by a quarter", _once(" 51\n0.0\n 71\n0\n 72\n1000", " 51\n90.0\n 71\n0\n 72\n1000")),
    _dxf("back-colour", "an engraving on a back in a colour of its own",
         _once("100\nAcDbEntity\n  8\nENGRAVE\n", "100\nAcDbEntity\n  8\nENGRAVE\n 62\n3\n"), backs=True),
)  # fmt: skip

MUTATIONS: tuple[Mutation, ...] = (*_rows("svg"), *_rows("dxf"), *SVG, *DXF)
