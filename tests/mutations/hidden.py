"""Mutations of PDF that leave all that a set needs in its place, and add something, hide it, or draw it otherwise."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mutations.books import MM, STAMP, TEXT, Document, first_tile, matrix_of, replaced
from mutations.folder import GAMES, Mutation, NotHere, codes, files, put

Change = Callable[[Document], None]
TILED = ("quasimino", "triomino", "quomino")
BOARDS = ("majomino",)
FOREIGN = "content-foreign"
A4 = "tiles-a4-colour.pdf"


def _edit(pattern: str, change: Change) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        document = Document(folder, pattern)
        change(document)
        document.write()

    return apply


def _square(x: float, y: float, half: float, paint: str) -> str:
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    path = " ".join(f"{a:.4f} {b:.4f} {'l' if k else 'm'}" for k, (a, b) in enumerate(corners))
    return f"\n{paint} {path} h\n"


def _place(document: Document) -> tuple[int, float, float]:
    """Return the number of a page with tiles, and where on it the first of them lies, points."""
    number, tile = first_tile(document)
    *_, x, y = matrix_of(tile[0])
    return number, x, y


def _after(words: Callable[[float, float], str]) -> Change:
    """Draw something over the first tile."""

    def change(document: Document) -> None:
        number, x, y = _place(document)
        document.contents[number] += words(x, y)

    return change


def _before(words: str) -> Change:
    """Begin the first page with something."""

    def change(document: Document) -> None:
        document.contents[0] = f"{words}\n{document.contents[0]}"

    return change


def _behind(words: Callable[[float, float], str]) -> Change:
    """Draw something behind the first tile."""

    def change(document: Document) -> None:
        number, x, y = _place(document)
        width = float(document.writer.pages[number].mediabox[2])
        document.contents[number + 1] += words(width - x, y)

    return change


def _text(words: str, size: float, x: float, y: float) -> str:
    return f"\n0 0 0 rg\nBT 1 0 0 1 {x:.4f} {y:.4f} Tm /F1+0 {size} Tf {size} TL ({words}) Tj T* ET\n"


def _instead(pattern: str, fresh: str, page: int = 0) -> Change:
    """Write something else the first time that it stands on a page."""

    def change(document: Document) -> None:
        text = re.sub(pattern, fresh, document.contents[page], count=1)
        if text == document.contents[page]:
            raise NotHere(f"nothing like {pattern}")
        document.contents[page] = text

    return change


def _in_form(pattern: str, fresh: str, kind: str = "cut") -> Change:
    """Draw the forms of a kind otherwise."""

    def change(document: Document) -> None:
        for name in sorted(document.forms()):
            if name.rpartition(".")[2].startswith(kind):
                document.form(name, lambda text: re.sub(pattern, fresh, text, count=1))
                return
        raise NotHere(f"no {kind}")

    return change


def _entry(key: str, value: Callable[[Document], Any], where: str = "page") -> Change:
    """Give a page, its resources, a form, a font or the catalog another entry."""

    def change(document: Document) -> None:
        from pypdf.generic import NameObject

        page = document.writer.pages[0]
        resources = page["/Resources"]
        forms = resources.get("/XObject")
        if where == "form" and not forms:
            raise NotHere("no forms")
        holder = {
            "page": lambda: page,
            "resources": lambda: resources,
            "form": lambda: next(iter(forms.values())).get_object(),
            "font": lambda: next(iter(resources["/Font"].values())).get_object(),
            "catalog": lambda: document.writer.root_object,
            "asked": lambda: document.writer.root_object["/ViewerPreferences"],
        }[where]()
        holder[NameObject(key)] = value(document)

    return change


def _made(python: Any) -> Callable[[Document], Any]:
    """Return what makes a PDF object of lists, dictionaries, names and numbers."""
    return lambda document: _object(python)


def _object(python: Any) -> Any:
    from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject, TextStringObject

    match python:
        case dict():
            return DictionaryObject({NameObject(key): _object(value) for key, value in python.items()})
        case list():
            return ArrayObject(map(_object, python))
        case str() if python.startswith("/"):
            return NameObject(python)
        case str():
            return TextStringObject(python)
    return FloatObject(python)


def _stream(content: bytes, **entries: Any) -> Callable[[Document], Any]:
    def make(document: Document) -> Any:
        from pypdf.generic import NameObject, StreamObject

        stream = StreamObject()
        stream.set_data(content)
        for key, value in entries.items():
            stream[NameObject(f"/{key}")] = _object(value)
        return document.writer._add_object(stream)

    return make


def _picture(document: Document) -> None:
    """Lay a white picture of one dot over the first page."""
    dot = _stream(b"\xff\xff\xff", Type="/XObject", Subtype="/Image", Width=1, Height=1, ColorSpace="/DeviceRGB",
                  BitsPerComponent=8)  # fmt: skip
    _named(document, "/XObject", "/Dot", dot(document))
    document.contents[0] += "\nq 300 0 0 300 100 300 cm /Dot Do Q\n"


def _named(document: Document, kind: str, name: str, value: Any) -> None:
    from pypdf.generic import DictionaryObject, NameObject

    resources = document.writer.pages[0]["/Resources"]
    resources.setdefault(NameObject(kind), DictionaryObject()).get_object()[NameObject(name)] = value


def _state(**entries: Any) -> Change:
    """Begin the first page with a graphics state."""

    def change(document: Document) -> None:
        _named(document, "/ExtGState", "/GS0", _object({f"/{key}": value for key, value in entries.items()}))
        document.contents[0] = f"/GS0 gs\n{document.contents[0]}"

    return change


def _pattern(document: Document) -> None:
    tile = _stream(b"0 0 2 2 re f", Type="/Pattern", PatternType=1, PaintType=1, TilingType=1, BBox=[0, 0, 4, 4],
                   XStep=4, YStep=4, Resources={})  # fmt: skip
    _named(document, "/Pattern", "/P0", tile(document))
    document.contents[0] += _square(300, 400, 60, "/Pattern cs /P0 scn") + "f*\n"


def _layer(document: Document) -> None:
    """Put the first page's content into a layer that is off."""
    layer = document.writer._add_object(_object({"/Type": "/OCG", "/Name": "all"}))
    _named(document, "/Properties", "/MC0", layer)
    hidden = {"/OCGs": [], "/D": {"/OFF": []}}
    held = _object(hidden)
    held["/OCGs"].append(layer)
    held["/D"]["/OFF"].append(layer)
    document.writer.root_object[_object("/OCProperties")] = held
    document.contents[0] = f"/OC /MC0 BDC\n{document.contents[0]}\nEMC\n"


