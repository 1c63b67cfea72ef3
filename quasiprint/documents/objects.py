"""The objects of a PDF by Typst: plain ones, and one table of their places; other files are refused."""

from __future__ import annotations

import re
import zlib

OBJECT = re.compile(rb"(\d+) 0 obj\n")
TABLE = re.compile(rb"xref\n0 (\d+)\n")


class TypstFile:
    """The objects of a PDF by Typst, by number, as they stand between `obj` and `endobj`."""

    def __init__(self, pdf: bytes) -> None:
        at = pdf.rfind(b"xref\n0 ")
        found = TABLE.match(pdf, at)
        if not found:
            raise ValueError("pdf: found no table of objects, allowed is what Typst writes")
        rows = pdf[found.end() :].split(b"\r\n", int(found[1]))
        self.start = pdf[: pdf.index(b"1 0 obj")]
        self.objects: dict[int, bytes] = {}
        for number, row in enumerate(rows[1:-1], 1):
            place = int(row[:10])
            head = OBJECT.match(pdf, place)
            if not head or int(head[1]) != number:
                raise ValueError(f"pdf: found no object {number} at {place}")
            self.objects[number] = pdf[head.end() : self._end(pdf, head.end())]
        self.trailer = rows[-1]

    @staticmethod
    def _end(pdf: bytes, start: int) -> int:
        """Return where an object ends: a stream may hold anything, and says how long it is."""
        end = pdf.index(b"endobj", start)
        stream = pdf.find(b"stream\n", start, end)
        if stream >= 0:
            length = re.search(rb"/Length (\d+)", pdf[start:stream])
            if not length:
                raise ValueError("pdf: found a stream without its length")
            end = pdf.index(b"endobj", stream + len(b"stream\n") + int(length[1]))
        return end

    def number(self, pattern: bytes) -> int:
        """Return the number after a pattern in the trailer or the catalog."""
        root = re.search(rb"/Root (\d+) 0 R", self.trailer)
        where = self.trailer if pattern == b"/Root" or not root else self.objects[int(root[1])]
        found = re.search(re.escape(pattern) + rb" (\d+) 0 R", where)
        if not found:
            raise ValueError(f"pdf: found no {pattern.decode()}")
        return int(found[1])

    def pages(self) -> list[int]:
        """Return the objects that are pages, in order."""
        kids = re.search(rb"/Kids\[([^\]]*)\]", self.objects[self.number(b"/Pages")])
        return [int(number) for number in re.findall(rb"(\d+) 0 R", kids[1])] if kids else []

    def add(self, body: bytes) -> int:
        """Add an object and return its number."""
        number = next(reversed(self.objects)) + 1
        self.objects[number] = body
        return number

    def to_bytes(self) -> bytes:
        """Return the file, its objects one after the other."""
        made = bytearray(self.start)
        rows = [b"0000000000 65535 f"]
        for number in sorted(self.objects):
            rows.append(b"%010d 00000 n" % len(made))
            made += b"%d 0 obj\n%sendobj\n" % (number, self.objects[number])
        place = len(made)
        made += b"xref\n0 %d\n%s\r\n" % (len(rows), b"\r\n".join(rows))
        trailer = re.sub(rb"/Size \d+", b"/Size %d" % len(rows), self.trailer)
        return bytes(made) + re.sub(rb"startxref\n\d+", b"startxref\n%d" % place, trailer)


def reference(body: bytes, key: bytes) -> int:
    """Return the number of the object that an entry refers to. Raises ValueError if there is none."""
    found = re.search(re.escape(key) + rb" (\d+) 0 R", body)
    if not found:
        raise ValueError(f"pdf: found no {key.decode()} in {body[:60]!r}")
    return int(found[1])


def stream_of(body: bytes) -> bytes:
    """Return what an object holds beside its dictionary, unpacked."""
    head, _, rest = body.partition(b"stream\n")
    length = re.search(rb"/Length (\d+)", head)
    held = rest[: int(length[1])] if length else b""
    return zlib.decompress(held) if b"/FlateDecode" in head else held


def packed(entries: bytes, content: bytes) -> bytes:
    """Return an object that holds something, packed. entries: of its dictionary."""
    held = zlib.compress(content)
    return b"<</Length %d%s/Filter/FlateDecode>>\nstream\n%s\nendstream\n" % (len(held), entries, held)
