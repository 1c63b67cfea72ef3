"""ZIP packages, accounted for to their last byte.

What programs unpack is what the directory at the end names, or what the heads before each member name, and in a package
that somebody made for it these differ. Here each head must be the one that is due, and the directory the one that
follows from the heads; so nothing can stand before, between or after the members, and nothing has two readings.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from quasiprint.readback.unreadable import Unreadable

MOST = 1 << 28  # bytes, of a package's members when they are unpacked
MANY = 64  # members
LOCAL = struct.Struct("<4s5H3L2H")
CENTRAL = struct.Struct("<4s4B4H3L5H2L")
END = struct.Struct("<4s4H2LH")
MEMBER, ENTRY, LAST = b"PK\3\4", b"PK\1\2", b"PK\5\6"
NEEDED = 20  # version 2.0 of the format: deflated members and folders
UNIX = 3
PLAIN_FILE = 0o644 << 16
FIRST_DAY = 0x21  # 1 January 1980, the earliest that ZIP can say
DUE = {"version": NEEDED, "flags": 0, "compression method": zlib.DEFLATED, "time": 0, "date": FIRST_DAY}


def members(content: bytes, names: Sequence[str]) -> dict[str, bytes]:
    """Return the members of a package, which must be these in this order. Raises Unreadable for anything else."""
    found: dict[str, bytes] = {}
    directory = b""
    at = room = 0
    for name in names:
        start = at
        sizes, at = _head(content, at, name)
        check, packed, unpacked = sizes
        room += unpacked
        if room > MOST:
            raise Unreadable(f"it unpacks to more than {MOST >> 20} MiB")
        found[name] = _unpacked(content[at : at + packed], name, check, unpacked)
        at += packed
        directory += CENTRAL.pack(
            ENTRY, NEEDED, UNIX, NEEDED, 0, *tuple(DUE.values())[1:], *sizes, len(name), 0, 0, 0, 0, PLAIN_FILE, start
        ) + name.encode("ascii")
    last = END.pack(LAST, 0, 0, len(names), len(names), len(directory), at, 0)
    rest = content[at:]
    if rest != directory + last and (directory + last).startswith(rest):
        raise Unreadable("it is no whole 3MF: its end is missing")
    if rest.startswith(MEMBER):
        raise Unreadable(f"it has more members than {', '.join(names)}", "content-foreign")
    if not rest.startswith(directory):
        raise Unreadable("the directory of its members says something else than the members' heads", "content-foreign")
    if rest != directory + last:
        raise Unreadable("something else follows the directory of its members than its end", "content-foreign")
    return found


def names_of(content: bytes) -> tuple[str, ...]:
    """Return what the heads of a package's members call them, one after the other: for `members` to prove."""
    names: list[str] = []
    at = 0
    while content.startswith(MEMBER, at) and len(content) >= at + LOCAL.size and len(names) < MANY:
        packed, _, length, extra = LOCAL.unpack_from(content, at)[-4:]
        start = at + LOCAL.size
        names.append(content[start : start + length].decode("ascii", "replace"))
        at = start + length + extra + packed
    return tuple(names)


def _head(content: bytes, at: int, name: str) -> tuple[tuple[int, int, int], int]:
    """Return a member's checksum and sizes, packed and unpacked, and where its data begin."""
    if len(content) < at + LOCAL.size:
        raise Unreadable(f"it is no whole 3MF: it ends where {name} is due")
    mark, version, flags, method, time, date, check, packed, unpacked, length, extra = LOCAL.unpack_from(content, at)
    if mark != MEMBER:
        raise Unreadable(f"it is no whole 3MF: at byte {at} no member begins, where {name} is due")
    start = at + LOCAL.size
    if len(content) < start + length:
        raise Unreadable(f"it is no whole 3MF: it ends where {name} is due")
    if content[start : start + length] != name.encode("ascii"):
        told = content[start : start + min(length, 80)].decode("utf-8", "replace")
        raise Unreadable(f"its member {told!r} stands where {name} is due", "content-foreign")
    for (what, due), said in zip(DUE.items(), (version, flags, method, time, date), strict=True):
        if said != due:
            raise Unreadable(f"its member {name} has the {what} {said}, due is {due}", "content-foreign")
    if extra:
        raise Unreadable(f"its member {name} has {extra} bytes of extra fields, due are none", "content-foreign")
    return (check, packed, unpacked), start + length


def _unpacked(packed: bytes, name: str, check: int, size: int) -> bytes:
    """Return what a member holds."""
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        body = stream.decompress(packed, size + 1)
    except zlib.error as problem:
        raise Unreadable(f"it is no whole 3MF: {name} is damaged: {problem}") from None
    if not stream.eof or len(body) != size or zlib.crc32(body) != check:
        raise Unreadable(f"it is no whole 3MF: {name} is damaged")
    if stream.unused_data:
        raise Unreadable(f"bytes follow the end of its member {name}", "content-foreign")
    return body
