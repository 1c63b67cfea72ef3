"""An empty drawing in DXF: what stands before and after the lines of a sheet.

It lies in ``empty.txt``: one line for each record or variable, its groups parted by tabs, as ``code|value``. ``@WIDTH``
and the like stand for what differs from sheet to sheet. It is what ezdxf 1.4 writes, a library for DXF: the tests have
ezdxf make the drawing of each sheet again, and compare. To load it for every set takes longer than to write all sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files

from quasiprint.model.profile import LayerStyle

ENTITIES = "  0\nSECTION\n  2\nENTITIES\n"
FIRST = 0x34  # the handle of the first line
FIVE = 5  # layers of every drawing
AFTER = 4  # handles after those of the lines; the last is the next one that is free
SPACE = "17"  # that of the model, which holds them


def around(width: str, height: str, styles: Sequence[LayerStyle], lines: int) -> tuple[str, str]:
    """Return what stands before and after the lines. width, height: in mm, as they are written. styles: its layers,
    five, then those of further settings. lines: how many they are. Handles of further layers come after all others."""
    text = _template()
    if len(styles) > FIVE:
        start, count = text.index("  0\nLAYER\n  5\n33\n"), len(styles) - FIVE
        own = text[start : text.index("  0\nENDTAB\n", start)]
        more = (
            own.replace("\n33\n", f"\n{FIRST + lines + AFTER + k:X}\n", 1)
            .replace("@LAYER4", f"@LAYER{FIVE + k}")
            .replace("@COLOUR4", f"@COLOUR{FIVE + k}")
            for k in range(count)
        )
        text = text[:start] + own + "".join(more) + text[start + len(own) :]
        before = "LAYER\n  5\n1\n330\n0\n100\nAcDbSymbolTable\n 70\n"
        assert f"{before}7\n" in text
        text = text.replace(f"{before}7\n", f"{before}{7 + count}\n")
    for name, value in _values(width, height, styles, FIRST + lines):
        text = text.replace(f"\n{name}\n", f"\n{value}\n")
    head, section, tail = text.partition(ENTITIES)
    return head + section, tail


def _values(width: str, height: str, styles: Sequence[LayerStyle], following: int) -> Iterator[tuple[str, str]]:
    """Yield what stands in an empty drawing for the names in it. following: the first handle after the lines."""
    yield from (("@WIDTH", width), ("@HEIGHT", height))
    for k, style in enumerate(styles):
        yield f"@LAYER{k}", style.layer
        yield f"@COLOUR{k}", f"{style.dxf_colour}"
    more = len(styles) - FIVE
    for k in range(AFTER):
        yield f"@NEXT{k}", f"{following + k + (more if k == AFTER - 1 else 0):X}"


@lru_cache(maxsize=1)
def _template() -> str:
    rows = (files("quasiprint.formats.dxf") / "empty.txt").read_text(encoding="ascii").split("\n")
    groups = (group.partition("|") for row in rows if row for group in row.split("\t"))
    return "".join(f"{code:>3}\n{value}\n" for code, _, value in groups)
