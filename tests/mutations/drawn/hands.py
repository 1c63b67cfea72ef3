"""What hands do to a number, a colour or a word, whatever the format. Everything is decided by the random numbers."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")
NUMBER = re.compile(r"(?<![A-Za-z_#])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?\b")
WORD = re.compile(r"[A-Za-z][A-Za-z_-]+")
COLOURS = ("#FFFFFF", "#000000", "#FF0000", "#0000FF", "#00FF00", "#FEFEFE", "#FF000000", "#fff", "none", "white",
           "red", "currentColor", "transparent", "url(#a)", "rgb(255,255,255)", "#00000080")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Drawn:
    """A mutation that was drawn. content: the file afterwards. kind: what was done, in words that many mutations
    share. says: what was done and where."""

    content: bytes
    kind: str
    says: str


class Nothing(Exception):
    """A hand found nothing that it could change."""


Hand = Callable[[random.Random, Any], tuple[str, str]]
"""Changes an anatomy in place; returns what it did (a kind) and where (a description). Raises Nothing."""


def text_of(content: bytes) -> str:
    """Return bytes as text of which each letter is a byte, so that nothing is lost."""
    return content.decode("latin-1")


def bytes_of(text: str) -> bytes:
    """Return the bytes again; letters beyond a byte, which hands may have put in, as UTF-8."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return b"".join(c.encode("latin-1") if ord(c) < 256 else c.encode() for c in text)


def number(r: random.Random, token: str) -> str:
    """Return another number in the place of a token, or the same number written otherwise."""
    value = float(token)
    whole = re.fullmatch(r"[-+]?\d+", token) is not None
    digits = len(token.partition(".")[2]) if "." in token and "e" not in token.lower() else 0

    def like(x: float) -> str:
        return str(round(x)) if whole else f"{x:.{max(digits, 4)}f}"

    choices = [
        lambda: like(value * 2), lambda: like(value * 20), lambda: like(value / 2), lambda: like(-value),
        lambda: like(value + r.choice((-1, 1))), lambda: like(value + r.choice((-10, 10))), lambda: "0",
        lambda: like(value + r.choice((-1, 1)) * 10.0 ** -r.randint(0, 4)), lambda: like(value * r.uniform(0.98, 1.02)),
        lambda: str(round(value)), lambda: like(value * 1000), lambda: like(value / 25.4),
        lambda: repr(math.nextafter(value, math.inf)), lambda: f"{value:.12f}", lambda: f"{value:e}",
        lambda: f"+{token.lstrip('+-')}", lambda: f"00{token.lstrip('+-')}", lambda: f"{token}0" if digits else token,
        lambda: r.choice(("nan", "inf", "-1", "1", "1e9", "1e-9", "99999", "1e400", "0x10", "1,5", "")),
        lambda: like(r.uniform(0, 300)),
    ]  # fmt: skip
    return r.choice(choices)()


def renumbered(r: random.Random, text: str) -> tuple[str, str]:
    """Return a text in which one number is another, and what was done. Raises Nothing."""
    found = list(NUMBER.finditer(text))
    if not found:
        raise Nothing
    one = r.choice(found)
    fresh = number(r, one[0])
    return text[: one.start()] + fresh + text[one.end() :], f"{one[0]} → {fresh or 'nothing'}"


def recoloured(r: random.Random, text: str) -> tuple[str, str]:
    """Return a text in which one colour is another. Raises Nothing."""
    found = list(COLOUR.finditer(text))
    if not found:
        raise Nothing
    one = r.choice(found)
    near = "#" + "".join(
        f"{min(255, max(0, int(one[0][k : k + 2], 16) + r.choice((-1, 0, 1)))):02X}" for k in (1, 3, 5)
    )
    fresh = r.choice((*COLOURS, *COLOURS, near, near, one[0].lower()))
    return text[: one.start()] + fresh + text[one.end() :], f"{one[0]} → {fresh}"


def everywhere(r: random.Random, text: str) -> tuple[str, str, str]:
    """Return a text in which a word, a number or a colour is another wherever it stands, or two are exchanged."""
    pattern = r.choice((NUMBER, COLOUR, WORD, WORD))
    found = sorted({match[0] for match in pattern.finditer(text)})
    if not found:
        raise Nothing
    old = r.choice(found)
    if pattern is not NUMBER and len(found) > 1 and r.random() < 0.4:
        new = r.choice(found)
        sides = {old: new, new: old}
        kind = "two words exchanged everywhere"
    else:
        sides = {
            old: number(r, old) if pattern is NUMBER else r.choice((*COLOURS, f"{old}x", old.swapcase(), *found[:9]))
        }
        kind = "a number changed everywhere" if pattern is NUMBER else "a word changed everywhere"
    fresh = pattern.sub(lambda match: sides.get(match[0], match[0]), text)
    return fresh, kind, f"{short(old)} → {short(sides[old])}"


