"""Every reader of foreign bytes in the program, each as a function of bytes and a folder of its own.

A reader here is called as the command line calls it, down to the values that the program goes on with. Each has valid
seeds, from which mutations start, and the words of its format.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from contract import ROOT, Bounds, broken
from readers_words import (
    ARGUMENTS,
    BOARD,
    CALIBRATED,
    FOREIGN,
    GAME,
    JSON_WORDS,
    MANIFEST,
    MARKDOWN,
    OPTION_WORDS,
    PROFILES,
    QUASIMINO_WORDS,
    QUOMINO_WORDS,
    RULES,
    SQUARES,
    SVG_WORDS,
    SYMBOL,
    TOML_WORDS,
    TRIOMINO_WORDS,
    TYPED,
    Reading,
    scored,
)

from quasiprint.errors import InputError
from quasiprint.model.production import Bill


@dataclass(frozen=True)
class Reader:
    """A reader, what to begin with, and what it may take. words: of its format, for mutations. names: whether what is
    read may name files to be read, wherever they lie. valid: what to begin with; a function makes it when it is first
    asked for, since every process of a test run asks for the readers' names."""

    name: str
    read: Reading
    valid: tuple[bytes, ...] | Callable[[], tuple[bytes, ...]]
    words: tuple[str, ...] = ()
    bounds: Bounds = field(default_factory=Bounds)
    names: bool = False

    @cached_property
    def seeds(self) -> tuple[bytes, ...]:
        return self.valid() if callable(self.valid) else self.valid


def _data(name: str) -> bytes:
    return (ROOT / name).read_bytes()


def _texts_in(place: str, pattern: str) -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted((ROOT / place).glob(pattern)))


def _read(game: str, option: str, value: str) -> Any:
    """What an option's files hold, read as `settle` reads them."""
    from quasiprint import games
    from quasiprint.make.run import read_supplies

    return dict(read_supplies(games.load(game), {option: value})).get(option)


def board(data: bytes, _: Path) -> object:
    from quasiprint.games.majomino.notation import read, write
    from quasiprint.games.majomino.situation import score

    result = score(data, {})
    (position,) = read(data)
    if read(write(position.board, position.marks).encode()) != (position,):
        raise AssertionError("the board that is written is not the one that was read")
    return scored(result)


def boards(data: bytes, folder: Path) -> object:
    from quasiprint.games.majomino.design import run

    (folder / "boards.txt").write_bytes(data)
    return run({"board": "boards.txt"}, 0, _read("majomino", "board", "boards.txt")).names


def name(data: bytes, _: Path) -> object:
    from quasiprint.games.majomino.notation import name, parse_name

    text = data.decode("utf-8", "surrogateescape")
    board = parse_name(text)
    if parse_name(name(board)) != board:
        raise AssertionError("the board that a name gives has another name")
    return None


def quasimino(data: bytes, _: Path) -> object:
    from quasiprint.games.quasimino.scoring import score

    return scored(score(data, {"colours": 3}))


def triomino(data: bytes, _: Path) -> object:
    from quasiprint.games.triomino.scoring import score

    return scored(score(data, {"highest": 5, "shape": "triangle"}))


def squares(data: bytes, _: Path) -> object:
    from quasiprint.games.triomino.rules import score_layout

    return scored(score_layout(data, "square"))


def quomino(data: bytes, _: Path) -> object:
    from quasiprint.games.quomino.rules import score

    return scored(score(data, {}))


def saved(data: bytes, _: Path) -> object:
    """A saved game, gone on with; a seal of six question marks is replaced by the right one."""
    from quasiprint.addons.studio.table.quomino import QuominoSession
    from quasiprint.model.game_text import decode, seal, spaced_lines

    head, mark, _rest = data.partition(b"saved ??????")
    if mark:
        lines = [line for _, line in spaced_lines(decode(head))]
        data = head + seal(lines, 1).encode()
    table = QuominoSession.resumed(data, "file 'x'", {})
    table.show()
    if not table.owns(table.text().encode()):
        raise AssertionError("a saved game is not read back")
    return None


def typed(data: bytes, _: Path) -> object:
    """Lines typed into a game, cut as the command line cuts them; what is said is to be printable but for its lines."""
    from quasiprint.addons.studio.table.quomino import QuominoSession

    table = QuominoSession.new({"size": 4, "computer": "none"})
    for line in data.split(b"\n")[:40]:
        reply = table.say(line[:400].decode("utf-8", errors="replace"))
        if not reply.text.replace("\n", "").isprintable():
            raise AssertionError(f"the reply is not printable: {reply.text[:100]!r}")
        if reply.ends:
            break
        table.step()
    return None


class Said(InputError):
    """What the command line says, word for word."""

    def __init__(self, message: str) -> None:
        ValueError.__init__(self, message)


