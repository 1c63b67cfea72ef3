"""Every reader of foreign bytes in the program, each as a function of bytes and a folder of its own.

A reader here is called as the command line calls it, down to the values that the program goes on with. Each has valid
seeds, from which mutations start, and the words of its format.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import pytest
from contract import ROOT, Bounds, broken
from foreign import KERNEL

from quasiprint.model.bill import Bill
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Judgement

# control characters, halves of pairs, ends of lines, and what turns the direction of writing round
STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from (key, *_texts(part))
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def scored(result: Judgement) -> object:
    """What `quasiprint score` says, as JSON and as text, and its findings for the contract to judge."""
    from quasiprint.model.finding import Finding

    told: Any = result.as_json()
    json.dumps(told)
    for text in _texts(told):  # a terminal shows it as it is
        if STEERING.search(text):
            raise AssertionError(f"what is said steers the terminal: {text[:100]!r}")
    return [Finding(**finding) for finding in told["findings"]]


JSON_WORDS = ('"tiles"', '"tile"', '"corner"', '"turn"', '"cell"', '"corners"', "[", "]", "{", "}", "NaN", "1e999",
              "-0", "null", "true", '"\\ud800"', "9" * 30, ":", ",")  # fmt: skip
CALIBRATED = b'[sheet]\nbase = "generic"\nkerf = 0.197\n\n[measures]\nbase = "laser"\nthickness = 3\n'
TOML_WORDS = ("[", "]", "=", '"', "'''", "{", "}", "inf", "nan", "-", "9" * 5000, "0x" + "f" * 4000, "1e400",
              "[[inks]]", "true", "1979-05-27", "a.b.c", '"\\u001b"', "#", "\\", '""""')  # fmt: skip
SVG_WORDS = ("<g>", "</g>", "<use href='#c'/>", "transform='", "matrix(", "1e308", "-1", "NaN", "%", "z", "M",
             "A 1 1 0 0 1", "<!DOCTYPE svg [<!ENTITY a 'b'>]>", "&a;", "<style>", "url(#x)", "xlink:href='http://a.b/c'",
             "<image/>", "stroke-width='", "fill='none'", "viewBox='", "<path d='", "/>", "&#x1b;",
             "<![CDATA[")  # fmt: skip
QUOMINO_WORDS = ("quomino", "black", "white", "turn", "place", "pass", "se", "9", "saved", "moves, check", "setting",
                 "to move", "last turned:", "x", "B", "W", ".", "a1", "p16", "#", "computer", "depth", "seed", "hint",
                 "undo", "moves", "save")  # fmt: skip
TRIOMINO_WORDS = ("players", "round", "end", "opens", "draws", "places", "passes", "hexagon", "hexagons", "bridge",
                  "Ann", "Ben", "0-0-0", "1-3-5", "=", ",", "#", "999999")  # fmt: skip
MARKDOWN = ("$", "${", "$$", "$size", "<!-- for x -->\n", "<!-- end -->\n", "<!--", "-->\n", "```figure opening\n",
            "caption: ", "alt: ", "claims: ", "# ", "> ", "- ", "1. ", "|a|b|\n|-|-|\n", "*", "**", "`", "[a]: b\n",
            "![x](/etc/passwd)", '#import "@preview/cetz:0.3.0"', '#read("/etc/passwd")', "\\", "&#27;", "&nbsp;",
            "\n\n", "***\n", '"', "a" * 3000)  # fmt: skip
OPTION_WORDS = ("\0--size\0", "\0--edge\0", "\0--count\0", "\0--kerf\0", "\0--seed\0", "\0--profile\0", "\0-o\0",
                "\0--format\0", "\0--board\0", "\0--symbols\0", "\0--project\0", "\0--help", "1e999", "nan", "-1",
                "9" * 40, "../../x", "/dev/zero", "=", ",", "\0--\0", "\0--finish\0", "mm", "in")  # fmt: skip