def _font_program(document: Document) -> None:
    """Exchange the font programs of the regular and the bold font."""
    fonts = [font.get_object() for font in document.writer.pages[0]["/Resources"]["/Font"].values()]
    one, two = (font["/FontDescriptor"].get_object() for font in fonts[:2])
    key = _object("/FontFile2")
    one[key], two[key] = two.raw_get("/FontFile2"), one.raw_get("/FontFile2")


def _whole(number: int) -> Any:
    from pypdf.generic import NumberObject

    return NumberObject(number)


def _glyph(document: Document) -> None:
    """Let the letter o be drawn as the letter e."""
    from fontTools.ttLib import TTFont

    for font in document.writer.pages[0]["/Resources"]["/Font"].values():
        program = font.get_object()["/FontDescriptor"]["/FontFile2"].get_object()
        held = TTFont(io.BytesIO(program.get_data()))
        table = held["cmap"].tables[0].cmap
        glyphs = held["glyf"].glyphs
        glyphs[table[ord("o")]] = glyphs[table[ord("e")]]
        stream = io.BytesIO()
        held.save(stream)
        program.set_data(stream.getvalue())
        program[_object("/Length1")] = _whole(len(stream.getvalue()))


def _torn(document: Document) -> None:
    """Cut the second half off the font programs."""
    for font in document.writer.pages[0]["/Resources"]["/Font"].values():
        program = font.get_object()["/FontDescriptor"]["/FontFile2"].get_object()
        half = program.get_data()[: len(program.get_data()) // 2]
        program.set_data(half)
        program[_object("/Length1")] = _whole(len(half))


def _letters(document: Document) -> None:
    """Let a font's map say that its o is a 0."""
    for font in document.writer.pages[0]["/Resources"]["/Font"].values():
        says = font.get_object()["/ToUnicode"].get_object()
        says.set_data(says.get_data().replace(b"<6F> <006F>", b"<6F> <0030>"))


def _widths(document: Document) -> None:
    for font in document.writer.pages[0]["/Resources"]["/Font"].values():
        held = font.get_object()
        held[_object("/Widths")] = _object([700] * len(held["/Widths"]))


def _blank(at: int) -> Change:
    def change(document: Document) -> None:
        width, height = (float(number) for number in document.writer.pages[0].mediabox[2:])
        document.writer.insert_blank_page(width, height, at if at >= 0 else len(document.contents))
        document.contents.insert(at if at >= 0 else len(document.contents), "")

    return change


def _both_blank(document: Document) -> None:
    """Two pages without anything at the end: a sheet whose both sides are empty."""
    _blank(-1)(document)
    _blank(-1)(document)


def _script(document: Document) -> None:
    from pypdf.generic import NameObject

    does = _object({"/S": "/JavaScript", "/JS": "app.alert('print me larger')"})
    names = _object({"/JavaScript": {"/Names": ["print", does]}})
    document.writer.root_object[NameObject("/Names")] = names


def _attached(document: Document) -> None:
    document.writer.add_attachment("more.txt", b"more")


def _title(document: Document) -> None:
    document.writer.add_metadata({"/Title": "Another game", "/Subject": "Another game"})


def _bookmark(document: Document) -> None:
    document.writer.root_object["/Outlines"]["/First"][_object("/Title")] = _object("Sheet 2, faces")


def _in_two(folder: Path) -> None:
    """Let the first page's content be two streams, the second of which adds a white square over a tile."""
    from pypdf import PdfReader, PdfWriter

    path = files(folder, f"pdf/{A4}")[0]
    document = Document(folder, A4)
    _, x, y = _place(document)
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(path.read_bytes())))
    document.writer = writer
    more = _stream((_square(x, y, 20, "1 1 1 rg") + "f*").encode())(document)
    page = writer.pages[0]
    parts = _object([])
    parts += [page.raw_get("/Contents"), more]
    page[_object("/Contents")] = parts
    stream = io.BytesIO()
    writer.write(stream)
    put(path, stream.getvalue())


