"""Hostile input, made up: arbitrary bytes and text, and mutations of what is valid, for every reader there is.

What the readers promise stands in `contract`; the same is tried for longer, and led by what it reaches, by
benchmarks/fuzz.py.
"""

from __future__ import annotations

import errno
import os
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from called import manifest_of
from contract import MESSAGE
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mutation import KINDS, STRANGE, mutated
from pypdf import PdfReader
from readers import needs, readers, ready, tried

from quasiprint.disk.reading import MAX_BYTES, read_bytes, read_ordinary, read_toml, there
from quasiprint.disk.sinks import place_folder
from quasiprint.make.profiles import read
from quasiprint.model.errors import LONGEST, InputError, plain
from quasiprint.model.texts import choose_parts, without_comments

# readers that lay out, set or paint for each input, or read all profiles: fewer examples
FEW = {"rules-book": 4, "rules-text": 10, "rules-words": 6, "project": 10, "profile": 15, "layers": 10, "options": 15,
       "quomino-typed": 15, "symbol": 25, "manifest": 25, "set-page": 25, "set-stl": 8, "set-3mf": 8, "set-step": 2,
       "set-svg": 8, "set-dxf": 8, "set-pdf": 8, "set-manifest": 8, "set-archive": 8}  # fmt: skip
MANY = 60


def examples(name: str) -> int:
    return FEW.get(name, MANY)


def kept(name: str, data: bytes) -> None:
    with tempfile.TemporaryDirectory(prefix="quasiprint-") as folder:
        assert tried(readers()[name], data, Path(folder)) is None


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(name)) for name in readers()])
def test_arbitrary_bytes_keep_the_contract(name: str) -> None:
    ready(readers()[name])
    letters = st.text(st.one_of(st.characters(), st.sampled_from("\0\n\r\ufeff\u202e\u2028=[]{}<>#\"'\\$"))).map(
        lambda text: text.encode("utf-8", "surrogatepass")
    )

    @settings(max_examples=examples(name) // 2)
    @given(st.one_of(st.binary(), letters))
    @example(b"")
    @example(b"\0")
    @example(b"\xff\xfe\0\0")
    def each(data: bytes) -> None:
        kept(name, data)

    each()


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(name)) for name in readers()])
def test_mutations_of_valid_input_keep_the_contract(name: str) -> None:
    reader = readers()[name]
    ready(reader)

    @settings(max_examples=examples(name))
    @given(st.sampled_from(reader.seeds), st.integers(0, 1 << 30))
    def each(seed: bytes, chance: int) -> None:
        kept(name, mutated(random.Random(chance), seed, reader.words))

    each()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_mutation_changes_something_and_is_the_same_again(kind) -> None:
    seed = readers()["triomino-game"].seeds[0]
    made = [kind(random.Random(chance), seed, ("end",)) for chance in range(40)]
    assert sum(data != seed for data in made) >= 20
    assert made == [kind(random.Random(chance), seed, ("end",)) for chance in range(40)]


@given(st.text(st.one_of(st.characters(), st.sampled_from("".join(STRANGE))), max_size=3000))
def test_a_message_is_one_short_printable_line(text: str) -> None:
    said = plain(text)
    assert said.isprintable()
    assert len(said) <= LONGEST == MESSAGE
    assert str(InputError(text)) == said
    if text.isprintable() and len(text) <= LONGEST:
        assert said == text.strip()  # what can be shown is shown as it is


def test_a_long_message_keeps_its_beginning_and_what_is_allowed() -> None:
    said = plain("size: found " + "\x1b" * 100_000 + ", allowed is 3")
    assert said.startswith("size: found \\x1b\\x1b")
    assert said.endswith("\\x1b, allowed is 3")
    assert len(said) == LONGEST