ARGUMENTS = (
    b"make\0quasimino\0--colours\0004\0--kerf\0000.18\0--thickness\0004mm\0--profile\0prusa-mini\0--seed\0007",
    b"make\0majomino\0--size\0007\0--count\00060\0--distinct\0--per-page\0002\0--character\0--format\0pdf,txt",
    b"make\0majomino\0--board\0005-0MJ-1\0--walls\0cut\0--edge\0001in",
    b"make\0triomino\0--finish\0inlaid\0--tack\0005mm\0--highest\0006\0-o\0set\0--jobs\0002\0--language\0de",
    b"make\0quomino\0--size\0008\0--grip\0knob\0--stripe\0001\0--clearance\0000.1",
    b"check\0triomino\0--shape\0square\0--json",
    b"score\0triomino\0file.txt\0--target\000400\0--first\0draw",
    b"rules\0quomino\0--size\0006\0--paper\0letter\0--booklet\0-o\0a.pdf",
    b"scoresheet\0triomino\0--target\000300",
    b"play\0quomino\0--size\0004\0--level\0hard",
    b"make\0all\0-o\0sets",
    b"list",
)
SYMBOL = b"""<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20"><style>.a{fill:#000}
#b, rect {stroke: red; stroke-width: 1px}</style><g transform="rotate(10) scale(.9,1)"><path class="a" id="c"
d="M1 1h8v8H1zM12 12a4 4 0 1 0 .1 0zM3,3 C 4,5 6 7 8 3 S1 1 2 2 Q 3 3 4 4 T 5 5"/></g><use href="#c" x="1" y="2"/>
<circle cx="50%" cy="10" r="3" fill="white" opacity="0.7"/><polygon points="1,2 3,4 5,1"/><rect id="b" x="2" y="2"
width="4" height="3" rx="1"/><line x1="0" y1="0" x2="9" y2="9" stroke="rgb(10%,0%,0%)" stroke-linejoin="round"/></svg>
"""
GAME = b"""players Ann Ben
round
Ann opens 5-5-5
Ben draws 2
Ben places 4-5-5
Ann places 3-4-5
Ben draws 3
Ben passes
Ann places 3-3-5 hexagons 2 # or so
Ben places 1-3-3 bridge
end Ann=11 Ben=23
"""
BOARD = b"+--+--+--+\n| x|     |\n+  +--+  +\n|  | o|  |\n+  +  +--+\n|  |     |\n+--+--+--+\n"
SQUARES = b'{"tiles": [{"tile": "1-1-2-3", "cell": [0, 1], "corners": [1, 1, 2, 3]}]}'
TYPED = b"c4 se\nmoves\n2 white d4 sw\nturn c4 ne\nundo\nboard\nd3 9\nplace c3 ne black\npass\nhelp\nsave x\nhint\n"


PROFILES, RULES = "templates/profiles", "quasiprint/games/quomino/rules/en"
Reading = Callable[[bytes, Path], Any]
FOREIGN = tuple(
    b'{"path": "%s", "sha256": "%s", "bytes": %d}' % (path, hashlib.sha256(held).hexdigest().encode(), len(held))
    for path, held in ((b"stl/foreign.txt", b"mine"), (b"../keep.txt", b"k"), (b"stl/../../keep.txt", b"k"))
)
MANIFEST = b"""{"game": "quasimino", "parameters": {"formats": ["stl"]}, "pieces": [],
 "files": [{"path": "stl/a.stl", "sha256": "%s", "bytes": 1}]}
""" % hashlib.sha256(b"a").hexdigest().encode()


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
    from quasiprint.pipeline.run import supplied_by

    return dict(supplied_by(games.load(game), {option: value})).get(option)


def board(data: bytes, _: Path) -> object:
    from quasiprint.games.majomino.notation import read, write
    from quasiprint.games.majomino.record import score

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
    from quasiprint.games.majomino.names import name, named

    text = data.decode("utf-8", "surrogateescape")
    board = named(text)
    if named(name(board)) != board:
        raise AssertionError("the board that a name gives has another name")
    return None


def quasimino(data: bytes, _: Path) -> object:
    from quasiprint.games.quasimino.layout import score

    return scored(score(data))


def triomino(data: bytes, _: Path) -> object:
    from quasiprint.games.triomino.layout import score

    return scored(score(data))