def _encrypted(folder: Path) -> None:
    from pypdf import PdfReader, PdfWriter

    path = files(folder, f"pdf/{A4}")[0]
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(path.read_bytes())))
    writer.encrypt("", "owner", algorithm="RC4-128")
    stream = io.BytesIO()
    writer.write(stream)
    put(path, stream.getvalue())


def _appended(folder: Path) -> None:
    """Add a later state to the file, in which the first page has no content."""
    from pypdf import PdfReader, PdfWriter

    path = files(folder, f"pdf/{A4}")[0]
    writer = PdfWriter(PdfReader(io.BytesIO(path.read_bytes())), incremental=True)
    writer.pages[0][_object("/Contents")] = _stream(b"")(type("Held", (), {"writer": writer})())
    stream = io.BytesIO()
    writer.write(stream)
    put(path, stream.getvalue())


def _gone(name: str) -> Callable[[Path], None]:
    return lambda folder: files(folder, f"pdf/{name}")[0].unlink()


def _copied(name: str, other: str) -> Callable[[Path], None]:
    return lambda folder: put(folder / "pdf" / other, files(folder, f"pdf/{name}")[0].read_bytes())


def _twice(document: Document) -> None:
    """Stamp the last mark of the first tile a second time."""
    number, tile = first_tile(document)
    document.contents[number] = replaced(document.contents[number], tile[-1:], tile[-1][0] + tile[-1][0])


