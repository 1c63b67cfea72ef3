"""Pages by ReportLab: true scale, fonts embedded, no clock."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import ModuleType
from typing import IO, Any

from quasiprint.drawing.lettering import BEFORE, PAGE_FONTS, page_runs, text_width
from quasiprint.model.page import Page, Shape, Stamp, Text
from quasiprint.model.resources import template_folder
from quasiprint.system.children import load

MM = 72 / 25.4  # points


def document(stream: IO[bytes], size: tuple[float, float], language: str, title: str, subject: str = "") -> Any:
    """Return ReportLab's canvas for a document that says what it is, and is printed at its size. size: of pages, mm."""
    _ready()
    from reportlab.pdfgen.canvas import Canvas

    settings = {"lang": language, "initialFontName": font(PAGE_FONTS[False])}
    with _without_variables("SOURCE_DATE_EPOCH"):  # which is to ReportLab more than `invariant`
        canvas = Canvas(stream, pagesize=(size[0] * MM, size[1] * MM), pageCompression=1, invariant=1, **settings)
    canvas.setTitle(title)
    canvas.setSubject(subject or title)
    canvas.setAuthor("quasiprint")
    canvas.setCreator("quasiprint")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("PrintScaling", "None")
    return canvas


def pages(canvas: Any, drawn: Iterable[Page]) -> Iterator[Page]:
    """Draw pages one after the other, each with its bookmark; yield each before it is left."""
    for number, page in enumerate(drawn):
        canvas.bookmarkPage(f"page{number}")
        canvas.addOutlineEntry(page.title, f"page{number}", 0)
        for shape in page.shapes:
            draw(canvas, shape)
        for stamp in page.stamps:
            # as PDF's own operators: ReportLab would keep its state, and multiply matrices, for each stamp
            canvas.addLiteral(f"q {' '.join(f'{number:.6f}' for number in _matrix(stamp))} cm")
            canvas.doForm(stamp.figure)
            canvas.addLiteral("Q")
        for text in page.texts:
            _write(canvas, text)
        yield page
        canvas.showPage()


@contextmanager
def _without_variables(beginning: str) -> Iterator[None]:
    """Take what begins like this out of the environment for a while."""
    taken = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(beginning)}
    try:
        yield
    finally:
        os.environ.update(taken)


@lru_cache(maxsize=1)
def _ready() -> None:
    """Import ReportLab as it comes.

    It would run ``~/.reportlab_mods`` and ``~/.reportlab_settings`` and read RL_… from the environment: what somebody
    has there for other programs would change our bytes, or end the run.
    """
    ours = {name: ModuleType(name) for name in ("reportlab_mods", "reportlab_settings") if name not in sys.modules}
    sys.modules.update(ours)
    try:
        with _without_variables("RL_"):
            load("reportlab.rl_config")
            from reportlab import rl_config
            from reportlab.pdfbase import ttfonts  # noqa: F401  which is to see no other settings, either
    finally:
        for name in ours:
            del sys.modules[name]
    rl_config.useA85 = 0  # streams as they are: written as text they are a quarter longer, and slow


@lru_cache(maxsize=4)
def font(file: str) -> str:
    """Return the name of a packaged font, which is made known to ReportLab."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    name = file.removesuffix(".ttf")
    pdfmetrics.registerFont(TTFont(name, str(template_folder() / "fonts" / file)))
    return name


def _matrix(stamp: Stamp) -> tuple[float, float, float, float, float, float]:
    c, s = math.cos(math.radians(stamp.angle)), math.sin(math.radians(stamp.angle))
    k = stamp.scale
    return k * c, k * s, -k * s, k * c, stamp.x * MM, stamp.y * MM


def draw(canvas: Any, shape: Shape) -> None:
    """Draw a shape on ReportLab's canvas, or into the form that is begun on it."""
    canvas.addLiteral(_operators(shape))


@lru_cache(maxsize=4096)
def _operators(shape: Shape) -> str:
    """Return a shape as PDF's own operators: colours, path, painting. One that recurs from document to document is said
    once; as ReportLab's path objects the shapes would take as long as all the rest."""
    words = []
    if shape.fill:
        words.append(f"{_rgb(shape.fill)} rg")
    if shape.stroke:
        words.append(f"{_rgb(shape.stroke)} RG {shape.width * MM:.4f} w 1 j")
    for ring in shape.rings:
        first, *steps = [f"{x * MM:.4f} {y * MM:.4f}" for x, y in ring]
        words.append(f"{first} m {' l '.join(steps)} l{' h' if shape.closed else ''}")
    paint = {(True, True): "B*", (True, False): "f*", (False, True): "S", (False, False): "n"}
    words.append(paint[bool(shape.fill), bool(shape.stroke)])
    return "\n".join(words)


@lru_cache(maxsize=256)
def _rgb(rgb: str) -> str:
    return " ".join(f"{int(rgb[k : k + 2], 16) / 255:.4f}" for k in (1, 3, 5))


@lru_cache(maxsize=64)
def _colour(rgb: str) -> Any:
    from reportlab.lib.colors import HexColor

    return HexColor(rgb)


def _write(canvas: Any, text: Text) -> None:
    x, y = text.x * MM, text.y * MM
    if text.angle:
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(text.angle)
        x = y = 0.0
    canvas.setFillColor(_colour(text.colour))
    if text.anchor != "start":
        x -= BEFORE[text.anchor] * text_width(text.text, text.size, text.bold) * MM
    runs, line = [*page_runs(text)], canvas.beginText(x, y)
    for number, (file, part, size) in enumerate(runs, 1):
        line.setFont(font(file), size * MM)
        (line.textLine if number == len(runs) else line.textOut)(part)
    if runs:
        canvas.drawText(line)
    if text.angle:
        canvas.restoreState()
