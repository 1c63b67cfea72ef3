"""Files for further machines and programs, none of which is made unless it is asked for. In: a set as it is produced.
Out: files, by a module for each format, with `NAME.md` for the set's page beside it: LightBurn, sheets in colours,
cutting plotters, OBJ, PNG, Tabletop Simulator. Begin with `lbrn2`; `painting` draws for three of them."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import LazyFormat

OBJ = LazyFormat(__name__, "obj", ProductKind.SOLIDS, 35, files="obj", default=False, libraries=("manifold3d",))
LBRN2 = LazyFormat(__name__, "lbrn2", ProductKind.DRAWINGS, 55, files="lbrn2", default=False)
INLAY = LazyFormat(__name__, "laser-inlay", ProductKind.DRAWINGS, 57, files="inlay", fields="inlay", default=False,
                   libraries=("manifold3d", "svgwrite"))  # fmt: skip
CUTTER = LazyFormat(__name__, "cutter", ProductKind.PAGES, 62, files="cutter", fields="cutter", default=False,
                    libraries=("typst",))  # fmt: skip
PNG = LazyFormat(__name__, "png", ProductKind.PAGES, 65, files="png", fields="png", default=False, libraries=("typst",))
TTS = LazyFormat(__name__, "tts", ProductKind.PAGES, 66, files="tts", fields="tts", default=False, libraries=("typst",))