def _below(document: Document) -> None:
    """Draw a tile's cut before its marks, which then lie over it."""
    number, tile = first_tile(document)
    if len(tile) < 2:
        raise NotHere("no marks")
    document.contents[number] = replaced(
        document.contents[number], tile, "".join(stamp[0] for stamp in (tile[-1], *tile[:-1]))
    )


def _legend(document: Document) -> None:
    """Move the last figure that is stamped on the first page by 2 mm: a mark of the legend, where there is one."""
    text = document.contents[0]
    *_, last = STAMP.finditer(text)
    if "cut" in last[7]:
        raise NotHere("no legend")
    a, b, c, d, e, f = last.groups()[:6]
    moved = f"q {a} {b} {c} {d} {float(e) - 2 * MM:.6f} {f} cm\n/{last[7]} Do\nQ\n"
    document.contents[0] = replaced(text, [last], moved)


def _heading(dx: float, says: str = "", grown: float = 1.0) -> Change:
    """Move, rewrite or enlarge the last text of the first page."""

    def change(document: Document) -> None:
        *_, last = TEXT.finditer(document.contents[0])
        font, size, _, lead, _ = last[3].split()
        fresh = f"BT 1 0 0 1 {float(last[1]) + dx:.4f} {last[2]} Tm {font} {float(size) * grown:.4f} Tf {lead} TL "
        fresh += f"({says or last[4]}) Tj T* ET"
        document.contents[0] = replaced(document.contents[0], [last], fresh)

    return change


def _row(name: str, says: str, apply: Callable[[Path], None], games: tuple[str, ...], found: str) -> Mutation:
    return Mutation(f"pdf-{name}", says, games, ("pdf",), codes(found), apply)


def _tile(name: str, says: str, change: Change, found: str = FOREIGN, pattern: str = A4) -> Mutation:
    return _row(name, says, _edit(pattern, change), TILED, found)


def _board(name: str, says: str, change: Change, found: str = FOREIGN, pattern: str = "sheets-a4.pdf") -> Mutation:
    return _row(name, says, _edit(pattern, change), BOARDS, found)


LISTED = "inventory-a4.pdf"
HATCH = "0.5 G 0.3 w\n" + "".join(f"0 {k} m 600 {k + 300} l\n" for k in range(0, 800, 9)) + "S\n"
THIN_HATCH = HATCH.replace("0.5 G", "0.6039 0.6039 0.6039 RG").replace("0.3 w", "0.2 w 1 j")
MARKS = "content-foreign mark-foreign"