def _asked(arguments: list[str]) -> object:
    """Parse a command line as far as the run; make nothing."""
    import click

    from quasiprint.cli import main
    from quasiprint.cli.chosen import requests
    from quasiprint.make.run import settle
    from quasiprint.system.outcome import printable_refusal

    try:
        context = main.make_context("quasiprint", arguments)
        _, command, rest = main.resolve_command(context, [*context._protected_args, *context.args])
        if command is None:
            return None
        sub = command.make_context(command.name or "", rest, parent=context)
        if command.name in ("make", "check"):
            for request in requests(sub):
                settle(request)
    except click.exceptions.Exit:
        return None
    except click.ClickException as problem:
        if problem.exit_code != 2:
            raise AssertionError(f"exit code {problem.exit_code}") from None
        raise Said(printable_refusal(problem).format_message()) from None
    return None


def options(data: bytes, _: Path) -> object:
    """Words of a command line, with NUL between them. What click says is judged as an InputError's message."""
    words = data.decode("utf-8", "surrogateescape").split("\0")
    out, sys.stdout = sys.stdout, open(os.devnull, "w")  # noqa: SIM115 - --help is not to be seen
    try:
        return _asked(words[:60])
    finally:
        sys.stdout.close()
        sys.stdout = out


def project(data: bytes, folder: Path) -> object:
    (folder / "project.toml").write_bytes(data)
    return _asked(["make", "--project", "project.toml"])


def profile(data: bytes, folder: Path) -> object:
    from quasiprint.make.profiles import choose

    (folder / "own.toml").write_bytes(data)
    choose(("own.toml",))
    return None


def layers(data: bytes, folder: Path) -> object:
    from quasiprint.make.profiles import choose

    place = folder / "templates/profiles/layers"
    place.mkdir(parents=True, exist_ok=True)
    (place / "boxes.toml").write_bytes(data)
    choose(("boxes",))
    return None


@cache
def _shop(game: str) -> Any:
    from quasiprint.make.run import Request, settle
    from quasiprint.make.workshop import Build

    return Build(settle(Request(game, {})))


def _edited(game: str) -> Any:
    """A workshop whose run has the texts as they are now, a user's own among them; its sets are designed once."""
    from quasiprint.make.run import templates
    from quasiprint.make.workshop import Build

    first = _shop(game)
    shop = Build(replace(first.run, templates=templates(game, "en", first.run.formats)))
    shop._sets = first._sets
    return shop


@cache
def _content(game: str) -> Any:
    return _shop(game).books.content("en")


def _template(folder: Path, name: str, data: bytes) -> None:
    path = folder / "templates/rules/en" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def words(data: bytes, folder: Path) -> object:
    """The words of a score sheet, laid out, as a user's own file gives them."""
    _template(folder, "quomino-scoresheet.toml", data)
    _edited("quomino").books.sheet("en", "a4")
    return None


def prose(data: bytes, folder: Path) -> object:
    """A rulebook's text, up to what Typst is given."""
    from quasiprint.documents import rulebook
    from quasiprint.model.page import Figure

    _template(folder, "quomino.md", data)
    held = _content("quomino")
    name, words = rulebook.template(_edited("quomino").run.templates, "quomino", rulebook.Edition("book", "en", "a4"))
    found = rulebook.blocks(rulebook.fill_in(words, held.fields, held.traits, name), name)
    figures = {picture.name: Figure(10.0, 10.0, ()) for picture in rulebook.pictures(found)}
    labels = dict.fromkeys(rulebook.LABELS, "x")
    held_text = rulebook.Manuscript("book", "en", "x", found, figures, "#000000", labels, "x")
    for text in (held_text, replace(held_text, kind="quick"), replace(held_text, large=True)):
        rulebook.inputs_of(text, "a4")
    rulebook.inputs_of(held_text, "a4", booklet=True)
    return None


def book(data: bytes, folder: Path) -> object:
    """A quick reference, to its PDF."""
    from quasiprint.documents import rulebook

    _template(folder, "quomino-quick.md", data)
    texts = _edited("quomino").run.templates
    rulebook.bind(rulebook.manuscript(texts, "quomino", _content("quomino"), "quick", "en"), "a4")
    return None


def page(data: bytes, folder: Path) -> object:
    """The page that lies in a set's folder."""
    from quasiprint.checks.fit import budget
    from quasiprint.make.manifest import MadeSet
    from quasiprint.make.start_page import start_page
    from quasiprint.model.choices import Process

    (folder / "templates").mkdir(exist_ok=True)
    (folder / "templates/start-here.md").write_bytes(data)
    held = (shop := _edited("quomino")).set(Process.PRINTER)
    made = MadeSet(shop.run, held, {Process.PRINTER: held}, {}, {}, Bill())
    start_page(made, {}, tuple(filter(None, [budget(held)])), {}).encode()
    return None


def symbol(data: bytes, folder: Path) -> object:
    from quasiprint.drawing.symbols import read_symbols

    (folder / "0.svg").write_bytes(data)
    read_symbols(_read("triomino", "symbols", str(folder)))
    return None


