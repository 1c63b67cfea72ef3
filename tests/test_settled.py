"""Where a source is silent we decided; a note in the book of each language says so, as ``data/settled.toml`` lists."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from quasiprint.documents.prose import Block, Line, Note, Paragraph
from quasiprint.documents.rulebook import Manuscript, manuscript
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop

SETTLED: dict[str, dict[str, list[str]]] = tomllib.loads((Path(__file__).parent / "data/settled.toml").read_text())
LANGUAGES = ("en", "de")


@cache
def book(game: str, language: str) -> Manuscript:
    shop = Workshop(settle(Request(game, {}, language=language)))
    return manuscript(shop.run.templates, game, shop.books.content(language), "book", language)


def words(line: Line) -> str:
    return " ".join("".join(run.text for run in line).split())  # any kind of space is one


def unmarked(read: Manuscript, game: str) -> list[str]:
    """Return the decisions that no note of a book tells."""
    notes = [
        " ".join(words(inner.line) for inner in block.blocks if isinstance(inner, Paragraph))
        for block in read.blocks
        if isinstance(block, Note)
    ]
    place = LANGUAGES.index(read.language)
    return [decision for decision, said in SETTLED[game].items() if not any(said[place] in note for note in notes)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SETTLED)
def test_a_note_tells_each_decision(game: str, language: str) -> None:
    assert unmarked(book(game, language), game) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SETTLED)
def test_what_stands_beside_the_notes_marks_nothing(game: str, language: str) -> None:
    read = book(game, language)

    def plain(block: Block) -> Iterable[Block]:
        return block.blocks if isinstance(block, Note) else (block,)

    bare = replace(read, blocks=tuple(inner for block in read.blocks for inner in plain(block)))
    assert unmarked(bare, game) == list(SETTLED[game])
