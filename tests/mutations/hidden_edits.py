"""What a hand does to the inside of a PDF: words put over and under pages, entries, fonts, layers, states."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mutations.books import MM, STAMP, TEXT, Document, first_tile, matrix_of, replaced
from mutations.folder import NotHere, files, put

Change = Callable[[Document], None]
A4 = "tiles-a4-colour.pdf"


def edit(pattern: str, change: Change) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        document = Document(folder, pattern)
        change(document)
        document.write()

    return apply


def square(x: float, y: float, half: float, paint: str) -> str:
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    path = " ".join(f"{a:.4f} {b:.4f} {'l' if k else 'm'}" for k, (a, b) in enumerate(corners))
    return f"\n{paint} {path} h\n"


def _place(document: Document) -> tuple[int, float, float]:
    """Return the number of a page with tiles, and where on it the first of them lies, points."""
    number, tile = first_tile(document)
    *_, x, y = matrix_of(tile[0])
    return number, x, y


def after(words: Callable[[float, float], str]) -> Change:
    """Draw something over the first tile."""

    def change(document: Document) -> None:
        number, x, y = _place(document)
        document.contents[number] += words(x, y)

    return change


def before(words: str) -> Change:
    """Begin the first page with something."""

    def change(document: Document) -> None:
        document.contents[0] = f"{words}\n{document.contents[0]}"

    return change


def behind(words: Callable[[float, float], str]) -> Change:
    """Draw something behind the first tile."""

    def change(document: Document) -> None:
        number, x, y = _place(document)
        width = float(document.writer.pages[number].mediabox[2])
        document.contents[number + 1] += words(width - x, y)

    return change


def text(words: str, size: float, x: float, y: float) -> str:
    return f"\n0 0 0 rg\nBT 1 0 0 1 {x:.4f} {y:.4f} Tm /F1+0 {size} Tf {size} TL ({words}) Tj T* ET\n"


def instead(pattern: str, fresh: str, page: int = 0) -> Change:
    """Write something else the first time that it stands on a page."""

    def change(document: Document) -> None:
        text = re.sub(pattern, fresh, document.contents[page], count=1)
        if text == document.contents[page]:
            raise NotHere(f"nothing like {pattern}")
        document.contents[page] = text

    return change


def in_form(pattern: str, fresh: str, kind: str = "cut") -> Change:
    """Draw the forms of a kind otherwise."""

    def change(document: Document) -> None:
        for name in sorted(document.forms()):
            if name.rpartition(".")[2].startswith(kind):
                document.form(name, lambda text: re.sub(pattern, fresh, text, count=1))
                return
        raise NotHere(f"no {kind}")

    return change


def entry(key: str, value: Callable[[Document], Any], where: str = "page") -> Change:
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


def made(python: Any) -> Callable[[Document], Any]:
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


def picture(document: Document) -> None:
    """Lay a white picture of one dot over the first page."""
    dot = _stream(b"\xff\xff\xff", Type="/XObject", Subtype="/Image", Width=1, Height=1, ColorSpace="/DeviceRGB",
                  BitsPerComponent=8)  # fmt: skip
    _named(document, "/XObject", "/Dot", dot(document))
    document.contents[0] += "\nq 300 0 0 300 100 300 cm /Dot Do Q\n"


def _named(document: Document, kind: str, name: str, value: Any) -> None:
    from pypdf.generic import DictionaryObject, NameObject

    resources = document.writer.pages[0]["/Resources"]
    resources.setdefault(NameObject(kind), DictionaryObject()).get_object()[NameObject(name)] = value


def state(**entries: Any) -> Change:
    """Begin the first page with a graphics state."""

    def change(document: Document) -> None:
        _named(document, "/ExtGState", "/GS0", _object({f"/{key}": value for key, value in entries.items()}))
        document.contents[0] = f"/GS0 gs\n{document.contents[0]}"

    return change


def pattern(document: Document) -> None:
    tile = _stream(b"0 0 2 2 re f", Type="/Pattern", PatternType=1, PaintType=1, TilingType=1, BBox=[0, 0, 4, 4],
                   XStep=4, YStep=4, Resources={})  # fmt: skip
    _named(document, "/Pattern", "/P0", tile(document))
    document.contents[0] += square(300, 400, 60, "/Pattern cs /P0 scn") + "f*\n"


def layer(document: Document) -> None:
    """Put the first page's content into a layer that is off."""
    layer = document.writer._add_object(_object({"/Type": "/OCG", "/Name": "all"}))
    _named(document, "/Properties", "/MC0", layer)
    hidden = {"/OCGs": [], "/D": {"/OFF": []}}
    held = _object(hidden)
    held["/OCGs"].append(layer)
    held["/D"]["/OFF"].append(layer)
    document.writer.root_object[_object("/OCProperties")] = held
    document.contents[0] = f"/OC /MC0 BDC\n{document.contents[0]}\nEMC\n"


def font_program(document: Document) -> None:
    """Exchange the font programs of the regular and the bold font."""
    fonts = [font.get_object() for font in document.writer.pages[0]["/Resources"]["/Font"].values()]
    one, two = (font["/FontDescriptor"].get_object() for font in fonts[:2])
    key = _object("/FontFile2")
    one[key], two[key] = two.raw_get("/FontFile2"), one.raw_get("/FontFile2")


def _whole(number: int) -> Any:
    from pypdf.generic import NumberObject

    return NumberObject(number)


def glyph(document: Document) -> None:
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


