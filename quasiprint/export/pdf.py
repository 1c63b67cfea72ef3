"""PDF for paper: true to scale, fonts embedded, with title, language and bookmarks.

A page's coordinates are millimetres; one transformation at its head makes them points. A figure
is a form of its own in the file, which pages place as often as they need it.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from typing import Any

from quasiprint import resources
from quasiprint.model.face import Ring
from quasiprint.model.production import (
    Document,
    Drawn,
    Figure,
    Output,
    Page,
    PageItem,
    PageProduction,
    Shape,
    Text,
)

FORMAT = "pdf"
NEEDS = "pages"
POINT = 72 / 25.4  # points in a millimetre
FONTS = {False: "NotoSans-Regular", True: "NotoSans-Bold"}


def files(production: PageProduction) -> Iterator[Output]:
    """Yield one file for each document."""
    drawn: dict[Figure, tuple[str, tuple[float, float, float, float]]] = {}
    for document in production.documents:
        yield Output(f"pdf/{document.name}.pdf", _document(document, drawn))


def _document(
    document: Document, drawn: dict[Figure, tuple[str, tuple[float, float, float, float]]]
) -> bytes:
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    ascii85 = rl_config.useA85
    rl_config.useA85 = 0  # bytes need no letters to stand for them
    try:
        canvas = Canvas(
            stream,
            pageCompression=1,
            invariant=1,  # no clock, no random id
            initialFontName=_font(False),
            lang=document.language,
        )
        canvas.setTitle(document.title)
        canvas.setAuthor("")
        canvas.setSubject("")
        canvas.setCreator("quasiprint")
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if document.duplex:
            canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")
        names = _forms(canvas, document, drawn)
        for number, page in enumerate(document.pages):
            _page(canvas, number, page, names)
        canvas.showOutline()
        canvas.save()
    finally:
        rl_config.useA85 = ascii85
    return stream.getvalue()


def _font(bold: bool) -> str:
    """Return the name of a font, known to reportlab from then on."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    name = FONTS[bold]
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(name, str(resources.template(f"fonts/{name}.ttf"))))
    return name


def _forms(
    canvas: Any, document: Document, drawn: dict[Figure, tuple[str, tuple[float, float, float, float]]]
) -> dict[Figure, str]:
    """Put every figure of the document into the file, once, and return their names."""
    names: dict[Figure, str] = {}
    for page in document.pages:
        for item in page.items:
            if isinstance(item, Drawn) and item.figure not in names:
                figure = item.figure
                if figure not in drawn:
                    drawn[figure] = "\n".join(map(_shape, figure.shapes)), _bounds(figure)
                code, box = drawn[figure]
                names[figure] = f"figure{len(names)}"
                canvas.beginForm(names[figure], *box)
                canvas._code.append(f"1 j\n{code}")
                canvas.endForm()
    return names


def _bounds(figure: Figure) -> tuple[float, float, float, float]:
    """Return a box around all that a figure paints."""
    points = [(p, shape.width / 2) for shape in figure.shapes for ring in shape.rings for p in ring]
    return (
        round(min(x - w for (x, _), w in points) - 1, 3),
        round(min(y - w for (_, y), w in points) - 1, 3),
        round(max(x + w for (x, _), w in points) + 1, 3),
        round(max(y + w for (_, y), w in points) + 1, 3),
    )


def _page(canvas: Any, number: int, page: Page, names: dict[Figure, str]) -> None:
    canvas.setPageSize((page.width * POINT, page.height * POINT))
    canvas.bookmarkPage(page.label)
    canvas.addOutlineEntry(page.title, page.label)
    canvas.addPageLabel(number, prefix=page.label)
    canvas._code.append(f"{POINT:.8f} 0 0 {POINT:.8f} 0 0 cm 1 j")
    for item in page.items:
        _item(canvas, item, names)
    canvas.showPage()


def _item(canvas: Any, item: PageItem, names: dict[Figure, str]) -> None:
    if isinstance(item, Shape):
        canvas._code.append(_shape(item))
    elif isinstance(item, Text):
        _text(canvas, item)
    else:
        canvas._code.append(f"q {_matrix(item.x, item.y, item.angle, item.scale)} cm")
        canvas.doForm(names[item.figure])
        canvas._code.append("Q")


def _matrix(x: float, y: float, angle: float, scale: float = 1.0) -> str:
    c, s = scale * math.cos(math.radians(angle)), scale * math.sin(math.radians(angle))
    return f"{c:.8f} {s:.8f} {-s:.8f} {c:.8f} {_number(x)} {_number(y)}"


def _shape(shape: Shape) -> str:
    """Return the operators that paint a shape."""
    code = []
    if shape.fill:
        code.append(f"{_colour(shape.fill)} rg")
    if shape.stroke:
        code.append(f"{_colour(shape.stroke)} RG {_number(shape.width)} w")
    code += [_path(ring, shape.closed) for ring in shape.rings]
    code.append({(True, True): "B", (True, False): "f", (False, True): "S"}.get(
        (bool(shape.fill), bool(shape.stroke)), "n"))
    return "\n".join(code)


def _path(ring: Ring, closed: bool) -> str:
    lines = (f"{_number(x)} {_number(y)} {'l' if k else 'm'}" for k, (x, y) in enumerate(ring))
    return " ".join(lines) + (" h" if closed else "")


def _text(canvas: Any, item: Text) -> None:
    from reportlab.pdfbase import pdfmetrics

    name = _font(item.bold)
    size = item.height * 1000 / pdfmetrics.getFont(name).face.capHeight
    width = pdfmetrics.stringWidth(item.text, name, size)
    if item.room is not None and width > item.room:
        size, width = size * item.room / width, item.room
    back = {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
    c, s = math.cos(math.radians(item.angle)), math.sin(math.radians(item.angle))
    canvas._code.append(f"{_colour(item.colour)} rg")
    line = canvas.beginText()
    line.setFont(name, size)
    line.setTextTransform(c, s, -s, c, item.x - back * c, item.y - back * s)
    line.textOut(item.text)
    canvas.drawText(line)


def _colour(rgb: str) -> str:
    return " ".join(f"{int(rgb[k : k + 2], 16) / 255:.4f}" for k in (1, 3, 5))


def _number(value: float) -> str:
    """Return a number to a tenth of a micrometre, without needless zeros, never −0."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
