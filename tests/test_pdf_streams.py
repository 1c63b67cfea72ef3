"""Stamps and lines of text, which are taken as one each, mean what they mean operator by operator."""

from __future__ import annotations

import pytest

from quasiprint.formats.pdf.read import streams
from quasiprint.formats.pdf.read.streams import Font, Resources, form_of, page_items
from quasiprint.readback.document import DrawnPath
from quasiprint.readback.unreadable import Unreadable

SQUARE = b"1 0 0 RG 2 w 1 j 0 0 m 10 0 l 10 10 l h S"
STAMP = b"q 0 1 -1 0 30.5 40 cm /square Do Q "
SLANTED = b"q 1 0 .5 1 30.5 40 cm /square Do Q "
TEXT = rb".5 .5 .5 rg BT 0 1 -1 0 20 30 Tm /plain 8 Tf 9.6 TL (ab\(a) Tj T* ET "


def said(data: bytes) -> object:
    """Return what a page paints, or why it is refused, and which codes of its font it wrote."""
    font = Font(False, {97: "a", 98: "b", 40: "("}, {})
    resources = Resources({"square": form_of(SQUARE)}, {"plain": font}, {})
    try:
        items = page_items(data, resources)
    except Unreadable as problem:
        return str(problem)
    shown = [
        (one.points.tolist(), one.sizes, one.closed, one.fill, one.stroke, one.width)
        if isinstance(one, DrawnPath)
        else one
        for one in items
    ]
    return shown, font.used, resources.problems


@pytest.mark.parametrize(
    "data",
    [
        STAMP,
        SLANTED,
        TEXT,
        STAMP + TEXT + STAMP * 3 + TEXT * 2,
        b"2 0 0 2 5 5 cm " + STAMP + b"q " + TEXT + STAMP + b"Q " + TEXT,
        STAMP[:-2],
        STAMP.replace(b"cm", b"cn"),
        STAMP.replace(b"/square", b"/circle"),
        STAMP.replace(b"q ", b""),
        STAMP.replace(b" Q", b""),
        STAMP.replace(b"40 cm", b"cm"),
        STAMP.replace(b"40 cm", b"4e9 cm"),
        STAMP.replace(b"40 cm", b"9999999 cm"),
        b"1 " + STAMP,
        b"/square " + STAMP,
        b"0 0 m 1 1 l " + STAMP + b"S ",
        b"BT " + STAMP + b"ET ",
        b"BT " + TEXT + b"ET ",
        b"q " * 63 + STAMP + b"Q " * 63,
        b"q " * 64 + STAMP + b"Q " * 64,
        TEXT.replace(b"/plain", b"/bold"),
        TEXT.replace(b" T*", b""),
        TEXT.replace(b"T*", b"T* (b) Tj"),
        TEXT.replace(b"ET ", b""),
        TEXT.replace(b"8 Tf", b"0 Tf"),
        TEXT.replace(b"0 1 -1 0", b"0 1 1 0"),
        TEXT.replace(rb"\(", rb"\x"),
        TEXT.replace(rb"ab\(a", b""),
        TEXT.replace(b"9.6 TL", b"9.6 TL 3 Tr"),
        TEXT.replace(b"BT", b"BT 3 Tc"),
    ],
)
def test_what_comes_often_is_read_as_it_is_operator_by_operator(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    quickly = said(data)
    monkeypatch.setattr(streams._Painter, "_often", lambda self, data, at: at)
    assert quickly == said(data)


def test_a_drawing_that_is_known_tells_its_problems_again() -> None:
    odd = SQUARE.replace(b"1 0 0 RG", b".1234 0 0 RG")
    assert form_of(odd).problems == form_of(odd).problems == ("it has a colour that eight bits do not say",)
    assert form_of(SQUARE) is form_of(SQUARE)
    assert form_of(odd).paths[0][2].stroke != form_of(SQUARE).paths[0][2].stroke