def torn(document: Document) -> None:
    """Cut the second half off the font programs."""
    for font in document.writer.pages[0]["/Resources"]["/Font"].values():
        program = font.get_object()["/FontDescriptor"]["/FontFile2"].get_object()
        half = program.get_data()[: len(program.get_data()) // 2]
        program.set_data(half)
        program[_object("/Length1")] = _whole(len(half))


def letters(document: Document) -> None:
    """Let a font's map say that its o is a 0."""
    for font in document.writer.pages[0]["/Resources"]["/Font"].values():
        says = font.get_object()["/ToUnicode"].get_object()
        says.set_data(says.get_data().replace(b"<6F> <006F>", b"<6F> <0030>"))


def widths(document: Document) -> None:
    for font in document.writer.pages[0]["/Resources"]["/Font"].values():
        held = font.get_object()
        held[_object("/Widths")] = _object([700] * len(held["/Widths"]))


def blank(at: int) -> Change:
    def change(document: Document) -> None:
        width, height = (float(number) for number in document.writer.pages[0].mediabox[2:])
        document.writer.insert_blank_page(width, height, at if at >= 0 else len(document.contents))
        document.contents.insert(at if at >= 0 else len(document.contents), "")

    return change


def both_blank(document: Document) -> None:
    """Two pages without anything at the end: a sheet whose both sides are empty."""
    blank(-1)(document)
    blank(-1)(document)


def script(document: Document) -> None:
    from pypdf.generic import NameObject

    does = _object({"/S": "/JavaScript", "/JS": "app.alert('print me larger')"})
    names = _object({"/JavaScript": {"/Names": ["print", does]}})
    document.writer.root_object[NameObject("/Names")] = names


def attached(document: Document) -> None:
    document.writer.add_attachment("more.txt", b"more")


def title(document: Document) -> None:
    document.writer.add_metadata({"/Title": "Another game", "/Subject": "Another game"})


def bookmark(document: Document) -> None:
    document.writer.root_object["/Outlines"]["/First"][_object("/Title")] = _object("Sheet 2, faces")


def in_two(folder: Path) -> None:
    """Let the first page's content be two streams, the second of which adds a white square over a tile."""
    from pypdf import PdfReader, PdfWriter

    path = files(folder, f"pdf/{A4}")[0]
    document = Document(folder, A4)
    _, x, y = _place(document)
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(path.read_bytes())))
    document.writer = writer
    more = _stream((square(x, y, 20, "1 1 1 rg") + "f*").encode())(document)
    page = writer.pages[0]
    parts = _object([])
    parts += [page.raw_get("/Contents"), more]
    page[_object("/Contents")] = parts
    stream = io.BytesIO()
    writer.write(stream)
    put(path, stream.getvalue())


def encrypted(folder: Path) -> None:
    from pypdf import PdfReader, PdfWriter

    path = files(folder, f"pdf/{A4}")[0]
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(path.read_bytes())))
    writer.encrypt("", "owner", algorithm="RC4-128")
    stream = io.BytesIO()
    writer.write(stream)
    put(path, stream.getvalue())


def appended(folder: Path) -> None:
    """Add a later state to the file, in which the first page has no content."""
    from pypdf import PdfReader, PdfWriter

    path = files(folder, f"pdf/{A4}")[0]
    writer = PdfWriter(PdfReader(io.BytesIO(path.read_bytes())), incremental=True)
    writer.pages[0][_object("/Contents")] = _stream(b"")(type("Held", (), {"writer": writer})())
    stream = io.BytesIO()
    writer.write(stream)
    put(path, stream.getvalue())


def gone(name: str) -> Callable[[Path], None]:
    return lambda folder: files(folder, f"pdf/{name}")[0].unlink()


def copied(name: str, other: str) -> Callable[[Path], None]:
    return lambda folder: put(folder / "pdf" / other, files(folder, f"pdf/{name}")[0].read_bytes())


def twice(document: Document) -> None:
    """Stamp the last mark of the first tile a second time."""
    number, tile = first_tile(document)
    document.contents[number] = replaced(document.contents[number], tile[-1:], tile[-1][0] + tile[-1][0])


def below(document: Document) -> None:
    """Draw a tile's cut before its marks, which then lie over it."""
    number, tile = first_tile(document)
    if len(tile) < 2:
        raise NotHere("no marks")
    document.contents[number] = replaced(
        document.contents[number], tile, "".join(stamp[0] for stamp in (tile[-1], *tile[:-1]))
    )


def legend(document: Document) -> None:
    """Move the last figure that is stamped on the first page by 2 mm: a mark of the legend, where there is one."""
    text = document.contents[0]
    *_, last = STAMP.finditer(text)
    if "cut" in last[7]:
        raise NotHere("no legend")
    a, b, c, d, e, f = last.groups()[:6]
    moved = f"q {a} {b} {c} {d} {float(e) - 2 * MM:.6f} {f} cm\n/{last[7]} Do\nQ\n"
    document.contents[0] = replaced(text, [last], moved)


def heading(dx: float, says: str = "", grown: float = 1.0) -> Change:
    """Move, rewrite or enlarge the last text of the first page."""

    def change(document: Document) -> None:
        *_, last = TEXT.finditer(document.contents[0])
        font, size, _, lead, _ = last[3].split()
        fresh = f"BT 1 0 0 1 {float(last[1]) + dx:.4f} {last[2]} Tm {font} {float(size) * grown:.4f} Tf {lead} TL "
        fresh += f"({says or last[4]}) Tj T* ET"
        document.contents[0] = replaced(document.contents[0], [last], fresh)

    return change