TILES: tuple[Mutation, ...] = (
    _tile("rewritten", "nothing: the file is written again by pypdf with a stream that ends in a space",
          lambda document: document.contents.__setitem__(0, document.contents[0] + " \n"), "none"),
    _tile("white-over", "a white square over a tile", _after(lambda x, y: _square(x, y, 20, "1 1 1 rg") + "f*"), MARKS),
    _tile("white-speck", "a white speck of 0.2 mm on a tile",
          _after(lambda x, y: _square(x, y, 0.3, "1 1 1 rg") + "f*"), MARKS),
    _tile("white-aside", "a white square where nothing else is",
          lambda document: document.contents.__setitem__(
              0, document.contents[0] + _square(5, 5, 2, "1 1 1 rg") + "f*")),
    _tile("white-below", "a white square below everything", _before(_square(200, 400, 50, "1 1 1 rg") + "f*"),
          MARKS),
    _tile("line-over", "a fine line over a tile",
          _after(lambda x, y: _square(x, y, 20, "0.6039 0.6039 0.6039 RG 0.2 w 1 j") + "S"),
          "content-foreign piece-foreign mark-foreign piece-size"),
    _tile("hatched", "a page hatched in grey", _before(HATCH)),
    _tile("hatched-finely", "a page hatched with the lines to cut along", _before(THIN_HATCH),
          "content-foreign ruler-wrong"),
    _tile("text-over", "a letter of 300 points over the faces", _after(lambda x, y: _text("o", 300, 50, 300))),
    _tile("text-on", "a small letter on a face", _after(lambda x, y: _text("o", 4, x, y))),
    _tile("text-white", "a white text where nothing else is",
          lambda document: document.contents.__setitem__(
              0, document.contents[0] + _text("o", 8, 300, 20).replace("0 0 0 rg", "1 1 1 rg"))),
    _tile("mark-behind", "a mark behind one tile", _behind(lambda x, y: _square(x, y, 1, "0 0 0 rg") + "f*")),
    _tile("white-behind", "a white mark behind one tile", _behind(lambda x, y: _square(x, y, 1, "1 1 1 rg") + "f*")),
    _tile("dot-behind", "a dot of a line behind one tile",
          _behind(lambda x, y: f"\n0 0 0 RG 0.3 w 1 j {x} {y} m {x + 0.1} {y} l\nS")),
    _tile("text-behind", "a letter behind one tile", _behind(lambda x, y: _text("o", 4, x + 8, y))),
    _tile("blank-first", "an empty page before the first", _blank(0)),
    _tile("blank-last", "an empty page after the last", _blank(-1)),
    _tile("blank-sheet", "two empty pages after the last", _both_blank),
    _tile("blank-backs", "the first backs left empty",
          lambda document: document.contents.__setitem__(1, ""),
          "content-missing back-wrong id-wrong"),
    _tile("clipped", "a page clipped to a part of it", _before("0 0 m 300 0 l 300 800 l 0 800 l h\nW\nn")),
    _tile("dashed", "all lines of a page dashed", _before("[2 2] 0 d")),
    _tile("thicker", "lines to cut along three times as wide", _in_form(r"0\.2835 w", "0.8505 w"),
          "content-foreign piece-missing"),
    _tile("thicker-a-hair", "lines to cut along a hair wider", _in_form(r"0\.2835 w", "0.2935 w")),
    _tile("pale-a-hair", "lines to cut along of a grey that eight bits do not say",
          _in_form(r"0\.6039 0", "0.6055 0")),
    _tile("pale-a-step", "lines to cut along in the next grey", _in_form(r"0\.6039 0", "0.6078 0")),
    _tile("mitred", "corners of lines pointed", _in_form(r"1 j", "0 j")),
    _tile("miter-limit", "another limit of points", _before("4 M")),
    _tile("capped", "lines with round ends", _before("1 J")),
    _tile("transparent", "a page half transparent", _state(ca=0.5, CA=0.5)),
    _tile("blended", "a page blended otherwise", _state(BM="/Difference")),
    _tile("masked", "a page behind a soft mask", _state(SMask="/None")),
    _tile("overprint", "overprinting", _state(OP=1)),
    _tile("picture", "a white picture over the faces", _picture),
    _tile("picture-inline", "a picture within the stream",
          lambda document: document.contents.__setitem__(
              0, document.contents[0] + "\nq 300 0 0 300 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xff EI Q\n")),
    _tile("pattern", "an area filled with a pattern", _pattern),
    _tile("shaded", "a shading", _before("/Sh0 sh")),
    _tile("layer", "a page in a layer that is off", _layer),
    _tile("marked", "a page's content marked", _before("/Span BMC\nEMC")),
    _tile("invisible", "letters that are not painted", _before("3 Tr")),
    _tile("stretched", "letters twice as wide", _before("200 Tz")),
    _tile("risen", "letters 3 points higher", _before("3 Ts")),
    _tile("spaced", "letters farther apart", _before("2 Tc")),
    _tile("words-apart", "words farther apart", _before("9 Tw")),
    _tile("grey-space", "a colour in another space", _before("0.5 g")),
    _tile("cmyk", "a colour in inks", _before("0 0 0 1 k")),
    _tile("font-exchanged", "the fonts drawn by one another's programs", _font_program),
    _tile("font-glyph", "an o that is drawn as an e", _glyph),
    _tile("font-torn", "fonts whose second half is missing", _torn, f"{FOREIGN} file-unreadable"),
    _tile("font-letters", "a map that takes o for 0", _letters),
    _tile("font-widths", "letters that go on by another width", _widths),
    _tile("font-last", "a font whose letters end too early", _entry("/LastChar", _made(40), "font")),
    _tile("many-digits", "a number of many digits, which renderers round each in its own way",
          _instead(r"39\.6850 78\.8031 m", "39.68500000000000004 78.8031 m")),
    _tile("font-encoding", "a font with another encoding", _entry("/Encoding", _made("/MacRomanEncoding"), "font")),
    _tile("form-twice", "a figure stamped twice", _twice,
          "content-foreign mark-foreign piece-missing cut-twice overlap"),
    _tile("form-below", "a line to cut along below the marks", _below, "out-of-order content-foreign"),
    _tile("form-matrix", "a figure turned in itself", _entry("/Matrix", _made([0, 1, -1, 0, 0, 0]), "form")),
    _tile("form-cut-off", "a figure cut off", _entry("/BBox", _made([0, 0, 9, 9]), "form")),
    _tile("form-group", "a figure in a group", _entry("/Group", _made({"/S": "/Transparency"}), "form")),
    _tile("form-hidden", "a figure in a layer", _entry("/OC", _made({"/Type": "/OCG", "/Name": "a"}), "form")),
    _tile("page-group", "a page in a group", _entry("/Group", _made({"/S": "/Transparency", "/K": 1}))),
    _tile("page-trimmed", "a trim box smaller than its page", _entry("/TrimBox", _made([0, 0, 99, 99])), "page-size"),
    _tile("page-action", "an action when a page is opened",
          _entry("/AA", _made({"/O": {"/S": "/URI", "/URI": "https://example.org"}}))),
    _tile("page-time", "a page that is shown for a second", _entry("/Dur", _made(1))),
    _tile("page-colours", "another meaning of all colours",
          _entry("/ColorSpace", _made({"/DefaultRGB": ["/CalRGB", {"/WhitePoint": [0.5, 1, 0.5]}]}), "resources")),
    _tile("note", "a note on a page",
          _entry("/Annots", _made([{"/Type": "/Annot", "/Subtype": "/Square", "/Rect": [0, 0, 300, 300]}]))),
    _tile("link", "a link on a page",
          _entry("/Annots", _made([{"/Type": "/Annot", "/Subtype": "/Link", "/Rect": [0, 0, 300, 300]}]))),
    _tile("opened", "an action when the document is opened",
          _entry("/OpenAction", _made({"/S": "/URI", "/URI": "https://example.org"}), "catalog")),
    _tile("script", "a script", _script),
    _tile("attached", "a file attached", _attached),
    _tile("fields", "a form to fill in", _entry("/AcroForm", _made({"/Fields": []}), "catalog")),
    _tile("scaled-in-print", "to be fitted to the page in print",
          _entry("/PrintScaling", _made("/AppDefault"), "asked")),
    _tile("turned-in-print", "to be turned over the short edge",
          _entry("/Duplex", _made("/DuplexFlipShortEdge"), "asked"), "back-wrong"),
    _tile("title", "another title", _title),
    _tile("bookmark", "a bookmark with another name", _bookmark),
    _tile("last-line-aside", "the last line of text 1 mm aside", _heading(MM)),
    _tile("last-line-otherwise", "the last line of text says something else", _heading(0, "Print at 90 %")),
    _tile("last-line-larger", "the last line of text 5 % larger", _heading(0, grown=1.05)),
    _tile("legend-aside", "a mark of the legend 2 mm aside", _legend),
    _tile("ruler-tick", "a line of the rulers 1 mm longer",
          _instead(r"39\.6850 78\.8031 m 39\.6850 70\.2992 l", "39.6850 78.8031 m 39.6850 67.4992 l")),
    _tile("listed-mark", "a mark left out of a picture in the inventory",
          lambda document: document.contents.__setitem__(
              0, STAMP.sub("", document.contents[0], count=1)), "content-missing mark-missing piece-missing", LISTED),
    _tile("listed-box", "a box to tick left out of the inventory",
          _instead(r"(w 1 j\n)[^\n]* h\n", r"\1"), "content-foreign content-missing", LISTED),
    _tile("listed-text", "a count in the inventory changed",
          lambda document: document.contents.__setitem__(
              0, re.sub(r"\((\d+) ", r"(1\1 ", document.contents[0], count=1)), FOREIGN, LISTED),
    _row("in-two", "a page's content in two streams", _in_two, TILED, FOREIGN),
    _row("encrypted", "a file with a password", _encrypted, TILED, f"{FOREIGN} file-unreadable"),
    _row("appended", "a later state of the file", _appended, TILED, FOREIGN),
    _row("inventory-gone", "the inventory left out", _gone(LISTED), TILED, "file-missing"),
    _row("one-more", "a document that no set has", _copied(A4, "tiles-a4-green.pdf"), TILED, FOREIGN),
)  # fmt: skip

