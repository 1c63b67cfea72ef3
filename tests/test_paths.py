"""No file of a set lands outside it, whoever asks: a room, a format, a user's drawing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from called import invoke, tree
from hypothesis import given
from hypothesis import strategies as st

from quasiprint.disk.naming import is_inside
from quasiprint.disk.sinks import memory, sink
from quasiprint.make.make import Making
from quasiprint.model.errors import InputError
from quasiprint.model.production import Artefact

OUTSIDE = (
    *("../evil", "../../evil", "stl/../../evil", "stl/..", "..", ".", "", "/", "//", "./evil", "stl/./evil"),
    *("/evil", "//server/evil", "stl//evil", "stl/", "..\\evil", "stl\\..\\..\\evil", "\\\\server\\share\\evil"),
    *(
        "C:evil",
        "C:\\evil",
        "C:/evil",
        "stl/evil:stream",
        "evil\0.stl",
        "../evil\0",
        "evil\n",
        "\x1b[31mevil",
        "evil\u202e",
    ),
    *("\ud800evil", "stl/\udcff"),
)
INSIDE = ("manifest.json", "stl/a.stl", "a/b/c/d.txt", "source/symbols/ä ö.svg", "stl/..a", "console.txt", "stl/com10")
QUICK = ("make", "triomino", "--highest", "0", "--format", "svg")


@pytest.fixture
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder far down, with something of somebody's in each folder above."""
    place = tmp_path / "a/b/c"
    place.mkdir(parents=True)
    for folder in (place, *place.parents):
        if folder.is_relative_to(tmp_path):
            (folder / "mine").write_text("mine")
    monkeypatch.chdir(place)
    return tmp_path


@pytest.mark.parametrize("where", ["set", "set.zip"])
@pytest.mark.parametrize("path", [*OUTSIDE, "{absolute}/evil"])
def test_a_path_that_leads_out_of_a_set_is_refused(ground: Path, path: str, where: str) -> None:
    path = path.replace("{absolute}", str(ground))
    before = tree(ground)
    with pytest.raises(InputError, match="would not lie in the set"), sink(Path(where)) as stage:
        stage.write("stl/a.stl", b"a")
        stage.write(path, b"evil")
    assert tree(ground) == before
    assert not Path("/evil").exists()


@pytest.mark.parametrize("path", OUTSIDE)
def test_memory_refuses_it_too_and_keeps_nothing(path: str) -> None:
    files: dict[str, bytes] = {}
    with pytest.raises(InputError, match="would not lie in the set"), memory(files) as stage:
        stage.write("stl/a.stl", b"a")
        stage.write(path, b"evil")
    assert files == {}


@pytest.mark.parametrize("path", INSIDE)
def test_a_path_within_a_set_is_taken(ground: Path, path: str) -> None:
    files: dict[str, bytes] = {}
    for place in (sink(Path("set")), sink(Path("set.zip")), memory(files)):
        with place as stage:
            stage.write(path, b"good")
    assert (Path("set") / path).read_bytes() == b"good"
    assert files == {path: b"good"}


def test_a_file_is_no_folder_for_another(here: Path) -> None:
    for first, second in (("a", "a/b"), ("a/b", "a")):
        for place in (memory({}), sink(Path("set")), sink(Path("set.zip"))):
            with pytest.raises(ValueError, match=r"two files of the set|is a file, not a folder"), place as stage:
                stage.write(first, b"")
                stage.write(second, b"")
    assert tree(here) == {}


@given(st.text(st.one_of(st.characters(), st.sampled_from("./\\:\0~ ")), max_size=12))
def test_whatever_is_taken_lies_in_the_folder(path: str) -> None:
    if is_inside(path):
        joined = Path("/set", path)
        assert joined.is_relative_to("/set") and joined != Path("/set")
        assert ".." not in joined.parts
        assert path.isprintable()


@pytest.mark.parametrize("where", ["set", "set.zip"])
@pytest.mark.parametrize("path", ["../../evil", "{absolute}/evil", "..\\..\\evil"])
def test_a_room_or_a_format_cannot_write_outside_the_set(
    ground: Path, path: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a run yields; the set that was there stays."""
    path = path.replace("{absolute}", str(ground))
    assert invoke(*QUICK, "-o", where).exit_code == 0
    before = tree(ground)
    real = Making.artefacts

    def with_evil(self: Making, *given: object) -> Iterator[Artefact]:
        for artefact in real(self, *given):  # type: ignore[arg-type]
            yield artefact
            if artefact.of or artefact.path.startswith("svg/"):
                yield Artefact(path, b"evil")

    monkeypatch.setattr(Making, "artefacts", with_evil)
    result = invoke(*QUICK, "-o", where, "--thickness", 5, code=2)
    assert "would not lie in the set" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert tree(ground) == before
