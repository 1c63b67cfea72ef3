"""What my game relies on in the box, proved."""

from collections import Counter

import quasiprint


def test_the_box_is_complete() -> None:
    box = quasiprint.design("quasimino", colours=3)
    assert Counter(piece.shape for piece in box.pieces) == {"thick": 45, "thin": 45}
    # closed form, enumeration and the set agree; no tile is missing, doubled, foreign or mirrored
    assert box.check().proved


def test_no_colour_is_better_off() -> None:
    """My scoring gives as much for every colour, so every colour must stand on as many edges."""
    box = quasiprint.design("quasimino", colours=3)
    edges = Counter(colour for piece in box.pieces for colour in piece.marks)
    assert len(set(edges.values())) == 1


def test_the_starting_tile_is_there() -> None:
    start = quasiprint.design("quasimino", colours=3).piece("thick-0000")
    assert start.marks == (0, 0, 0, 0)
    assert start.svg().startswith("<svg")


def test_what_i_send_to_the_printer_is_that_set() -> None:
    files = quasiprint.design("quasimino", colours=2).files(formats=("svg",))
    assert quasiprint.verify(files).verified
