"""LightBurn's layers. A project knows no colours but LightBurn's own: a layer is one of thirty numbers, and its number
says its colour. Two more are tool layers, T1 and T2, which LightBurn never burns.

The colours are those of LightBurn's palette, C00 to C29, as programs that write for it list them.
"""

from __future__ import annotations

from collections.abc import Sequence

from quasiprint.model.profile import LayerStyle, SheetOperation

PALETTE = (
    *("#000000", "#0000FF", "#FF0000", "#00E000", "#D0D000", "#FF8000", "#00E0E0", "#FF00FF", "#B4B4B4", "#0000A0"),
    *("#A00000", "#00A000", "#A0A000", "#C08000", "#00A0FF", "#A000A0", "#808080", "#7D87B9", "#BB7784", "#4A6FE3"),
    *("#D33F6A", "#8CD78C", "#F0B98D", "#F6C4E1", "#FA9ED4", "#500A78", "#B45A00", "#004754", "#86FA88", "#FFDB66"),
)
REFERENCE, SHEET = 30, 31  # T1: what is only to be seen; T2: the rim of the sheet


def layers_of(looks: Sequence[LayerStyle]) -> list[int | None]:
    """Return the layer of each operation and further setting; None for one that a target leaves out.

    Inner and outer cuts of one colour share a layer, and nothing else does. A colour that LightBurn has not, or that is
    taken, gets the nearest that is free.
    """
    keys = [_key(style) for style in looks]
    found: dict[tuple[str, str], int] = {}
    # what LightBurn has comes first, so that nothing else takes its place
    for key in sorted(dict.fromkeys(key for key in keys if key), key=lambda key: key[0] not in PALETTE):
        free = [k for k in range(len(PALETTE)) if k not in found.values()]
        found[key] = min(free, key=lambda k: _apart(key[0], PALETTE[k]))
    return [
        None if key is None else REFERENCE if style.operation is SheetOperation.REFERENCE else found[key]
        for style, key in zip(looks, keys, strict=True)
    ]


def _key(style: LayerStyle) -> tuple[str, str] | None:
    """Return the colour of an operation, and with what it may share a layer; None if it has no colour."""
    colour = style.fill or style.stroke
    return (colour, "cut" if style.operation.cuts else style.operation) if colour else None


def _apart(one: str, two: str) -> int:
    return sum((int(one[k : k + 2], 16) - int(two[k : k + 2], 16)) ** 2 for k in (1, 3, 5))