def rescaled(r: random.Random, text: str, pattern: re.Pattern[str]) -> tuple[str, str, str]:
    """Return a text in which all numbers that a pattern finds are larger by a factor, or by an amount."""
    factor = r.choice((1.0, 1.0005, 0.999, 1.01, 2.0, -1.0, 1 / 25.4, 25.4))
    amount = r.choice((0.0, 0.05, 0.5, 3.0)) if factor == 1.0 else 0.0
    if not amount and factor == 1.0:
        raise Nothing

    def other(match: re.Match[str]) -> str:
        return f"{float(match[0]) * factor + amount:.6f}"

    return pattern.sub(other, text), f"all numbers × {factor:g} + {amount:g}", ""


def raw(r: random.Random, content: bytes) -> Drawn:
    """Change a file's bytes, whatever they mean."""
    at = r.randrange(len(content) + 1)
    length = r.choice((1, 1, 2, 4, 16, 100, 1000))
    what = r.choice(("letter", "letter", "bit", "deleted", "doubled", "moved", "nulls", "line ends", "mark", "encoding",
                     "end cut off", "letter put in", "spaces before", "behind", "all behind"))  # fmt: skip
    part = content[at : at + length]
    if what == "letter":
        fresh = content[:at] + r.choice((r.randbytes(1), b" ", b"0", b"9", b"-", b"\n")) + content[at + 1 :]
    elif what == "bit":
        fresh = content[:at] + bytes(byte ^ (1 << r.randrange(8)) for byte in part[:1]) + content[at + 1 :]
    elif what == "letter put in":
        fresh = content[:at] + r.choice((b"\0", b"\xa0", b" ", b"\t", b"0", b"x", b"\xe2\x80\x8b")) + content[at:]
    elif what == "line ends":
        fresh = r.choice((content.replace(b"\n", b"\r\n"), content.replace(b"\n", b"\r"), content.rstrip(b"\n")))
    elif what == "encoding":
        text = text_of(content)
        fresh = r.choice((text.encode("utf-16"), text.encode("utf-16-le"), text.encode("utf-32")))
    elif what == "moved":
        rest = content[:at] + content[at + length :]
        to = r.randrange(len(rest) + 1)
        fresh = rest[:to] + part + rest[to:]
    else:
        fresh = {
            "deleted": content[:at] + content[at + length :], "doubled": content[:at] + part + content[at:],
            "nulls": content[:at] + bytes(len(part)) + content[at + length :], "mark": b"\xef\xbb\xbf" + content,
            "end cut off": content[:-length], "spaces before": b" \n"[: r.choice((1, 2))] + content,
            "behind": content + r.choice((b"\n", b" ", b"\0", b"x", b"\x1a")), "all behind": content + content,
        }[what]  # fmt: skip
    return Drawn(fresh, f"bytes: {what}", f"{len(part)} at {at} of {len(content)}")


def rearranged(r: random.Random, held: list[T], at: int, copy: Callable[[T], T]) -> str:
    """Delete, double, move or exchange the thing at a place of a list. Return what was done."""
    what = r.choice(("deleted", "doubled", "doubled elsewhere", "moved", "exchanged with the next"))
    if what == "deleted":
        del held[at]
    elif what == "doubled":
        held.insert(at + 1, copy(held[at]))
    elif what == "doubled elsewhere":
        held.insert(r.randint(0, len(held)), copy(held[at]))
    elif what == "moved":
        one = held.pop(at)
        held.insert(r.randint(0, len(held)), one)
    elif at + 1 < len(held):
        held[at], held[at + 1] = held[at + 1], held[at]
    else:
        raise Nothing
    return what


def figure(r: random.Random, width: float, height: float) -> tuple[str, list[tuple[float, float]]]:
    """Return the name and the corners of something small or large, somewhere on a sheet: also such as have no area."""
    x, y = r.uniform(0, width), r.uniform(0, height)
    a, b = (r.choice((0.01, 0.1, 0.5, 2.0, 9.0, 60.0)) * r.uniform(0.5, 1.5) for _ in range(2))
    name = r.choice(("square", "triangle", "line", "bow-tie", "there and back", "point", "ring"))
    corners = {
        "square": [(0, 0), (a, 0), (a, b), (0, b)], "triangle": [(0, 0), (a, 0), (0, b)], "line": [(0, 0), (a, b)],
        "bow-tie": [(0, 0), (a, b), (a, 0), (0, b)], "there and back": [(0, 0), (a, b), (0, 0)], "point": [(0, 0), (0,
        0)],
        "ring": [(a * math.cos(k), a * math.sin(k)) for k in range(6)],
    }[name]  # fmt: skip
    return name, [(x + dx, y + dy) for dx, dy in corners]


def by_kind(r: random.Random, things: Sequence[T], kind: Callable[[T], object]) -> T:
    """Return one of some things, every kind of them as probable as any other. Raises Nothing if there are none."""
    kinds: dict[object, list[T]] = {}
    for thing in things:
        kinds.setdefault(kind(thing), []).append(thing)
    if not kinds:
        raise Nothing
    return r.choice(kinds[r.choice(sorted(kinds, key=repr))])


def short(text: object, most: int = 60) -> str:
    """Return a text in one short line."""
    line = " ".join(str(text).split())
    return line if len(line) <= most else f"{line[:most]}…"
