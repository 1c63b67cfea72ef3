"""Hostile input for every reader there is: mutations of what is valid, files that broke a reader or might, and what is
too large to be kept.

What the readers promise stands in `contract`; the same is tried for longer, and led by what it reaches, by
benchmarks/fuzz.py, which adds what it finds to tests/data/corpus/READER.
"""

from __future__ import annotations

import contextlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from called import manifest_of
from contract import MESSAGE, ROOT, Bounds, broken
from hypothesis import given, settings
from hypothesis import strategies as st
from mutation import STRANGE, mutated
from pypdf import PdfReader
from readers import readers, ready, tried

from quasiprint.disk.reading import MAX_BYTES, read_bytes, read_toml
from quasiprint.disk.staging import sink
from quasiprint.errors import LONGEST, InputError, plain

# readers that lay out, set or paint for each input, or read all profiles: fewer examples
FEW = {"rules-book": 4, "rules-text": 10, "rules-words": 6, "project": 10, "profile": 15, "layers": 10, "options": 15,
       "quomino-typed": 15, "symbol": 25, "manifest": 25, "set-page": 25, "set-stl": 8, "set-3mf": 8,
       "set-svg": 8, "set-dxf": 8, "set-pdf": 8, "set-manifest": 8, "set-archive": 8}  # fmt: skip
MANY = 60


def examples(name: str) -> int:
    return FEW.get(name, MANY)


def kept(name: str, data: bytes) -> None:
    with tempfile.TemporaryDirectory(prefix="quasiprint-") as folder:
        assert tried(readers()[name], data, Path(folder)) is None


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", list(readers()))
def test_mutations_of_valid_input_keep_the_contract(name: str) -> None:
    reader = readers()[name]
    ready(reader)

    @settings(max_examples=examples(name))
    @given(st.sampled_from(reader.seeds), st.integers(0, 1 << 30))
    def each(seed: bytes, chance: int) -> None:
        kept(name, mutated(random.Random(chance), seed, reader.words))

    each()


@given(st.text(st.one_of(st.characters(), st.sampled_from("".join(STRANGE))), max_size=3000))
def test_a_message_is_one_short_printable_line(text: str) -> None:
    said = plain(text)
    assert said.isprintable()
    assert len(said) <= LONGEST == MESSAGE
    assert str(InputError(text)) == said
    if text.isprintable() and len(text) <= LONGEST:
        assert said == text.strip()  # what can be shown is shown as it is


def test_no_file_is_read_further_than_it_may_be(tmp_path: Path) -> None:
    (tmp_path / "long").write_bytes(b"a" * (MAX_BYTES + 1))
    with pytest.raises(InputError, match=r"^x: found more than 64 KiB, allowed are up to 64 KiB$"):
        read_bytes(tmp_path / "long", "x")
    with pytest.raises(InputError, match=r"^x: found more than 64 KiB"):
        read_toml(Path("/dev/zero"), "x")
    with pytest.raises(InputError, match=r"^x: cannot be read: Is a directory$"):
        read_bytes(tmp_path, "x")
    for name in ("a\0b", "a" * 300):
        with pytest.raises(InputError, match=r"^x: cannot be read: "):
            read_bytes(Path(name), "x")
    (tmp_path / "bom").write_bytes(b"\xef\xbb\xbfa = 1\r\nb = -9223372036854775808\r\n")
    assert read_toml(tmp_path / "bom", "x") == {"a": 1, "b": -(2**63)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = " + "[" * 3000, "nested too deep"),
        ("a = [{b = 9223372036854775808}]", "found a whole number of 65 bits, allowed are up to 64"),
        ("a = -" + "9" * 25, "found a whole number of 85 bits, allowed are up to 64"),
        ("\n" + "a." * 3000 + "b = 1", "line 2: found 6005 characters, allowed are up to 4000 in a line"),
        ("a = 1\na = 2", "is not TOML: Cannot overwrite a value"),
    ],
)
def test_toml_beyond_its_own_limits_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "x").write_text(text)
    with pytest.raises(InputError, match=f"^x: .*{message}"):
        read_toml(tmp_path / "x", "x")


