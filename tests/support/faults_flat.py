"""Faults of flat files: laser sheets in SVG, DXF and LightBurn's project, and paper in PDF."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pypdf
from faults import Fault, Files, NotHere, fault, in_text, once
from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, FloatObject, NameObject, NumberObject
from shapely.geometry import Polygon

BLACK = re.compile(rb"(?<![\d.])0(?:\.0+)? 0(?:\.0+)? 0(?:\.0+)? rg")
SVG, DXF = "svg/sheet-1.svg", "dxf/sheet-1.dxf"
PAIR = re.compile(r"(-?[\d.]+),(-?[\d.]+)(?![\d.]| 0 0 )")
svg = in_text("svg", lambda _: SVG)


def _group(text: str, name: str) -> tuple[str, str, str]:
    """Return what stands before a group's paths, these, and what stands after them."""
    head, found, rest = text.partition(f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}">\n')
    if not found:
        raise NotHere(name)
    paths, end, tail = rest.partition("</g>")
    return head + found, paths, end + tail


def _in_group(name: str, change: Callable[[list[str]], list[str]]) -> Callable[[str], str]:
    def edit(text: str) -> str:
        head, paths, tail = _group(text, name)
        return head + "".join(change(paths.splitlines(keepends=True))) + tail

    return edit


def _first(name: str, change: Callable[[str], str]) -> Callable[[str], str]:
    return _in_group(name, lambda paths: [change(paths[0]), *paths[1:]])


def _points(text: str, change: Callable[[float, float], tuple[float, float]]) -> str:
    def moved(found: re.Match[str]) -> str:
        x, y = change(float(found[1]), float(found[2]))
        return f"{x:.4f},{y:.4f}"

    return PAIR.sub(moved, text)


def _data(path: str, change: Callable[[str], str]) -> str:
    return re.sub(r' d="([^"]+)"', lambda found: f' d="{change(found[1])}"', path)


def _mirrored(text: str) -> str:
    """Return a sheet mirrored: arcs turn the other way round."""
    text = re.sub(r" 0 0 ([01]) ", lambda found: f" 0 0 {1 - int(found[1])} ", text)
    return _points(text, lambda x, y: (600 - x, y))


def _grown(data: str) -> str:
    """Return an outline with another half of the kerf around it."""
    points = [(float(x), float(y)) for x, y in PAIR.findall(data)]
    points = [p for p, q in zip(points, points[1:] + points[:1], strict=True) if p != q]
    ring = Polygon(points).buffer(0.1, join_style="mitre", mitre_limit=100).exterior.coords[:-1]
    return "M" + " ".join(f"{x:.4f},{y:.4f}" for x, y in ring) + "Z"


def _styled(text: str) -> str:
    return text.replace("<g id=", "<style>*{display:none}</style>\n<g id=", 1)


SHEETS = "piece-missing accessory-count"
SVG_FAULTS = [
    svg("mirrored", "piece-mirrored mark-foreign mark-displaced piece-foreign back-wrong", _mirrored),
    svg("missing", SHEETS, _in_group("cut-outer", lambda paths: paths[1:])),
    svg("doubled", "cut-twice piece-doubled accessory-count overlap", _in_group("cut-outer", lambda p: [*p, p[0]])),
    svg("swapped", "operation-wrong", lambda text: text.replace('<g id="cut-outer"', '<g id="score"')),
    svg("colour", "operation-wrong", once("stroke:#FF0000", "stroke:#0000FF")),
    svg("scaled", "piece-size piece-foreign", lambda text: _points(text, lambda x, y: (x * 1.01, y * 1.01))),
    svg(
        "moved",
        "mark-displaced mark-foreign engraving-foreign",
        _first("engrave", lambda p: _data(p, lambda d: _points(d, lambda x, y: (x + 0.2, y)))),
    ),
    svg(
        "bent",
        "outline-off piece-foreign arc-wrong outlines-cross",
        _first("cut-outer", lambda p: _data(p, lambda d: PAIR.sub("17.0000,17.0000", d, count=1))),
    ),
    svg("open", "cut-open", _first("cut-outer", lambda p: p.replace("Z", ""))),
    svg("kerf twice", "kerf-wrong piece-foreign piece-size", _first("cut-outer", lambda p: _data(p, _grown))),
    svg("round", "arc-wrong", _first("cut-outer", lambda p: re.sub(r"A([\d.]+),([\d.]+)", "A99,99", p, count=1))),
    svg("unit", "unit-wrong", lambda text: text.replace("mm", "in")),
    svg("transform", "content-foreign", once("<g ", '<g transform="scale(1.01)" ')),
    svg("display in style", "operation-wrong", once('style="', 'style="display:none;')),
    svg("style sheet", "content-foreign", _styled),
    svg("instance", "content-foreign", lambda text: text.replace("</svg>", '<use href="#cut-outer" x="3"/></svg>')),
    svg("order", "out-of-order", once(r'(<g id="engrave".*?</g>\n)(.*)(?=</svg>)', r"\2\1", re.S)),
]


