"""Tiles on paper: the documents of a few sets, each made once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from quasiprint.documents.sheets import books
from quasiprint.formats.pdf import files
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Flip, Process
from quasiprint.model.page import Book, BookProduction, Page
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import CutMarks, Paper

A4, LETTER = Paper("a4", 210, 297, 5, 3), Paper("letter", 215.9, 279.4, 5, 3)
MARKED = Paper("a4", 210, 297, 10, 3, marks=CutMarks.SILHOUETTE)
GAMES = ("quasimino", "triomino", "quomino")

LYING = Paper("mine", 297, 210, 5, 3)
PRINTED = [  # the game, its paper, how a printer turns a sheet over, whether the page of backs is upside down
    ("triomino", A4, Flip.LONG, False),
    ("triomino", A4, Flip.SHORT, True),
    ("triomino", LETTER, Flip.SHORT, True),
    ("triomino", LYING, Flip.LONG, True),
    ("triomino", LYING, Flip.SHORT, False),
    ("quomino", A4, Flip.SHORT, True),
]


@cache
def held(game: str) -> GameSet:
    name, _, size = game.partition(" ")
    return Build(settle(Request(name, {"size": int(size)} if size else {}, formats=("pdf",)))).set(Process.PAPER)


@cache
def book(game: str, paper: Paper = A4) -> Book:
    return next(iter(books(held(game), paper)))


@cache
def content_of(made: Book) -> bytes:
    (file,) = files(BookProduction(held("quomino"), (made,)))
    return file.content


def on_page(made: Book, number: int, change: Callable[[Page], Page]) -> Book:
    pages = list(made.pages)
    pages[number] = change(pages[number])
    return replace(made, pages=tuple(pages))
