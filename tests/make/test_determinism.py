"""The same sets have the same bytes. A sample, with many conditions at once: each by itself is
``benchmarks/determinism.py``, whose comparison this is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from determinism import EVERYTHING, Condition, conditions, difference, digest, made, shifted_clock

SETS = {
    "samples": ("quasimino", "--only", "samples", *EVERYTHING, "--format", "stl,3mf,obj,step,svg,dxf"),
    "quasimino": ("quasimino", "--colours", "1", *EVERYTHING, "--format", "stl,3mf,obj,step,svg,dxf,pdf"),
    "majomino": ("majomino", "--size", "3", "--count", "2", "--character", *EVERYTHING, "--format", "stl,svg,txt,pdf"),
    "triomino": ("triomino", "--highest", "1", "--finish", "inlaid", *EVERYTHING, "--format", "stl,3mf,svg,dxf,pdf"),
    "quomino": ("quomino", "--size", "4", *EVERYTHING, "--format", "stl,svg,pdf"),
}
ALL = conditions()


def other(folder: Path) -> dict[str, str]:
    """Another clock, a home with settings for the libraries, another TMPDIR."""
    clock = shifted_clock(folder)
    return {**clock, **ALL["settings of the libraries"].prepare(folder), **ALL["TMPDIR elsewhere"].prepare(folder)}


OTHER = Condition(
    options=("--jobs", "2"),
    environment={
        "PYTHONHASHSEED": "7",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "tr_TR.UTF-8",
        "SOURCE_DATE_EPOCH": "1",
        "OMP_NUM_THREADS": "2",
        "COLUMNS": "20",
    },
    flags=("-O",),
    before=ALL["umask 077"].before,
    prepare=other,
    stands_elsewhere=True,
    terminal=ALL["a terminal"].terminal if "a terminal" in ALL else False,
)


Reference = Callable[[str], dict[str, str]]


@pytest.fixture(scope="module")
def reference(small_set: Callable[..., Path]) -> Reference:
    """The digests of each set, made in this process when they are asked for."""
    return lambda game: digest(small_set(*SETS[game]))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", SETS)
def test_another_world_gives_the_same_bytes(game: str, reference: Reference, tmp_path: Path) -> None:
    assert difference(reference(game), made(("make", *SETS[game]), OTHER, tmp_path / "other")) == "same"
    made_of = {name.partition("/")[0] for name in reference(game)}
    assert made_of >= {*SETS[game][-1].split(",")}  # each format is there to be compared


@pytest.mark.thorough
def test_a_home_that_cannot_be_written_is_no_fault(reference: Reference, tmp_path: Path) -> None:
    """Libraries keep things there; ReportLab looks for settings there, but see above."""
    home = ALL["HOME that cannot be written"]
    assert difference(reference("quasimino"), made(("make", *SETS["quasimino"]), home, tmp_path / "other")) == "same"


def test_the_comparison_names_the_file_that_differs(tmp_path: Path) -> None:
    """First what is not the manifest, which names the others."""

    def of(**files: str) -> dict[str, str]:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        for name, content in files.items():
            (folder / name.replace("_", ".")).write_text(content)
        return digest(folder)

    held = of(a_svg="1", b_svg="1", manifest_json="1")
    assert difference(held, of(a_svg="1", b_svg="1", manifest_json="1")) == "same"
    assert difference(held, of(a_svg="1", b_svg="2", manifest_json="2")) == "b.svg"
    assert difference(held, of(a_svg="1", b_svg="1", manifest_json="2")) == "manifest.json"
    assert difference(held, of(b_svg="1", manifest_json="1")) == "a.svg"