Groups = list[tuple[str, str]]  # of a drawing: code and value each


def dxf(kind: str, codes: str, change: Callable[[Groups], Groups]) -> Fault:
    """Return a fault of a drawing's groups."""

    def in_groups(text: str) -> str:
        rows = text.splitlines()
        return "".join(f"{code}\n{value}\n" for code, value in change(list(zip(rows[::2], rows[1::2], strict=True))))

    return in_text("dxf", lambda _: DXF)(kind, codes, in_groups)


def _entities(groups: Groups, layer: str) -> list[tuple[int, int]]:
    """Return from where to where polylines on a layer run."""
    starts = [k for k, (code, value) in enumerate(groups) if code.strip() == "0"] + [len(groups)]
    spans = zip(starts, starts[1:], strict=False)
    found = [(a, b) for a, b in spans if groups[a][1] == "LWPOLYLINE" and ("  8", layer) in groups[a:b]]
    if not found:
        raise NotHere(layer)
    return found


def _one(layer: str, change: Callable[[Groups], Groups]):
    def edit(groups: Groups) -> Groups:
        a, b = _entities(groups, layer)[0]
        return [*groups[:a], *change(groups[a:b]), *groups[b:]]

    return edit


def _coordinates(groups: Groups, x: Callable[[float], float], y: Callable[[float], float] = float):
    changes = {" 10": x, " 20": y}
    inside = False
    found = []
    for code, value in groups:
        inside = value == "LWPOLYLINE" if code.strip() == "0" else inside
        found.append((code, f"{changes[code](float(value)):.6f}") if inside and code in changes else (code, value))
    return found


def _turned(groups: Groups) -> Groups:
    found = _coordinates(groups, lambda x: 600 - x)
    return [(code, f"{-float(value):.9f}") if code == " 42" else (code, value) for code, value in found]


def _set(groups: Groups, after: tuple[str, str], code: str, value: str) -> Groups:
    """Return groups with another value of the first of a code after a group."""
    k = groups.index(after)
    j = next(j for j in range(k, len(groups)) if groups[j][0].strip() == code)
    return [*groups[:j], (groups[j][0], value), *groups[j + 1 :]]


def _with(*more: tuple[str, str]) -> Callable[[Groups], Groups]:
    """Return a change of the first outline: it has more groups, too."""
    return _one("CUT_OUTER", lambda own: [*own[:4], *more, *own[4:]])


def _other(layer: str, code: str, value: str) -> Callable[[Groups], Groups]:
    """Return a change of the first polyline on a layer: other values of a code."""
    return _one(layer, lambda own: [(c, value if c == code else v) for c, v in own])