def squares(data: bytes, _: Path) -> object:
    from quasiprint.games.triomino.layout import score_layout

    return scored(score_layout(data, "square"))


def quomino(data: bytes, _: Path) -> object:
    from quasiprint.games.quomino.score import score

    return scored(score(data, {}))


def saved(data: bytes, _: Path) -> object:
    """A saved game, gone on with; a seal of six question marks is replaced by the right one."""
    from quasiprint.games.quomino import notation
    from quasiprint.games.quomino.session import resume_session

    head, mark, _rest = data.partition(b"saved ??????")
    if mark:
        told = _unsealed(head)
        seal = notation.check(told.size, [entry.move for entry in told.entries], told.settings)
        data = head + f"saved {len(told.entries)} moves, check {seal}\n".encode()
    table = resume_session(data, "file 'x'", {})
    table.show()
    if not table.owns(table.text().encode()):
        raise AssertionError("a saved game is not read back")
    return None


def _unsealed(head: bytes) -> Any:
    from quasiprint.games.quomino import notation

    lines = head.decode("utf-8", "replace").splitlines()
    settings = tuple(tuple(line.split()[1:3]) for line in lines if line.lower().split()[:1] == ["setting"])
    moves = "\n".join(line for line in lines if line.lower().split()[:1] != ["setting"])
    told = notation.read(moves.encode())
    return notation.MoveRecord(told.size, told.entries, settings)


def typed(data: bytes, _: Path) -> object:
    """Lines typed into a game, cut as the command line cuts them; what is said is to be printable but for its lines."""
    from quasiprint.games.quomino.session import new_session

    table = new_session({"size": 4, "computer": "none"}, plain=True)
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

    from quasiprint.cli import main, sanitised_errors
    from quasiprint.cli.options import requests
    from quasiprint.pipeline.run import settle

    try:
        context = main.make_context("quasiprint", arguments)
        with sanitised_errors():  # as `main` does
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
        raise Said(problem.format_message()) from None
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
    from quasiprint.pipeline.profiles import choose

    (folder / "own.toml").write_bytes(data)
    choose(("own.toml",))
    return None


def layers(data: bytes, folder: Path) -> object:
    from quasiprint.pipeline.profiles import choose

    place = folder / "templates/profiles/layers"
    place.mkdir(parents=True, exist_ok=True)
    (place / "boxes.toml").write_bytes(data)
    choose(("boxes",))
    return None


@cache
def _shop(game: str) -> Any:
    from quasiprint.pipeline.run import Request, settle
    from quasiprint.pipeline.workshop import Workshop

    return Workshop(settle(Request(game, {})))


def _edited(game: str) -> Any:
    """A workshop whose run has the texts as they are now, a user's own among them; its sets are designed once."""
    from quasiprint.pipeline.templates import templates
    from quasiprint.pipeline.workshop import Workshop

    first = _shop(game)
    shop = Workshop(replace(first.run, templates=templates(game, "en", first.run.formats)))
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
    from quasiprint.documents import prose as reading
    from quasiprint.documents import rulebook, typeset

    _template(folder, "quomino.md", data)
    held = _content("quomino")
    name, text = rulebook.template(_edited("quomino").run.templates, "quomino", rulebook.Edition("book", "en", "a4"))
    found = reading.blocks(reading.filled(text, held.fields, held.traits, name), name)
    sizes = {picture.name: (10.0, 10.0) for picture in rulebook.pictures(found)}
    labels = dict.fromkeys(rulebook.LABELS, "x")
    for kind in rulebook.SHARES:
        typeset.source(found, {"title": "x", "kind": kind}, sizes, typeset.Dress(labels=labels)).encode()
    return None


def book(data: bytes, folder: Path) -> object:
    """A quick reference, to its PDF."""
    from quasiprint.documents import rulebook

    _template(folder, "quomino-quick.md", data)
    texts = _edited("quomino").run.templates
    rulebook.rulebook(texts, "quomino", _content("quomino"), rulebook.Edition("quick", "en", "a4"))
    return None