SEALED = manifest_of({"stl/a.stl": b"a"})


def stand(folder: Path) -> Path:
    place = folder / "set"
    (place / "stl").mkdir(parents=True)
    (place / "stl/a.stl").write_bytes(b"a")
    (place / "manifest.json").write_bytes(SEALED)
    return place


def put(place: Path) -> None:
    with sink(place) as stage:
        stage.write("txt/new.txt", b"n")
        stage.write("manifest.json", manifest_of({"txt/new.txt": b"n"}))


@pytest.mark.parametrize("path", ["far/b.stl", "../mine/b.stl", "{absolute}/mine/b.stl", "stl/../../mine/b.stl"])
def test_a_manifest_does_not_reach_through_a_link_or_out_of_the_set(tmp_path: Path, path: str) -> None:
    place = stand(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/b.stl").write_bytes(b"b")
    (place / "far").symlink_to(tmp_path / "mine")
    listed = manifest_of({"stl/a.stl": b"a", path.replace("{absolute}", str(tmp_path)): b"b"})
    (place / "manifest.json").write_bytes(listed)
    with pytest.raises(InputError, match=r"holds '(far|manifest\.json)'"):
        put(place)
    (place / "far").unlink()
    if path == "far/b.stl":
        put(place)
    else:
        with pytest.raises(InputError, match=r"holds 'manifest\.json'"):
            put(place)
    assert (tmp_path / "mine/b.stl").read_bytes() == b"b"


def test_a_template_is_words_to_typst_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from quasiprint.documents import rulebook

    monkeypatch.chdir(tmp_path)
    hostile = '#import "@preview/cetz:0.3.0"; #read("/etc/passwd"); #while true {} \\u{41} ") ] $x$ @a <b>'
    own = tmp_path / "templates/rules/layout.typ"
    own.parent.mkdir(parents=True)
    own.write_text('#import "@preview/cetz:0.3.0"\n#let book(body) = { while true {} }\n')  # a program is no template
    blocks = rulebook.blocks(f"# t\n\n{hostile}\n", "x")
    for kind, booklet in (("quick", False), ("book", False), ("book", True)):
        held = rulebook.Manuscript(kind, "en", "t", blocks, {}, "#33415c", {"notes": "n"}, hostile)
        made = rulebook.leaves(held, "a4", booklet)
        (tmp_path / "x.pdf").write_bytes(made)
        shown = "".join(PdfReader(tmp_path / "x.pdf").pages[0].extract_text().split())
        told = shown.replace("“", '"').replace("”", '"')
        assert told.count('#import"@preview/cetz:0.3.0";#read("/etc/passwd");#whiletrue{}') == (
            1 if kind == "quick" else 2
        )


def test_a_layout_that_fetches_or_reads_is_refused_by_typst_itself() -> None:
    """What the words of a template cannot reach: were one to reach it, no file outside would be read."""
    from quasiprint.documents import rulebook

    for program in ('#read("/etc/passwd")', '#read("../../../etc/passwd")', '#image("/etc/passwd")'):
        with pytest.raises(InputError, match="rulebook: Typst found"):
            rulebook.typeset({}, {"main.typ": program.encode()})


CORPUS = ROOT / "tests/data/corpus"
FILES = sorted(path for path in CORPUS.glob("*/*"))
QUICK = Bounds(0.3, 128)


def svg(inner: bytes) -> bytes:
    return b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">' + inner + b"</svg>"


TRIOMINO = b'{"tile": "1-3-5", "cell": [0, 0, 0], "corners": [1, 3, 5]},'
STYLES = b"<style>" + b"".join(b".c%d{fill:red}" % n for n in range(499)) + b"</style>"
# reader, and how what would keep it busy is made
LARGE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "rules times elements": ("symbol", lambda: svg(STYLES + b"<g/>" * 200_000)),
"numbers": ("symbol", lambda: svg(b'<path d="M' + b"1 " * 300_000 + b'"/>')),
"comments that nothing ends": ("rules-text", lambda: b"# t\n\n" + b"<!--\n" * 12_000),
"emphasis": ("rules-text", lambda: b"# t\n\n" + b"*a **b" * 10_000),
"parts of the set's page": ("set-page", lambda: b"<!-- for x -->\n" * 4_000),
"dotted keys": ("profile", lambda: b"".join(b"a." * 1_900 + b"b%d = 1\n" % n for n in range(16))),
"a path of half a million folders": (
        "manifest", lambda: b'{"game": "x", "files": [{"path": "' + b"a/" * 500_000 + b'"}]}',
    ),
"a heap of triominoes": ("triomino-layout", lambda: b'{"tiles": [' + TRIOMINO * 4_999 + TRIOMINO[:-1] + b"]}"),
"draws": ("triomino-game", lambda: b"players A B\nround\nA opens 5-5-5\n" + b"B draws 1\n" * 10_000),
}  # fmt: skip


