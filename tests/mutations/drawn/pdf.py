"""PDF as a hand sees it: objects, their dictionaries and streams, and the operators in what draws; a file's references
are written anew afterwards, so that nothing is damaged but what was meant."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

from mutations.drawn.hands import Nothing, bytes_of, text_of

OBJECT = re.compile(rb"(\d+) (\d+) obj\b")
LENGTH = re.compile(rb"/Length\s+(\d+)(?!\s+\d+\s+R)")
OPERAND = (
    r"\((?:\\.|[^()\\]|\((?:\\.|[^()\\])*\))*\)|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|/[^\s/<>\[\]()%]*|[-+]?(?:\d+\.?\d*|\.\d+)"
)
TOKEN = re.compile(rf"\s+|%[^\n]*|{OPERAND}|[A-Za-z'\"*]+[0-9]?\*?|.", re.DOTALL)
PDF_NUMBER = re.compile(r"(?<![\w/#.])[-+]?(?:\d+\.?\d*|\.\d+)(?![\w.]|\s+\d+\s+R\b|\s+R\b)")
OPERATORS = frozenset(
    [
        "b",
        "B",
        "b*",
        "B*",
        "BDC",
        "BI",
        "BMC",
        "BT",
        "BX",
        "c",
        "cm",
        "CS",
        "cs",
        "d",
        "d0",
        "d1",
        "Do",
        "DP",
        "EI",
        "EMC",
        "ET",
        "EX",
        "f",
        "F",
        "f*",
        "G",
        "g",
        "gs",
        "h",
        "i",
        "ID",
        "j",
        "J",
        "K",
        "k",
        "l",
        "m",
        "M",
        "MP",
        "n",
        "q",
        "Q",
        "re",
        "RG",
        "rg",
        "ri",
        "s",
        "S",
        "SC",
        "sc",
        "SCN",
        "scn",
        "sh",
        "T*",
        "Tc",
        "Td",
        "TD",
        "Tf",
        "Tj",
        "TJ",
        "TL",
        "Tm",
        "Tr",
        "Ts",
        "Tw",
        "Tz",
        "v",
        "w",
        "W",
        "W*",
        "y",
        "'",
        '"',
    ]
)


@dataclass(slots=True)
class Held:
    """An object. head: its dictionary or value, as text; stream: decoded, None if it has none."""

    id: int
    head: str
    stream: bytes | None
    packed: bool

    @property
    def draws(self) -> bool:
        if self.stream is None or "/FontFile" in self.head or "/Length1" in self.head or "/Image" in self.head:
            return False
        return not re.search(r"/Type\s*/(?:XRef|ObjStm|Metadata)|/Subtype\s*/(?:XML|CIDFont)", self.head) and (
            b"begincmap" not in self.stream and not re.search(r"/FunctionType|/N\s+[134]\b", self.head)
        )

    @property
    def sort(self) -> str:
        found = re.search(r"/Type\s*/(\w+)", self.head) or re.search(r"/(Author|Duplex|Title|F1)", self.head)
        drawn = ("form" if "/Form" in self.head else "page's content") if self.draws else ""
        return drawn or (found[1] if found else "other")

    def copy(self) -> Held:
        return Held(self.id, self.head, self.stream, self.packed)


@dataclass(slots=True)
class File:
    first: bytes
    objects: list[Held]
    trailer: str

    def get(self, id: int) -> Held:
        found = next((one for one in self.objects if one.id == id), None)
        if found is None:
            raise Nothing
        return found

    def add(self, head: str, stream: bytes | None = None) -> int:
        id = max(one.id for one in self.objects) + 1
        self.objects.append(Held(id, head, stream, stream is not None))
        return id

    def pages(self) -> list[Held]:
        return [one for one in self.objects if re.search(r"/Type\s*/Page\b", one.head)]


def parsed(content: bytes) -> File:
    """Return a file whose objects stand openly in it. Raises Nothing for another."""
    start = content.rfind(b"trailer")
    if start < 0:
        raise Nothing
    objects, at = [], 0
    first = content[: OBJECT.search(content).start()]  # type: ignore[union-attr]
    while found := OBJECT.search(content, at, start):
        body = found.end()
        stream = re.compile(rb"\bstream\r?\n|\bendobj\b").search(content, body)
        if stream is None:
            raise Nothing
        head = content[body : stream.start()]
        raw, at = None, stream.end()
        packed = b"/FlateDecode" in head
        if stream[0].startswith(b"stream"):
            length = LENGTH.search(head)
            if length is None:
                raise Nothing
            raw = content[stream.end() : stream.end() + int(length[1])]
            at = content.index(b"endobj", stream.end() + len(raw)) + 6
            if packed and b"DecodeParms" not in head:
                raw = zlib.decompress(raw)
            else:
                packed = False
        objects.append(Held(int(found[1]), text_of(head).strip(), raw, packed and raw is not None))
    end = content.rfind(b"startxref")
    return File(first, objects, text_of(content[start + 7 : end]).strip())


def written(file: File) -> bytes:
    parts, places, at = [file.first], {}, len(file.first)
    for one in file.objects:
        head = bytes_of(one.head)
        body = b"%d 0 obj\n" % one.id
        if one.stream is None:
            body += head + b"\nendobj\n"
        else:
            raw = zlib.compress(one.stream) if one.packed else one.stream
            body += LENGTH.sub(b"/Length %d" % len(raw), head) + b"\nstream\n" + raw + b"\nendstream\nendobj\n"
        places[one.id] = at
        parts.append(body)
        at += len(body)
    size = max(places) + 1
    rows = b"".join(
        b"%010d 00000 n \n" % places[k] if k in places else b"0000000000 65535 f \n" for k in range(1, size)
    )
    trailer = re.sub(r"/Size\s+\d+", f"/Size {size}", file.trailer)
    parts.append(
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n%s\nstartxref\n%d\n%%%%EOF\n"
        % (size, rows, bytes_of(trailer), at)
    )
    return b"".join(parts)


@dataclass(slots=True)
class Operation:
    words: list[str]
    name: str

    def __str__(self) -> str:
        return " ".join((*self.words, self.name))

    def copy(self) -> Operation:
        return Operation(list(self.words), self.name)


def operations(stream: bytes) -> list[Operation]:
    """Return what a stream draws, operator by operator."""
    found: list[Operation] = []
    words: list[str] = []
    for token in TOKEN.findall(text_of(stream)):
        if not token.strip() or token.startswith("%"):
            continue
        if token in OPERATORS:
            found.append(Operation(words, token))
            words = []
        else:
            words.append(token)
    if words:
        found.append(Operation(words, ""))
    return found


def drawing(held: list[Operation]) -> bytes:
    return bytes_of("\n".join(map(str, held)) + "\n")