def page(data: bytes, folder: Path) -> object:
    """The page that lies in a set's folder."""
    from quasiprint.checks.fit import budget
    from quasiprint.model.measures import Maker
    from quasiprint.pipeline.readme import readme

    (folder / "templates").mkdir(exist_ok=True)
    (folder / "templates/set-readme.md").write_bytes(data)
    held = (shop := _edited("quomino")).set(Maker.PRINTER)
    readme(shop.run, held, {}, {}, {}, Bill(), tuple(filter(None, [budget(held)]))).encode()
    return None


def symbol(data: bytes, folder: Path) -> object:
    from quasiprint.drawing.symbols import read_symbols

    (folder / "0.svg").write_bytes(data)
    read_symbols(_read("triomino", "symbols", str(folder)))
    return None


def manifest(data: bytes, folder: Path) -> object:
    """A manifest of somebody else's in the folder that is to be replaced; what lies beside it must stay as it is."""
    from quasiprint.storage.ownership import sealed
    from quasiprint.storage.sinks import placed

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
        data = sealed(json.dumps(json.loads(data), indent=1).encode() + b"\n")  # a seal that is right is no secret
    (place / "manifest.json").write_bytes(data)
    try:
        with placed(place) as stage:
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
    from quasiprint.games.quomino.notation import write
    from quasiprint.games.quomino.rules import Move

    layout = json.loads(_data("tests/data/quasimino-75.json"))
    few = json.dumps({"tiles": layout["tiles"][:6]}).encode()
    hexagons = json.dumps({"tiles": json.loads(_data("tests/data/triomino-9-hexagons.json"))["tiles"][:8]}).encode()
    game, position = _data("examples/quomino-game.txt"), _data("examples/quomino-position.txt")
    held = write(6, [Move(14, 2, None)], (("computer", "white"), ("depth", "2"), ("seed", "5"))).encode()
    open_seal = held[: held.index(b"saved")] + b"saved ??????\n"
    projects = tuple(path.read_bytes() for path in sorted((ROOT / "examples").glob("*.toml")))
    found = (
        Reader("board", board, (BOARD, BOARD.replace(b" x", b"  ")), ("+--+", "|", "x", "o", "\n\n", "+---+")),
        Reader("boards", boards, (BOARD + b"\n" + BOARD,), ("+--+", "|", "\n\n")),
        Reader("name", name, (b"5-0MJ-1", b"3-0-", b"9-03ZR0-ZY07Z-G1ZW0-FZ03Z-R0ZY0-7ZG0-S"), ("-", "U", "21-", " ")),
        Reader("quasimino-layout", quasimino, (few,), (*JSON_WORDS, "thin-0121", "thick-0000")),
        Reader("triomino-layout", triomino, (hexagons,), (*JSON_WORDS, "1-3-5")),
        Reader("square-layout", squares, (SQUARES,), JSON_WORDS),
        Reader("triomino-game", triomino, (GAME,), TRIOMINO_WORDS),
        Reader("quomino-game", quomino, (game, position), QUOMINO_WORDS),
        Reader("quomino-saved", saved, (held, open_seal), QUOMINO_WORDS),
        Reader("quomino-typed", typed, (TYPED,), QUOMINO_WORDS),
        Reader("project", project, projects, (*TOML_WORDS, "game", "output", "profile", "format", "board", "symbols"),
               names=True),
        Reader("profile", profile, (*_texts_in(PROFILES, "[!l]*/[alo]*.toml"), CALIBRATED), (*TOML_WORDS, "base")),
        Reader("layers", layers, _texts_in(PROFILES, "layers/*.toml"), TOML_WORDS),
        Reader("rules-words", words, _texts_in(RULES, "quomino-scoresheet.toml"), TOML_WORDS),
        Reader("rules-text", prose, _texts_in(RULES, "quo*.md"), MARKDOWN),
        Reader("rules-book", book, _texts_in(RULES, "quomino-quick.md"), MARKDOWN, Bounds(20.0, 1024)),
        Reader("set-page", page, (_data("templates/set-readme.md"),), MARKDOWN),
        Reader("symbol", symbol, (SYMBOL,), SVG_WORDS, Bounds(15.0, 1024)),
        Reader("options", options, ARGUMENTS, OPTION_WORDS, names=True),
        Reader("manifest", manifest, (MANIFEST, *(MANIFEST.replace(b"1}", b"1}, " + more) for more in FOREIGN)),
               (*JSON_WORDS, '"path"', '"files"', '"game"', "../", "stl/", "./", "//")),
    )  # fmt: skip

    return {reader.name: reader for reader in (*found, *made_readers(), *set_readers())}


