"""What a 3MF file greets a maker with, broken: its pictures, the height of its layers, the changes of one nozzle's
filament."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

from mutations.folder import GAMES, Mutation, NotHere, codes, put
from mutations.packages import FLAVOURS, chosen, packed, unpacked

THUMBNAIL = "Metadata/thumbnail.png"
CHANGES = {
    "prusa": "Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml",
    "bambu": "Metadata/custom_gcode_per_layer.xml",
}
HEAD = 33  # bytes of a PNG before its pixels: signature, size and kind
ROW = 1 + 3 * 512
Change = Callable[[dict[str, bytes], str], dict[str, bytes]]
Rows = Callable[[bytearray], None]


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body))


def repainted(png: bytes, change: Rows) -> bytes:
    """Return a picture with its rows of pixels changed."""
    (size,) = struct.unpack_from(">L", png, HEAD)
    rows = bytearray(zlib.decompress(png[HEAD + 8 : HEAD + 8 + size]))
    change(rows)
    return png[:HEAD] + _chunk(b"IDAT", zlib.compress(bytes(rows))) + _chunk(b"IEND", b"")


def _pictures(held: dict[str, bytes], edit: Callable[[bytes], bytes]) -> dict[str, bytes]:
    """Change all pictures of a package alike, so that none contradicts another."""
    return {name: edit(body) if name.endswith(".png") else body for name, body in held.items()}


def _pixel(rows: bytearray) -> None:
    rows[260 * ROW + 1 + 3 * 200] ^= 0x40


def _upside_down(rows: bytearray) -> None:
    rows[:] = b"".join(bytes(rows[k * ROW : (k + 1) * ROW]) for k in reversed(range(len(rows) // ROW)))


def _filtered(rows: bytearray) -> None:
    """Write the top row, which is of one colour, as its first pixel and differences."""
    rows[0] = 1
    rows[4:ROW] = bytes(ROW - 4)


def _shown(change: Rows) -> Change:
    return lambda held, flavour: _pictures(held, lambda png: repainted(png, change))


def _text(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    return _pictures(held, lambda png: png[:HEAD] + _chunk(b"tEXt", b"Title\0x") + png[HEAD:])


def _larger(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    """Say that the picture has a row more."""
    head = struct.pack(">2L5B", 512, 513, 8, 2, 0, 0, 0)
    return _pictures(held, lambda png: png[:8] + _chunk(b"IHDR", head) + png[HEAD:])


def _after(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    return _pictures(held, lambda png: png + b"\0")


def _gone(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    return {name: body for name, body in held.items() if name != THUMBNAIL}


def _first(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    """Show the second plate as the file's picture."""
    second = held.get("Metadata/plate_2.png")
    if second is None or second == held[THUMBNAIL]:
        raise NotHere("one plate only")
    return {**held, THUMBNAIL: second}


