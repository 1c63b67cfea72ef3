"""Mutations of valid input that a format's readers may trip over: lines and words deleted, doubled and exchanged,
numbers made huge or none at all, deep nesting, long lines, and characters that look like others or like nothing.

Everything is decided by the random numbers that are handed in: equal numbers give equal bytes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

NUMBERS = ("0", "-1", "1.5", "-0.0", "1e999", "-1e-999", "nan", "NaN", "Infinity", "9" * 25, "9" * 5000,
           "0x" + "f" * 4000, "٣", "１２", "1_000", "007", "+5", "1,5", "2147483648", "1e300", "")  # fmt: skip
STRANGE = ("\0", "\ufeff", "\r\n", "\r", "\u202e", "\u2067", "\u200d", "\u2028", "\x85", "\x0b", "\x1b[2J",
           "\ud800", "\x7f", "İ", "ﬀ", "e\u0301", "\U000e0001", "\t", "\xa0")  # fmt: skip
TOKEN = re.compile(rb"[A-Za-z]+|[0-9]+|\s+|.", re.DOTALL)
NUMBER = re.compile(rb"[0-9]+(?:\.[0-9]+)?")
MOST = 1 << 18


def _place(r: random.Random, data: bytes) -> int:
    return r.randint(0, len(data))


def _lines(r: random.Random, data: bytes, words: Sequence[str]) -> bytes:
    lines = data.split(b"\n")
    at, to = r.randrange(len(lines)), r.randrange(len(lines))
    match r.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines[at], lines[to] = lines[to], lines[at]
        case _:
            lines = lines[:at]
    return b"\n".join(lines)


def _tokens(r: random.Random, data: bytes, words: Sequence[str]) -> bytes:
    tokens = TOKEN.findall(data) or [b""]
    at, to = r.randrange(len(tokens)), r.randrange(len(tokens))
    match r.randrange(4):
        case 0:
            del tokens[at]
        case 1:
            tokens.insert(to, tokens[at])
        case 2:
            tokens[at], tokens[to] = tokens[to], tokens[at]
        case _:
            tokens[at] = r.choice(tokens)
    return b"".join(tokens)


def _number(r: random.Random, data: bytes, words: Sequence[str]) -> bytes:
    found = list(NUMBER.finditer(data))
    if not found:
        return data + r.choice(NUMBERS).encode()
    match = r.choice(found)
    near = str(int(match[0][:15].partition(b".")[0]) + r.choice((-1, 1, 10)))
    return data[: match.start()] + r.choice((*NUMBERS, near, near, near, near)).encode() + data[match.end() :]


def _strange(r: random.Random, data: bytes, words: Sequence[str]) -> bytes:
    at = r.choice((0, _place(r, data), len(data)))
    return data[:at] + r.choice(STRANGE).encode("utf-8", "surrogatepass") + data[at:]


def _word(r: random.Random, data: bytes, words: Sequence[str]) -> bytes:
    at = _place(r, data)
    return data[:at] + (r.choice(words).encode() if words else b" ") + data[at:]


def _deep(r: random.Random, data: bytes, words: Sequence[str]) -> bytes:
    at, often = _place(r, data), r.choice((10, 100, 3000, 40000))
    part = r.choice((b"[", b"{", b'{"a":', b"(", b"> ", b"- ", b"a.", b"<g>", b"*", b"[[", b"a={", b"+--"))
    return data[:at] + part * often + data[at:]


def _long(r: random.Random, data: bytes, words: Sequence[str]) -> bytes:
    tokens = TOKEN.findall(data) or [b"x"]
    at = r.randrange(len(tokens))
    tokens[at] = tokens[at] * r.choice((10, 500, 20000))
    return b"".join(tokens)


def _repeat(r: random.Random, data: bytes, words: Sequence[str]) -> bytes:
    at, to = sorted((_place(r, data), _place(r, data)))
    return data[:to] + data[at:to] * r.choice((1, 5, 100)) + data[to:]


def _byte(r: random.Random, data: bytes, words: Sequence[str]) -> bytes:
    at = _place(r, data)
    return data[:at] + r.randbytes(1) + data[at + r.randrange(2) :]


def _whole(r: random.Random, data: bytes, words: Sequence[str]) -> bytes:
    return r.choice((
        lambda: b"\xef\xbb\xbf" + data, lambda: data.replace(b"\n", b"\r\n"), lambda: data.replace(b"\n", b"\r"),
        lambda: data.decode("utf-8", "replace").encode("utf-16"), lambda: data.upper(), lambda: data[: _place(r, data)],
        lambda: data[_place(r, data) :], lambda: data + data, lambda: b"", lambda: data.replace(b" ", b"\xc2\xa0"),
    ))()  # fmt: skip


KINDS: tuple[Callable[[random.Random, bytes, Sequence[str]], bytes], ...] = (
    _lines, _tokens, _tokens, _number, _number, _strange, _word, _word, _deep, _long, _repeat, _byte, _whole,
)  # fmt: skip


def mutated(r: random.Random, data: bytes, words: Sequence[str]) -> bytes:
    """Return valid input with one to four mutations."""
    for _ in range(r.choice((1, 1, 1, 2, 2, 4))):
        data = r.choice(KINDS)(r, data, words)[:MOST]
    return data