def needs(name: str) -> tuple[pytest.MarkDecorator, ...]:
    """Return the marks of a test of a reader that needs what may be missing."""
    return (pytest.mark.foreign(KERNEL),) if name == "set-step" else ()


@cache
def ready(reader: Reader) -> None:
    """Import and compile what a reader needs, so that no input is charged for it."""
    for seed in reader.seeds:
        with tempfile.TemporaryDirectory(prefix="quasiprint-") as folder:
            before = os.getcwd()
            os.chdir(folder)
            try:
                reader.read(seed, Path(folder))
            except InputError:
                pass
            finally:
                os.chdir(before)


def tried(reader: Reader, data: bytes, folder: Path) -> str | None:
    """Return how a reader breaks its contract with these bytes; None if it keeps it."""
    return broken(reader.read, data, folder, reader.bounds, names=reader.names)


SETS = ROOT / "examples/sets"
SET_WORDS = (
    "polygon",
    "labels",
    "turns",
    "steps",
    "squares",
    "which",
    "tiles",
    "copies",
    "[[shape]]",
    "[rule]",
    "99",
    "-1",
)
BEGINNINGS = ("macmahon-squares", "kites-and-darts", "serpentiles", "jigsaw", "wang-11", "dominoes-6", "quasimino")


@cache
def design(said: str) -> Any:
    """Return the design of a set file: of its text, or of a shipped file of this name."""
    from quasiprint.sets.set_file import read

    return read(said.encode() if "\n" in said else (SETS / f"{said}.toml").read_bytes(), "x.toml")


def held(said: str) -> Any:
    """Return the tiles of each shape of a set file."""
    from quasiprint.sets.proof import hold

    return hold(design(said), "x.toml")


def set_file(data: bytes, _: Path) -> object:
    """A set file, read and counted as `check` does before it visits labellings."""
    from quasiprint.sets.proof import hold, refuse_too_many
    from quasiprint.sets.set_file import read

    own = read(data, "mine.toml")
    refuse_too_many(own, "mine.toml")
    return len(hold(own, "mine.toml"))


def set_layout(data: bytes, _: Path) -> object:
    """A layout of MacMahon's squares, judged."""
    from quasiprint.sets.judge import judge

    return scored(judge(design("macmahon-squares"), data))


def set_readers() -> tuple[Reader, ...]:
    """The readers, and what each begins with."""
    files = tuple((SETS / f"{name}.toml").read_bytes() for name in BEGINNINGS)
    example = (ROOT / "quasiprint/sets/example.json").read_bytes()
    return (
        Reader("set-file", set_file, files, (*TOML_WORDS, *SET_WORDS), Bounds(20.0, 1024)),
        Reader("set-layout", set_layout, (example,), (*JSON_WORDS, "square-0012", '"at"', '"turn"', '"flipped"')),
    )


FILES = {
    "stl": "stl/0-0-0-body.stl",
    "3mf": "3mf/plate-1-prusa.3mf",
    "step": "step/triomino-set.step",
    "obj": "obj/0-0-0.obj",
    "svg": "svg/sheet-1.svg",
    "dxf": "dxf/sheet-1.dxf",
    "pdf": "pdf/tiles-a4-colour.pdf",
}
WORDS = {
    "stl": ("solid", "facet normal", "endsolid", "quasiprint"),
    "3mf": ("PK", "3D/3dmodel.model", "Metadata/", "<object ", "<triangle ", "<vertex ", "transform=", "<!DOCTYPE"),
    "svg": ("<g ", "</g>", 'transform="', "matrix(", 'd="', "M", "L", "Z", "C", "A", "style=", "stroke:", "fill:",
            "nan", "1e999", "viewBox", "mm", "<!DOCTYPE", "<!ENTITY", "<use ", "display:none"),
    "dxf": ("LWPOLYLINE", "$INSUNITS", "ENTITIES", "EOF", "BLOCK", "INSERT", "  8\n", " 10\n", " 90\n", "1e308"),
    "pdf": (" cm", " Do", " re", " m", " l", " h", "BT", "ET", "Tf", "Tj", "/XObject", "obj", "endobj", "stream"),
    "obj": ("v ", "f ", "o ", "g ", "usemtl ", "mtllib ", "materials.mtl", "vn ", "1/1/1", "-1", "s 1", "nan", "\\"),
    "step": ("CARTESIAN_POINT", "ADVANCED_FACE", "LENGTH_UNIT", "#1", "ENDSEC;", "1.E+300"),
}  # fmt: skip


