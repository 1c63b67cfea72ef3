"""Every rule stands in the text of the books, not in captions alone; what we decided stands in a note; and each refusal
of a move rests on one of these rules.

``data/rules.toml`` lists the rules and the refusals, ``data/rules/LANGUAGE.toml`` has the words of each language.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from rulebook_read import shop_of

import quasiprint
from quasiprint.documents.prose import MARK, Block, Heading, Items, Line, Note, Paragraph, TextTable
from quasiprint.documents.rulebook import Edition, Manuscript

DATA = Path(__file__).parent / "data"
RULES = tomllib.loads((DATA / "rules.toml").read_text())
WORDS = {path.stem: tomllib.loads(path.read_text()) for path in sorted((DATA / "rules").glob("*.toml"))}
BOOKS = [(game, language) for language in WORDS for game in RULES]
each_book = pytest.mark.parametrize(("game", "language"), BOOKS)
CODE = re.compile("[a-z]+(-[a-z]+)+")


@cache
def book(game: str, language: str) -> Manuscript:
    return shop_of(game, language).books.manuscript(Edition("book", language, "a4"))


def words(line: Line) -> str:
    return "".join(run.text for run in line if run.style != MARK)


def marked(block: Block) -> bool:
    """Tell whether a note belongs to a block."""
    match block:
        case Paragraph(line):
            return any(run.style == MARK for run in line)
        case Items(_, entries):
            return any(map(marked, entries[-1]))
    return False


def texts(blocks: Iterable[Block], *, noted: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield what blocks say, and whether in a note or with the mark of one; what is said of pictures is left out."""
    for block in blocks:
        match block:
            case Paragraph(line) | Heading(_, line):
                yield words(line), noted or marked(block)
            case Items(_, entries):
                for entry in entries:
                    yield from texts(entry, noted=noted or marked(block))
            case TextTable(rows):
                yield from ((" | ".join(map(words, row)), noted) for row in rows)
            case Note(inner):
                yield from texts(inner, noted=True)


def unsaid(said: Iterable[tuple[str, bool]], game: str, language: str) -> list[str]:
    """Return the rules of a game that texts do not say, or of ours without a note."""
    every = [(" ".join(text.split()), noted) for text, noted in said]  # any kind of space is one
    whole, notes = (" ".join(text for text, noted in every if noted or not only) for only in (False, True))
    told = WORDS[language][game]
    return [rule for rule in RULES[game]["source"] if told[rule] not in whole] + [
        rule for rule in RULES[game]["ours"] if told[rule] not in notes
    ]


@pytest.mark.sampled(8)
@each_book
def test_the_text_says_every_rule(game: str, language: str) -> None:
    assert set(WORDS[language][game]) == {*RULES[game]["source"], *RULES[game]["ours"]}
    assert unsaid(texts(book(game, language).blocks), game, language) == []


@pytest.mark.sampled(2)
@each_book
def test_a_rule_whose_words_are_taken_out_is_missed(game: str, language: str) -> None:
    every = [*texts(book(game, language).blocks)]
    for rule, said in WORDS[language][game].items():
        bare = [(" ".join(text.split()).replace(said, "…"), noted) for text, noted in every]
        assert unsaid(bare, game, language) == [rule]


# --- refusals -----------------------------------------------------------------------------------


def refusals(game: str) -> set[str]:
    """Return with what a game's moves are refused, read from the syntax of where they are judged: files, or functions
    of files. ``codes`` are where codes are said, ``sentences`` where an error or a function `refusal` says why."""
    read = {"codes": _codes, "sentences": _sentences}
    return {one for kind, said in read.items() for judge in RULES[game][kind] for one in said(_tree(judge))}


def _tree(judge: str) -> ast.AST:
    name, _, function = judge.partition(":")
    tree = ast.parse((Path(quasiprint.__file__).parent / name).read_text(encoding="utf-8"))
    return next(top for top in tree.body if getattr(top, "name", "") == function) if function else tree


def _codes(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
            yield node.value


def _sentences(tree: ast.AST) -> Iterator[str]:
    said: list[ast.expr | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            said += node.exc.args[:1]
        elif isinstance(node, ast.FunctionDef) and node.name.endswith("refusal"):
            said += [one.value for one in ast.walk(node) if isinstance(one, ast.Return)]
    for one in said:
        parts = [one.body, one.orelse] if isinstance(one, ast.IfExp) else [one]
        yield from (sentence for part in parts if (sentence := _sentence(part)).strip("… ()"))


def _sentence(node: ast.expr | None) -> str:
    """Return the words of a message, with … where it is filled in."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)


def unfounded(found: Iterable[str], listed: dict[str, dict[str, list[str]]]) -> list[str]:
    """Return the refusals that rest on no rule, and those of rules that nothing says."""
    cited = [*listed["form"], *(one for part in ("source", "ours") for rule in listed[part].values() for one in rule)]
    assert len(cited) == len(set(cited))
    found = set(found)
    return sorted(
        [one for one in found if not any(map(one.startswith, cited))]
        + [one for one in cited if not any(text.startswith(one) for text in found)]
    )


JUDGED = [game for game in RULES if "codes" in RULES[game]]


@pytest.mark.parametrize("game", JUDGED)
def test_each_refusal_of_a_move_rests_on_a_rule(game: str) -> None:
    found = refusals(game)
    assert unfounded(found, RULES[game]) == []
    assert unfounded([*found, "a-whim"], RULES[game]) == ["a-whim"]
    cited = next(rule for rule in RULES[game]["source"].values() if rule)
    assert unfounded(found, {**RULES[game], "source": {"a rule": [*cited, "of-old"]}})