OTHERS: tuple[Mutation, ...] = (
    _row("rules-gone", "the rulebook left out", _gone("rules-letter.pdf"), GAMES, "file-missing"),
    _row("score-sheet-gone", "the score sheet left out", _gone("scoresheet-a4.pdf"), GAMES, "file-missing"),
    _row("rules-other", "sheets in the place of the rulebook", _copied("[ts]*s-a4*.pdf", "rules-a4.pdf"), GAMES,
         "page-size content-foreign"),
    _board("board-white", "a white square over a board",
           lambda document: document.contents.__setitem__(
               0, document.contents[0] + _square(150, 600, 20, "1 1 1 rg") + "f*"), MARKS),
    _board("board-text", "a letter of 300 points over the boards",
           lambda document: document.contents.__setitem__(0, document.contents[0] + _text("o", 300, 50, 300))),
    _board("board-hatched", "boards hatched", _before(THIN_HATCH), f"{MARKS} id-wrong"),
    _board("board-table", "a line of a table left out",
           _instead(r"\n[\d.]+ [\d.]+ m [\d.]+ [\d.]+ l(?=\nS)", ""), "content-foreign content-missing"),
    _board("board-box", "a box beside a board 1 mm aside",
           _instead(r"h\nS\n0\.3333", "h\nS\n1 0 0 1 1 0 cm 0.3333"), "content-foreign content-missing"),
    _board("board-blank", "an empty page before the boards", _blank(0), "content-foreign content-missing"),
    _board("board-note", "a note under a board changed",
           lambda document: document.contents.__setitem__(
               0, document.contents[0].replace("(columns)", "(corners)"))),
    _board("booklet-text", "a word on the cover of the booklet",
           lambda document: document.contents.__setitem__(0, document.contents[0] + _text("o", 9, 90, 90)),
           FOREIGN, "booklet-a4.pdf"),
    _board("booklet-turned", "a booklet to be turned over the long edge",
           _entry("/Duplex", _made("/DuplexFlipLongEdge"), "asked"), "back-wrong", "booklet-a4.pdf"),
)  # fmt: skip

REWRITTEN, *_ADDED = TILES
MUTATIONS: tuple[Mutation, ...] = (
    Mutation(REWRITTEN.name, REWRITTEN.says, TILED, ("pdf",), frozenset(), REWRITTEN.apply,
             harmless="what is drawn is the same"),
    *_ADDED,
    *OTHERS,
)  # fmt: skip