@cache
def _set(name: str) -> dict[str, bytes]:
    """Return the files of the smallest set in one format, without the books that have no pieces."""
    from quasiprint.cli import main

    with tempfile.TemporaryDirectory(prefix="quasiprint-") as folder, contextlib.redirect_stdout(io.StringIO()):
        target = Path(folder) / "set"
        arguments = ["make", "triomino", "--highest", "0", "--format", name, "-o", str(target)]
        main(arguments, prog_name="quasiprint", standalone_mode=False)
        every = {path.relative_to(target).as_posix(): path.read_bytes() for path in target.rglob("*") if path.is_file()}
    kept = ("manifest.json", "README.md", FILES[name])
    return {path: content for path, content in every.items() if name != "pdf" or path in kept}


def _file(name: str, path: str) -> tuple[bytes, ...]:
    return (_set(name)[path],)


def _verified(name: str) -> Any:
    def read(data: bytes, folder: Path) -> object:
        from quasiprint.pipeline.verify import By, verify
        from quasiprint.storage.stored import stored

        files = _set(name) | {FILES[name]: data}
        for path, content in files.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_bytes(content)
        told = json.loads(files["manifest.json"])
        told["files"] = [
            {"path": path, "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
            for path, content in files.items()
            if path != "manifest.json"
        ]
        (folder / "manifest.json").write_text(json.dumps(told))
        return verify(stored(folder), by=By.PIECES).findings

    return read


def _verified_manifest(data: bytes, folder: Path) -> object:
    from quasiprint.pipeline.verify import By, verify
    from quasiprint.storage.stored import stored

    for path, content in _set("svg").items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(content)
    (folder / "manifest.json").write_bytes(data)
    return verify(stored(folder), by=By.PIECES).findings


@cache
def _packed() -> bytes:
    """Return the smallest set as an archive."""
    from quasiprint.storage.archive import placed_archive

    with tempfile.TemporaryDirectory(prefix="quasiprint-") as folder:
        target = Path(folder) / "set.zip"
        with placed_archive(target) as stage:
            for path, content in _set("svg").items():
                stage.write(path, content)
        return target.read_bytes()


def _archive(data: bytes, folder: Path) -> object:
    """A set as an archive, which may also be one that is to be replaced."""
    from quasiprint.model.errors import InputError
    from quasiprint.pipeline.verify import By, verify
    from quasiprint.storage.archive import refuse_other
    from quasiprint.storage.stored import stored

    path = folder / "set.zip"
    path.write_bytes(data)
    with contextlib.suppress(InputError):
        refuse_other(path)
    return verify(stored(path), by=By.PIECES).findings


def made_readers() -> tuple[Reader, ...]:
    """Return a reader for each format, one of manifests and one of archives."""
    bounds = Bounds(15.0, 1024)
    found = [
        Reader(f"set-{name}", _verified(name), partial(_file, name, path), WORDS.get(name, ()), bounds)
        for name, path in FILES.items()
    ]
    words = ('"made with"', '"measures"', '"pieces"', '"files"', '"marks"', '"version"', "../", "null", "1e999", "[")
    archive = ("PK", "manifest.json", "../manifest.json", "svg/", "README.md", "\0\0", "\x7f")
    return (
        *found,
        Reader("set-manifest", _verified_manifest, partial(_file, "svg", "manifest.json"), words, bounds),
        Reader("set-archive", _archive, lambda: (_packed(),), archive, bounds),
    )