CUT = ("  2", "CUT_OUTER")
INSERT = [("  0", "INSERT"), ("  8", "CUT_OUTER"), ("  2", "*Model_Space"), (" 10", "0.0"), (" 20", "0.0")]
DXF_FAULTS = [
    dxf("mirrored", "piece-mirrored mark-foreign mark-displaced piece-foreign back-wrong", _turned),
    dxf("missing", SHEETS, _one("CUT_OUTER", lambda own: [])),
    dxf("doubled", "cut-twice piece-doubled accessory-count overlap", _one("CUT_OUTER", lambda own: own * 2)),
    dxf(
        "swapped",
        "piece-missing accessory-count cut-open engraving-foreign outlines-cross",
        _other("CUT_OUTER", "  8", "ENGRAVE"),
    ),
    dxf("colour", "operation-wrong", lambda groups: _set(groups, CUT, "62", "5")),
    dxf("scaled", "piece-size piece-foreign", lambda g: _coordinates(g, lambda x: x * 1.01, lambda y: y * 1.01)),
    dxf(
        "moved",
        "mark-displaced mark-foreign engraving-foreign",
        _one("ENGRAVE", lambda own: _coordinates(own, lambda x: x + 0.2)),
    ),
    dxf("open", "cut-open", _other("CUT_OUTER", " 70", "0")),
    dxf("unit", "unit-wrong", lambda groups: _set(groups, ("  9", "$INSUNITS"), "70", "1")),
    dxf("inches", "unit-wrong", lambda groups: _set(groups, ("  9", "$MEASUREMENT"), "70", "0")),
    dxf("layer off", "operation-wrong", lambda groups: _set(groups, CUT, "62", "-1")),
    dxf("layer frozen", "content-foreign", lambda groups: _set(groups, CUT, "70", "1")),
    dxf("invisible", "content-foreign", _with((" 60", "1"))),
    dxf("paper space", "content-foreign", _with((" 67", "1"))),
    dxf("turned over", "content-foreign", _with(("230", "-1.0"))),
    dxf("raised", "content-foreign", _with((" 38", "5.0"))),
    dxf("wide", "content-foreign", _with((" 43", "3.0"))),
    dxf("instance", "content-foreign", _one("CUT_OUTER", lambda own: [*INSERT, *own])),
    dxf("another layer", "content-foreign", _other("CUT_OUTER", "  8", "0")),
]


def pdf(kind: str, codes: str, change: Callable[[pypdf.PdfWriter], object]) -> Fault:
    """Return a fault of a document of tiles or boards."""

    def edit(files: Files) -> None:
        path = next((p for p in files if re.fullmatch(r"pdf/(tiles-a4-colour|sheets-a4)\.pdf", p)), None)
        if path is None:
            raise NotHere("pdf")
        writer = pypdf.PdfWriter(clone_from=io.BytesIO(files[path]))
        change(writer)
        out = io.BytesIO()
        writer.write(out)
        files[path] = out.getvalue()

    return fault("pdf", kind, codes, edit)


def _content(change: Callable[[bytes], bytes], page: int = 0) -> Callable[[pypdf.PdfWriter], None]:
    def edit(writer: pypdf.PdfWriter) -> None:
        own = writer.pages[page]
        before = own.get_contents().get_data()
        stream = DecodedStreamObject()
        stream.set_data(change(before))
        assert stream.get_data() != before
        own[NameObject("/Contents")] = writer._add_object(stream.flate_encode())

    return edit


def _form(writer: pypdf.PdfWriter, begins: str) -> DictionaryObject:
    forms = writer.pages[0]["/Resources"]["/XObject"]
    name = next((name for name in sorted(forms) if name.startswith(f"/FormXob.{begins}")), None)
    if name is None:
        raise NotHere(begins)
    return forms[name].get_object()