def test_parts_and_comments_are_taken_out_and_those_left_open_stay() -> None:
    text = "a\n<!-- for x -->\nb\n<!-- end -->\n<!-- for y z -->\nc\n<!-- end -->\n<!-- for x -->\nd\n"
    assert choose_parts(text, lambda words: words == "x") == "a\nb\n<!-- for x -->\nd\n"
    assert choose_parts(text, lambda words: words == "y z") == "a\nc\n<!-- for x -->\nd\n"
    assert without_comments("a\n<!-- b\nc -->\nd\n <!-- e -->\n<!-- f\n") == "a\nd\n <!-- e -->\n<!-- f\n"


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
        assert not there(name)
    assert there(tmp_path / "long")
    (tmp_path / "bom").write_bytes(b"\xef\xbb\xbfa = 1\r\nb = -9223372036854775808\r\n")
    assert read_toml(tmp_path / "bom", "x") == {"a": 1, "b": -(2**63)}


def test_a_file_that_may_not_be_seen_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder that is closed to the user, as root's tests could not have one."""
    path = tmp_path / "closed/x.toml"
    path.parent.mkdir()
    path.write_text("")
    assert there(path)

    def closed(whole: Callable[..., object]) -> Callable[..., object]:
        def refused(self: object, *given: object, **named: object) -> object:
            if self in (path, str(path)):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return whole(self, *given, **named)

        return refused

    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", closed(os.stat))  # which every Python's Path.is_file asks in the end
        patch.setattr(Path, "open", closed(Path.open))
        assert not there(path)
        with pytest.raises(InputError, match=r"^x: cannot be read: Permission denied$"):
            read_bytes(path, "x")
        with pytest.raises(InputError, match=r"^profile: found no file '.*x.toml', allowed"):
            read(str(path))


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
    with place_folder(place) as stage:
        stage.write("new.txt", b"n")


def test_a_manifest_that_nobody_writes_to_or_without_end_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = stand(tmp_path)
    manifest = place / "manifest.json"
    assert read_ordinary(manifest, len(SEALED)) == SEALED
    assert read_ordinary(manifest, len(SEALED) - 1) is None
    manifest.unlink()
    os.mkfifo(manifest)  # whoever opened it would wait for ever
    assert read_ordinary(manifest, 100) is None
    with pytest.raises(InputError, match=r"holds 'manifest\.json'"):
        put(place)
    for named in ("/dev/zero", "../theirs.json"):
        manifest.unlink()
        (tmp_path / "theirs.json").write_bytes(SEALED)
        manifest.symlink_to(named)
        with pytest.raises(InputError, match=r"holds 'manifest\.json'"):
            put(place)
    manifest.unlink()
    manifest.write_bytes(SEALED)
    with monkeypatch.context() as patch:
        patch.setattr("quasiprint.disk.ownership.MAX_MANIFEST", len(SEALED) - 1)
        with pytest.raises(InputError, match=r"holds 'manifest\.json'"):
            put(place)
    put(place)  # and what is a manifest is one
    assert [path.name for path in place.iterdir()] == ["new.txt"]


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
    from quasiprint.documents import prose, typeset

    monkeypatch.chdir(tmp_path)
    hostile = '#import "@preview/cetz:0.3.0"; #read("/etc/passwd"); #while true {} \\u{41} ") ] $x$ @a <b>'
    own = tmp_path / "templates/rules/layout.typ"
    own.parent.mkdir(parents=True)
    own.write_text('#import "@preview/cetz:0.3.0"\n#let book(body) = { while true {} }\n')  # a program is no template
    blocks = prose.blocks(f"# t\n\n{hostile}\n", "x")
    for kind in ("quick", "book", "booklet"):
        options = {"title": "t", "lang": "en", "kind": kind}
        made = typeset.typeset(typeset.source(blocks, options, {}, typeset.Dress(made=hostile)), {})
        (tmp_path / "x.pdf").write_bytes(made)
        shown = "".join(PdfReader(tmp_path / "x.pdf").pages[0].extract_text().split())
        told = shown.replace("“", '"').replace("”", '"')
        assert told.count('#import"@preview/cetz:0.3.0";#read("/etc/passwd");#whiletrue{}') == (
            1 if kind == "quick" else 2
        )


def test_a_layout_that_fetches_or_reads_is_refused_by_typst_itself() -> None:
    """What the words of a template cannot reach: were one to reach it, no file outside would be read."""
    from quasiprint.documents import typeset

    for program in ('#read("/etc/passwd")', '#read("../../../etc/passwd")', '#image("/etc/passwd")'):
        with pytest.raises(InputError, match="rulebook: Typst found"):
            typeset.typeset(program, {})