@pytest.mark.parametrize("path", [pytest.param(path, id=f"{path.parent.name}/{path.name}") for path in FILES])
def test_every_file_of_the_corpus_keeps_the_contract(path: Path, tmp_path: Path) -> None:
    reader = readers()[path.parent.name]
    ready(reader)
    assert tried(reader, path.read_bytes(), tmp_path) is None


@pytest.mark.parametrize("case", LARGE)
def test_no_input_keeps_a_reader_busy(case: str, tmp_path: Path) -> None:
    name, made = LARGE[case]
    reader = readers()[name]
    ready(reader)
    assert tried(reader, made(), tmp_path) is None


def grow(data: bytes, folder: Path) -> object:
    # so large that the C library asks the system for each: small ones may fit into what earlier tests gave back
    return [bytearray(64 << 20) for _ in range(5)]


def loop(data: bytes, folder: Path) -> object:
    while True:
        with contextlib.suppress(Exception):
            sum(range(1000))


def refuse(message: str) -> Callable[[bytes, Path], object]:
    def reader(data: bytes, folder: Path) -> object:
        problem = InputError("x")
        problem.args = (message,)
        raise problem

    return reader


BREAKERS: dict[str, tuple[Callable[[bytes, Path], object], str]] = {
    "raises": (lambda data, folder: {}[0], "KeyError"),
    "hangs": (loop, "takes more than 0.3 s"),
    "eats memory": (grow, "takes more than 128 MiB"),
    "opens a socket": (lambda data, folder: socket.socket(), "uses the network: socket"),
    "reads outside": (lambda data, folder: Path("/etc/passwd").read_bytes(), "opens a file outside for reading"),
    "writes outside": (lambda data, folder: (folder.parent / "x").write_bytes(b""), "opens a file outside for writing"),
    "starts a program": (lambda data, folder: subprocess.run(["true"], check=False), "starts a program"),
    "ends the program": (lambda data, folder: sys.exit(2), "ends the program"),
    "says two lines": (refuse("a\nb"), "not one printable line"),
}


@pytest.mark.parametrize("breaker", BREAKERS)
def test_the_contract_can_be_broken(breaker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if breaker == "waits":  # a busy machine makes others wait, too
        monkeypatch.setattr("contract.WAITING", 1)
    reader, said = BREAKERS[breaker]
    folder = tmp_path / "own"
    folder.mkdir()
    assert said in str(broken(reader, b"", folder, QUICK))
    assert [path.name for path in tmp_path.iterdir()] == ["own"]
    assert signal.getitimer(signal.ITIMER_REAL)[0] == signal.getitimer(signal.ITIMER_PROF)[0] == 0