def manifest(data: bytes, folder: Path) -> object:
    """A manifest of somebody else's in the folder that is to be replaced; what lies beside it must stay as it is."""
    from quasiprint.disk.ownership import seal
    from quasiprint.disk.staging import sink

    place = folder / "out/set"
    (place / "stl").mkdir(parents=True, exist_ok=True)
    outside = {folder / "out/keep.txt": b"k", folder / "keep.txt": b"k", folder / "out/other/a.stl": b"k"}
    for path, content in outside.items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    foreign = place / "stl/foreign.txt"
    foreign.write_bytes(b"mine")
    (place / "stl/a.stl").write_bytes(b"a")
    with contextlib.suppress(ValueError, RecursionError):
        data = seal(json.dumps(json.loads(data), indent=1).encode() + b"\n")  # a seal that is right is no secret
    (place / "manifest.json").write_bytes(data)
    try:
        with sink(place) as stage:
            stage.write("new.txt", b"n")
    finally:
        for path, content in outside.items():
            if path.read_bytes() != content:
                raise AssertionError(f"{path.name} was changed")
    if foreign.exists() or b"foreign" not in data:  # replaced, though nothing says that foreign.txt is ours
        raise AssertionError("a file that no manifest names was taken away")
    return None


@cache
def readers() -> dict[str, Reader]:
    """Return the readers by name."""
    from quasiprint.addons.studio.table.quomino import QuominoSession

    layout = json.loads(_data("tests/data/quasimino-75.json"))
    few = json.dumps({"tiles": layout["tiles"][:6]}).encode()
    hexagons = json.dumps({"tiles": json.loads(_data("tests/data/triomino-9-hexagons.json"))["tiles"][:8]}).encode()
    game = _data("examples/quomino-game.txt")
    quasi_games = tuple(_data(f"quasiprint/games/quasimino/{kind}.txt") for kind in ("domino", "match", "fast"))
    (played := QuominoSession(6, "white", 2, 5)).go_on("c4 se")
    held = played.text().encode()
    open_seal = held[: held.index(b"saved")] + b"saved ??????\n"
    projects = tuple(path.read_bytes() for path in sorted((ROOT / "examples").glob("*.toml")))
    found = (
        Reader("board", board, (BOARD, BOARD.replace(b" x", b"  ")), ("+--+", "|", "x", "o", "\n\n", "+---+")),
        Reader("boards", boards, (BOARD + b"\n" + BOARD,), ("+--+", "|", "\n\n")),
        Reader("name", name, (b"5-0MJ-1", b"3-0-", b"9-03ZR0-ZY07Z-G1ZW0-FZ03Z-R0ZY0-7ZG0-S"), ("-", "U", "21-", " ")),
        Reader("quasimino-layout", quasimino, (few,), (*JSON_WORDS, "thin-0121", "thick-0000")),
        Reader("quasimino-game", quasimino, quasi_games, QUASIMINO_WORDS),
        Reader("triomino-layout", triomino, (hexagons,), (*JSON_WORDS, "1-3-5")),
        Reader("square-layout", squares, (SQUARES,), JSON_WORDS),
        Reader("triomino-game", triomino, (GAME,), TRIOMINO_WORDS),
        Reader("quomino-game", quomino, (game,), QUOMINO_WORDS),
        Reader("quomino-saved", saved, (held, open_seal), QUOMINO_WORDS),
        Reader("quomino-typed", typed, (TYPED,), QUOMINO_WORDS),
        Reader("project", project, projects, (*TOML_WORDS, "game", "output", "profile", "format", "board", "symbols"),
               names=True),
        Reader("profile", profile, (*_texts_in(PROFILES, "[!l]*/[alo]*.toml"), CALIBRATED), (*TOML_WORDS, "base")),
        Reader("layers", layers, _texts_in(PROFILES, "layers/*.toml"), TOML_WORDS),
        Reader("rules-words", words, _texts_in(RULES, "quomino-scoresheet.toml"), TOML_WORDS),
        Reader("rules-text", prose, _texts_in(RULES, "quo*.md"), MARKDOWN),
        Reader("rules-book", book, _texts_in(RULES, "quomino-quick.md"), MARKDOWN, Bounds(20.0, 1024)),
        Reader("set-page", page, (_data("templates/start-here.md"),), MARKDOWN),
        Reader("symbol", symbol, (SYMBOL,), SVG_WORDS, Bounds(15.0, 1024)),
        Reader("options", options, ARGUMENTS, OPTION_WORDS, names=True),
        Reader("manifest", manifest, (MANIFEST, *(MANIFEST.replace(b"1}", b"1}, " + more) for more in FOREIGN)),
               (*JSON_WORDS, '"path"', '"files"', '"game"', "../", "stl/", "./", "//")),
    )  # fmt: skip

    from readers_made import made_readers
    from readers_sets import set_readers

    return {reader.name: reader for reader in (*found, *made_readers(), *set_readers())}


@cache
def ready(reader: Reader) -> None:
    """Import and compile what a reader needs, so that no input is charged for it."""
    for seed in reader.seeds:
        with (
            tempfile.TemporaryDirectory(prefix="quasiprint-") as folder,
            contextlib.chdir(folder),
            contextlib.suppress(InputError),
        ):
            reader.read(seed, Path(folder))


def tried(reader: Reader, data: bytes, folder: Path) -> str | None:
    """Return how a reader breaks its contract with these bytes; None if it keeps it."""
    return broken(reader.read, data, folder, reader.bounds, names=reader.names)
