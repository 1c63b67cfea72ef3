"""Games at a table of tiles, played by chance: whatever is legal may be said, and what is said is watched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from quasiprint.addons.studio.table.tiles import TableSession


def legal_lines(table: TableSession) -> list[str]:
    """Return every line that the table offers."""
    top = table.table()
    lays = [f"lay {tile.piece} {top.places[at].at}" for tile in top.hand for at in tile.fits]
    return [line for *_, line in top.acts] + lays


def play(
    table: TableSession, seed: int, most: int = 1000, watch: Callable[[TableSession], None] = lambda _: None
) -> TableSession:
    """Play a game to its end by chance, at most so many moves. watch: looks at the table after each."""
    draw = Random(seed)
    for _ in range(most):
        if table.mover is None:
            break
        if table.step() is None:
            line = draw.choice(legal_lines(table))
            reply = table.say(line)
            assert reply.changed, (line, reply.text)
        watch(table)
    return table


def hear_refusals(table: TableSession, wrong: Mapping[str, str]) -> None:
    """Say lines that are illegal: each is refused in some words, and changes nothing."""
    text = table.text()
    for line, said in wrong.items():
        reply = table.say(line)
        assert said in reply.text, line
        assert not reply.changed
        assert table.text() == text


def undone(table: TableSession, count: int) -> None:
    """Make so many moves and take them back: each undo has to restore the saved text, byte for byte."""
    texts = []
    for _ in range(count):
        texts.append(table.text())
        assert table.say(legal_lines(table)[0]).changed
        while table.step():
            pass
    for text in reversed(texts):
        assert table.say("undo").changed
        assert table.text() == text
