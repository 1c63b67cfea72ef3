"""The books of a set: rulebook, quick reference and score sheet, for the set as it would be made."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from quasiprint.documents import rulebook
from quasiprint.documents.form import form, pdf
from quasiprint.documents.rulebook import VERSION, Edition, Manuscript
from quasiprint.documents.words import ITEM_WORDS, words
from quasiprint.errors import InputError
from quasiprint.make.run import Run
from quasiprint.model.choices import PROCESSES, Extra, Process, TypeSize
from quasiprint.model.coupon import Coupon
from quasiprint.model.game import Explained, Game, Recorded
from quasiprint.model.page import Content, Form
from quasiprint.model.piece import GameSet
from quasiprint.model.resources import papers
from quasiprint.system.progress import tell
from quasiprint.version import __version__

SIGNS = re.compile(r"(?<=\d)(?:(?P<decimal>\.)(?=\d)|(?P<thousands>,)(?=\d{3}\b))")  # in numbers, as English has them


class Sets(dict[Process, GameSet]):
    """A set as each process makes it, each made when it is asked for: a sheet needs little of them."""

    def __init__(self, made: Callable[[Process], GameSet]) -> None:
        self._made = made

    def __missing__(self, process: Process) -> GameSet:
        return self._made(process)


class Books(Mapping[str, bytes]):
    """The books of a run's set, and those that lie in its folder by their names. sets: as each process makes it; raises
    InputError for one that cannot."""

    def __init__(self, run: Run, game: Game, sets: Sets) -> None:
        self.run = run
        self.game = game
        self.sets = sets
        self._contents: dict[str, Content] = {}  # by language: each figure is drawn once, for all books
        self._forms: dict[tuple[str, str], Form] = {}  # by language and paper: the score sheet of the common rules
        self._manuscripts: dict[tuple[str, str], Manuscript] = {}  # by kind and language: once for every paper

    @property
    def large(self) -> bool:
        """Whether they are set in large type."""
        return self.run.profiles.manner.type is TypeSize.LARGE

    def content(self, language: str) -> Content:
        """Return what the books are filled with. Raises InputError for a game without a rulebook."""
        if language not in self._contents:
            if not isinstance(self.game, Explained):
                raise InputError(f"game: {self.run.game} has no rulebook")
            filled = self.game.rules(self._possible(), self._words(language, self.run.game))
            common = words(self.run.templates, language)
            self._contents[language] = replace(
                filled,
                fields={name: _numbers(text, common) for name, text in filled.fields.items()} | {VERSION: __version__},
                typed={**filled.fields, VERSION: __version__},
                figures={name: cache(draw) for name, draw in filled.figures.items()},
            )
        return self._contents[language]

    def _words(self, language: str, table: str) -> dict[str, str]:
        """Return a game's words in a language, and the names of colours."""
        shared = words(self.run.templates, language, common=ITEM_WORDS)
        inks = {key: text for key, text in shared.items() if key.startswith("ink-")}
        return inks | words(self.run.templates, language, table)

    def _possible(self) -> dict[Process, GameSet]:
        """Return the set as each process makes it. In the place of one that cannot, another's: what is small enough for
        paper alone has a rulebook, too. Raises InputError if none of them can."""
        made: dict[Process, GameSet] = {}
        refused: dict[Process, InputError] = {}
        for process in PROCESSES:
            try:
                made[process] = self.sets[process]
            except InputError as problem:
                refused[process] = problem
        if not made:
            raise refused[PROCESSES[-1]]
        last = made[max(made, key=PROCESSES.index)]
        return {process: made.get(process, last) for process in PROCESSES}

    def edition_pdf(self, edition: Edition) -> bytes:
        """Return a rulebook or a quick reference as a PDF. Raises InputError as `documents.rulebook`."""
        tell("typesetting the books …")
        return rulebook.bind(self.manuscript(edition), edition.paper, edition.booklet)

    def manuscript(self, edition: Edition) -> Manuscript:
        """Return what a book says, for every paper and folding. Raises InputError as `documents.rulebook`."""
        rulebook.refuse_narrow(edition, self.large)
        key = edition.kind, edition.language
        if key not in self._manuscripts:
            templates, game = self.run.templates, self.run.game
            book = rulebook.manuscript(templates, game, self.content(edition.language), *key)
            self._manuscripts[key] = replace(book, large=self.large)
        return self._manuscripts[key]

    def sheet(self, language: str, paper: str) -> bytes:
        """Return the score sheet as a PDF. Raises InputError for a game without one, and for words that do not fit."""
        tell("drawing the score sheet …")
        return pdf(self.sheet_form(language, paper))

    def sheet_form(self, language: str, paper: str) -> Form:
        """Return the score sheet as it lies on paper. Errors as of `sheet`."""
        if (language, paper) not in self._forms:
            if not isinstance(self.game, Recorded):
                raise InputError(f"game: {self.run.game} has no score sheet")
            table = self._words(language, f"{self.run.game}-scoresheet")
            sheet = self.game.scoresheet(self.sets, table, dict(self.run.parameters))
            self._forms[language, paper] = form(sheet, language, paper)
        return self._forms[language, paper]

    def judge(self) -> None:
        """Check of the books in a set's folder what is known before they are typeset. Raises InputError for
        a text that cannot be read, a caption that the rules refute, and words that do not fit."""
        for _, paper, edition in self._editions():
            if edition is None:
                self.sheet_form(self.run.language, paper)
            else:
                self.manuscript(edition)

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the books that lie in a set's folder, without an ending; none of them is made. A score
        sheet has the points of the common rules: which rules are played by is not the set's to say."""
        return (name for name, _, _ in self._editions())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, name: str) -> bytes:
        paper, edition = {known: (paper, edition) for known, paper, edition in self._editions()}[name]
        return self.sheet(self.run.language, paper) if edition is None else self.edition_pdf(edition)

    def _editions(self) -> Iterator[tuple[str, str, Edition | None]]:
        """Yield the books that the game has words for: name, paper, and which it is, None for the score sheet."""
        language = self.run.language
        # a paper of the user's own has no books of its size: these are for A4, then
        names = dict.fromkeys(page.name.partition("-")[0] for page in self.run.profiles.pages)
        for paper in [name for name in names if name in papers()] or ["a4"]:
            if isinstance(self.game, Coupon):
                yield f"coupon-{paper}", paper, Edition("book", language, paper)
                continue
            editions = {
                "rules": Edition("book", language, paper),
                "rules-booklet": Edition("book", language, paper, booklet=True),
                "quick-reference": Edition("quick", language, paper),
            }
            extras = self.run.profiles.manner.extras
            # large letters have no room in it; of all extras nobody asked for it by name
            if Extra.BOOKLET not in extras or (self.large and extras == tuple(Extra)):
                del editions["rules-booklet"]
            for name, edition in editions.items():
                if isinstance(self.game, Explained) and rulebook.has(self.run.templates, self.run.game, edition):
                    yield f"{name}-{paper}", paper, edition
            if isinstance(self.game, Recorded):
                yield f"scoresheet-{paper}", paper, None


def _numbers(text: str, common: Mapping[str, str]) -> str:
    """Return a field with its numbers as a language writes them."""
    return SIGNS.sub(lambda found: common.get(found.lastgroup or "", found[0]), text)


def default_place(game: str, language: str, edition: Edition | None = None) -> str:
    """Return where a book, or a score sheet, goes if nobody says: output/GAME-rules.pdf, or what it is."""
    kind = "scoresheet"
    if edition is not None:
        kind = "quick" if edition.kind == "quick" else "booklet" if edition.booklet else "rules"
    return f"output/{game}-{kind}{'' if language == 'en' else f'-{language}'}.pdf"
