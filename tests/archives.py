"""ZIP archives for the tests: what nobody who makes sets would write."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

LOCAL, CENTRAL, END = b"PK\3\4", b"PK\1\2", b"PK\5\6"


def zipped(files: Mapping[str, bytes], methods: Mapping[str, int] | None = None) -> bytes:
    """Return an archive of some files. methods: of packing, by name, where it is another than usual."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            method = (methods or {}).get(name, zipfile.ZIP_DEFLATED)
            archive.writestr(zipfile.ZipInfo(name), content, compress_type=method)
    return stream.getvalue()


def contents(path: Path) -> dict[str, bytes]:
    """Return what an archive holds, by name, in its order."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def put(data: bytes, header: bytes, at: int, value: bytes) -> bytes:
    """Return an archive with bytes of each header of a kind replaced. at: where in the header."""
    out, place = bytearray(data), 0
    while (place := out.find(header, place)) >= 0:
        out[place + at : place + at + len(value)] = value
        place += len(header)
    return bytes(out)


def encrypted(data: bytes, name: str = "") -> bytes:
    """Return an archive that says of each file, or of one, that it is encrypted."""
    if name:
        at = data.rindex(name.encode()) - 46  # its name ends its header in the directory
        return data[: at + 8] + b"\1" + data[at + 9 :]
    return put(put(data, LOCAL, 6, b"\1"), CENTRAL, 8, b"\1")


def said_to_hold(data: bytes, size: int) -> bytes:
    """Return an archive that says of each file that it unpacks to so many bytes."""
    return put(put(data, LOCAL, 22, struct.pack("<I", size)), CENTRAL, 24, struct.pack("<I", size))


def twice(files: Mapping[str, bytes], name: str) -> bytes:
    """Return an archive in which one name stands twice: that of another file that has as many letters."""
    other = "\1" * len(name)
    return zipped({**files, other: b"another"}).replace(other.encode(), name.encode())


def overlapping(files: Mapping[str, bytes], size: int, copies: int) -> bytes:
    """Return an archive with files that all are the same bytes of it, and unpack to `size` bytes each."""
    base = zipped(files)
    start = base.rindex(END)
    count, _, length, offset = struct.unpack("<2H2I", base[start + 8 : start + 20])
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = bytes(size)
    body = packer.compress(content) + packer.flush()
    crc, name = zlib.crc32(content), b"svg/a"
    added = struct.pack("<4s5H3I2H", LOCAL, 20, 0, 8, 0, 33, crc, len(body), size, len(name), 0) + name + body
    entries = b"".join(
        struct.pack("<4s6H3I5H2I", CENTRAL, 20, 20, 0, 8, 0, 33, crc, len(body), size, 7, 0, 0, 0, 0, 0, offset)
        + b"svg/%03d" % k
        for k in range(copies)
    )
    directory = base[offset : offset + length] + entries
    end = struct.pack("<4s4H2IH", END, 0, 0, count + copies, count + copies, len(directory), offset + len(added), 0)
    return base[:offset] + added + directory + end


def put_together(
    files: Iterable[tuple[str, bytes]],
    *,
    prefix: bytes = b"",
    header: tuple[int, bytes] = (0, b""),
    extra: bytes = b"",
    more: bytes = b"",
    gap: bytes = b"",
    between: bytes = b"",
    twice: bool = False,
    listed: tuple[int, bytes] = (0, b""),
    listed_extra: bytes = b"",
    comment: bytes = b"",
    end: tuple[int, bytes] = (0, b""),
    trailer: bytes = b"",
    streamed: bool = False,
) -> bytes:
    """Return an archive that says rightly where its files are, whatever else stands in it.

    header, listed, end: other bytes at a place in headers, in the entries of the directory, and in the end. more: after
    what is packed, as if it belonged to it. twice: the directory, the second counts. streamed: as written to a pipe.
    """

    def changed(data: bytes, at: int, value: bytes) -> bytes:
        return data[:at] + value + data[at + len(value) :]

    body, directory = prefix, b""
    for path, content in files:
        packer, name = zlib.compressobj(wbits=-15), path.encode()
        packed = packer.compress(content) + packer.flush() + more
        both = struct.pack("<4H", 8 * streamed, 8, 0, 33)
        sizes = struct.pack("<3I", zlib.crc32(content), len(packed), len(content))
        lengths = struct.pack("<5H2I", len(name), len(listed_extra), len(comment), 0, 0, 0, len(body))
        directory += changed(b"PK\1\2\24\3\24\0" + both + sizes + lengths, *listed) + name + listed_extra + comment
        local = b"PK\3\4\24\0" + both + (bytes(12) if streamed else sizes) + struct.pack("<2H", len(name), len(extra))
        body += changed(local, *header) + name + extra + packed + (b"PK\7\b" + sizes) * streamed + gap
    body += between + directory * twice
    count = directory.count(b"PK\1\2")
    last = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, count, count, len(directory), len(body), 0)
    return body + directory + changed(last, *end) + trailer