def _marked(content: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """Return a page with the first of its marks changed: where it is placed, and drawn."""
    found = re.search(rb"q [-\d. ]+ cm\s+/FormXob\.(mark|board)\d+ Do\s+Q\n", content)
    if found is None:
        raise NotHere("mark")
    return content[: found.start()] + change(found[0]) + content[found.end() :]


def _shifted(placed: bytes) -> bytes:
    return re.sub(rb"([-\d.]+) ([-\d.]+) cm", lambda f: b"%.6f %b cm" % (float(f[1]) + 0.6, f[2]), placed)


def _covered(content: bytes) -> bytes:
    """Return a page with a white square over the first of its marks."""
    x, y = (float(v) for v in re.search(rb"([-\d.]+) ([-\d.]+) cm\s+/FormXob\.(?:mark|board)\d+ Do", content).groups())
    corners = [(x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20)]
    path = " ".join(f"{a:.4f} {b:.4f} {'l' if k else 'm'}" for k, (a, b) in enumerate(corners))
    return content + f"\n1 1 1 rg\n{path} h f*\n".encode()


def _recoloured(writer: pypdf.PdfWriter) -> None:
    form = _form(writer, "mark")
    before = form.get_data()
    after = re.sub(rb"[\d.]+ [\d.]+ [\d.]+ rg", b"0.11 0.94 0.23 rg", before)
    if after == before:
        raise NotHere("colour")
    form.set_data(after)


def _back_recoloured(writer: pypdf.PdfWriter) -> None:
    """Print in green what is black on backs."""
    own = writer.pages[1]["/Resources"] if len(writer.pages) > 1 else {}
    forms = own["/XObject"] if "/XObject" in own.keys() else {}  # noqa: SIM118
    black = [form.get_object() for form in forms.values() if BLACK.search(form.get_object().get_data())]
    if not black:
        raise NotHere("black on a back")
    for form in black:
        form.set_data(BLACK.sub(b"0.0 0.6 0.1 rg", form.get_data()))


def _all_in(colour: bytes, *operators: bytes, page: int = 0) -> Callable[[pypdf.PdfWriter], None]:
    """Return a change of a page and its drawings: every fill ("rg") or line ("RG") has this colour."""

    def edit(writer: pypdf.PdfWriter) -> None:
        if page >= len(writer.pages):
            raise NotHere("a page behind")
        forms = writer.pages[page]["/Resources"].get("/XObject", {}).values()
        for form in (form.get_object() for form in forms):
            painted = re.compile(rb"(?:[\d.]+ ){3}(%b)\b" % b"|".join(operators))
            form.set_data(painted.sub(colour + rb" \1", form.get_data()))

    return edit


def _matrix(writer: pypdf.PdfWriter) -> None:
    _form(writer, "mark")[NameObject("/Matrix")] = ArrayObject([FloatObject(v) for v in (-1, 0, 0, 1, 0, 0)])


def _page(key: str, value: object) -> Callable[[pypdf.PdfWriter], None]:
    return lambda writer: writer.pages[0].__setitem__(NameObject(key), value)


MARKS = "mark-missing mark-foreign mark-displaced piece-foreign piece-missing content-foreign"
PDF_FAULTS = [
    pdf(
        "mirrored",
        "piece-mirrored mark-foreign mark-displaced piece-foreign content-foreign",
        _content(lambda content: b"q -1 0 0 1 595.2756 0 cm\n" + content + b"\nQ\n"),
    ),
    pdf("mark missing", MARKS, _content(lambda content: _marked(content, lambda placed: b""))),
    pdf(
        "numbers missing",
        MARKS,
        _content(lambda content: re.sub(rb"q [-\d. ]+ cm\s+/FormXob\.(mark|board)\d+ Do\s+Q\n", b"", content)),
    ),
    pdf(
        "doubled",
        "mark-foreign mark-displaced piece-foreign piece-doubled overlap",
        _content(lambda content: _marked(content, lambda placed: placed + _shifted(placed))),
    ),
    pdf("colour", "colour-wrong mark-foreign", _recoloured),
    pdf("back", "back-wrong", _back_recoloured),
    pdf("white", "colour-wrong", _all_in(b"1 1 1", b"rg")),
    pdf("whitish", "colour-wrong mark-foreign", _all_in(b"0.99 1 0.98", b"rg", b"RG")),
    pdf("white back", "back-wrong", _all_in(b"1 1 1", b"rg", b"RG", page=1)),
    pdf(
        "scaled",
        "piece-size piece-foreign page-size off-page content-foreign mark-displaced id-wrong",
        _content(lambda content: b"q 1.01 0 0 1.01 0 0 cm\n" + content + b"\nQ\n"),
    ),
    pdf("moved", MARKS, _content(lambda content: _marked(content, _shifted))),
    pdf("unit", "content-foreign unit-wrong page-size", _page("/UserUnit", NumberObject(2))),
    pdf("clipped", "content-foreign", _content(lambda content: b"0 0 9 9 re W n\n" + content)),
    pdf("covered", "mark-foreign content-foreign colour-wrong", _content(_covered)),
    pdf("form mirrored", MARKS, _matrix),
]
FLAT = [*SVG_FAULTS, *DXF_FAULTS, *PDF_FAULTS]