def _unshown(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    """Take the last plate's picture away."""
    last = [name for name in held if name.startswith("Metadata/plate_")][-1]
    return {name: body for name, body in held.items() if name != last}


def _misnamed(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    name = FLAVOURS[flavour]
    return {**held, name: held[name].replace(b"Metadata/plate_1.png", b"Metadata/thumbnail.png", 1)}


def _layers(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    name = FLAVOURS[flavour]
    return {**held, name: held[name].replace(b'key="layer_height" value="0.2"', b'key="layer_height" value="0.3"', 1)}


def _told(old: bytes, new: bytes) -> Change:
    """Change what is said of a change of filament."""

    def change(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
        name = CHANGES[flavour]
        if name not in held or old not in held[name]:
            raise NotHere("no change of filament")
        return {**held, name: held[name].replace(old, new, 1)}

    return change


def _higher(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    name, key = CHANGES[flavour], {"prusa": b'print_z="', "bambu": b'top_z="'}[flavour]
    if name not in held:
        raise NotHere("no change of filament")
    before, _, rest = held[name].partition(key)
    top, _, after = rest.partition(b'"')
    return {**held, name: before + key + f"{float(top) + 0.2:.6f}".rstrip("0").rstrip(".").encode() + b'"' + after}


def _unchanged(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    if CHANGES[flavour] not in held:
        raise NotHere("no change of filament")
    return {name: body for name, body in held.items() if name != CHANGES[flavour]}


def _recoloured(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    name = CHANGES[flavour]
    if name not in held:
        raise NotHere("no change of filament")
    before, key, rest = held[name].partition(b'color="#')
    return {**held, name: before + key + b"123456" + rest[6:]}


PRUSA_CHANGE = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<custom_gcodes_per_print_z><code print_z="4.2" type="0" extruder="1" '
    b'color="#0072B2" extra="" gcode="M600"/><mode value="SingleExtruder"/></custom_gcodes_per_print_z>\n'
)
BAMBU_CHANGE = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<custom_gcodes_per_layer><plate><plate_info id="1"/><layer top_z="4.2" '
    b'type="0" extruder="1" color="#0072B2" extra="" gcode="M600"/><mode value="SingleExtruder"/></plate>'
    b"</custom_gcodes_per_layer>\n"
)
TOWER = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n'
    b'<wipe_tower_information bed_idx="0" position_x="100" position_y="100" rotation_deg="0"/>\n'
)


def _with_change(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    return {**held, CHANGES[flavour]: {"prusa": PRUSA_CHANGE, "bambu": BAMBU_CHANGE}[flavour]}


def _other_plate(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    """Say that the filament is changed on a plate that is not there."""
    name = CHANGES[flavour]
    if name not in held:
        raise NotHere("no change of filament")
    more = BAMBU_CHANGE.partition(b"<custom_gcodes_per_layer>")[2].replace(b'id="1"', b'id="36"')
    return {**held, name: held[name].replace(b"</custom_gcodes_per_layer>\n", more)}


def _with_tower(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    return {**held, TOWERS: TOWER}


TOWERS = "Metadata/Prusa_Slicer_wipe_tower_information.xml"


def _tower_gone(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    if TOWERS not in held:
        raise NotHere("no tower")
    return {name: body for name, body in held.items() if name != TOWERS}


def _tower_moved(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    if TOWERS not in held:
        raise NotHere("no tower")
    return {**held, TOWERS: held[TOWERS].replace(b'position_y="1', b'position_y="2', 1)}


def _renamed(held: dict[str, bytes], flavour: str) -> dict[str, bytes]:
    """Call the first plate otherwise."""
    name = FLAVOURS[flavour]
    return {**held, name: held[name].replace(b'key="plater_name" value="', b'key="plater_name" value="my-', 1)}


BOTH: dict[str, tuple[str, str, Change]] = {
    "picture-pixel": ("a pixel of its pictures in another colour", "content-foreign", _shown(_pixel)),
    "picture-turned": ("pictures upside down", "content-foreign", _shown(_upside_down)),
    "picture-filtered": ("pictures of the same pixels, written otherwise", "content-foreign", _shown(_filtered)),
    "picture-text": ("a text in its pictures", "content-foreign", _text),
    "picture-larger": ("pictures that are said to have a row more", "content-foreign", _larger),
    "picture-after": ("a byte after the end of its pictures", "content-foreign", _after),
    "picture-gone": ("no picture", "content-foreign file-unreadable", _gone),
    "layer-height": ("a piece with other layers", "height-wrong", _layers),
    "change-more": ("a change of filament where none is due", "content-foreign", _with_change),
}
RELIEF: dict[str, tuple[str, str, Change]] = {
    "change-later": ("the filament changed a layer later", "height-wrong", _higher),
    "change-gone": ("no change of filament", "content-missing", _unchanged),
    "change-colour": ("another colour for the second filament", "colour-wrong", _recoloured),
    "change-pause": ("a pause in place of a change", "content-foreign", _told(b'type="0"', b'type="1"')),
    "change-extruder": ("the other extruder's filament changed", "content-foreign", _told(b'der="1"', b'der="2"')),
    "change-code": ("another command", "content-foreign", _told(b'gcode="M600"', b'gcode="M112"')),
    "change-extra": ("a command more", "content-foreign", _told(b'extra=""', b'extra="M104 S0"')),
    "change-mode": ("changes for many extruders", "content-foreign", _told(b"SingleExtruder", b"MultiExtruder")),
}


BAMBU: dict[str, tuple[str, str, Change]] = {
    "picture-first": ("the picture of the second plate for the file", "content-foreign", _first),
    "picture-of-plate": ("a plate without a picture", "content-foreign file-unreadable", _unshown),
    "picture-name": ("a plate that is said to have another picture", "content-foreign", _misnamed),
    "plate-name": ("a plate that is called otherwise", "content-foreign", _renamed),
}


def _changed(flavour: str, change: Change, relief: bool) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = chosen(folder, flavour, relief)
        put(path, packed(change(unpacked(path.read_bytes()), flavour)))

    return apply


def _reliefs_gone(folder: Path) -> None:
    for flavour in FLAVOURS:
        chosen(folder, flavour, True).unlink()


def _rows() -> list[Mutation]:
    rows = []
    for flavour in FLAVOURS:
        tables = [(BOTH, False), (RELIEF, True), *([(BAMBU, False)] if flavour == "bambu" else [])]
        for table, relief in tables:
            for name, (says, found, change) in table.items():
                apply = _changed(flavour, change, relief)
                rows.append(Mutation(f"3mf-{flavour}-{name}", says, GAMES, ("3mf",), codes(found), apply))
    rows.append(
        Mutation("3mf-bambu-change-plate", "a change of filament on no plate", GAMES, ("3mf",),
                 codes("content-foreign"), _changed("bambu", _other_plate, True))
    )  # fmt: skip
    for name, says, found, change in (
        ("tower", "a tower where none is due", "content-foreign", _with_tower),
        ("tower-gone", "no place for the tower", "content-missing", _tower_gone),
        ("tower-moved", "a tower 100 mm further back", "content-foreign off-bed overlap", _tower_moved),
    ):
        apply = _changed("prusa", change, False)
        rows.append(Mutation(f"3mf-prusa-{name}", says, GAMES, ("3mf",), codes(found), apply))
    says = "the packages for one nozzle removed"
    rows.append(Mutation("3mf-reliefs-gone", says, GAMES, ("3mf",), codes("file-missing piece-missing"), _reliefs_gone))
    return rows


MUTATIONS: tuple[Mutation, ...] = tuple(_rows())
