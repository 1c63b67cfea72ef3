"""What may be said of pages, as options, in profiles and in project files; and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from called import invoke
from pypdf import PdfReader

from quasiprint.make.run import Request, settle
from quasiprint.model.errors import InputError


@pytest.mark.thorough
def test_the_edge_is_an_option_and_a_key_of_a_profile(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('[page]\nwidth = 210\nheight = 297\nmargin = 5\nbleed = 3\nflip = "short"\n')
    words = ("make", "triomino", "--highest", 0, "--format", "pdf")
    for name, more in (("own", ("--profile", own)), ("said", ("--flip", "short")), ("usual", ())):
        invoke(*words, *more, "-o", tmp_path / name, code=0)
        invoke("verify", tmp_path / name, code=0)
        edge = "long" if name == "usual" else "short"
        assert f"flip on {edge} edge" in (tmp_path / name / "README.md").read_text()
        manifest = json.loads((tmp_path / name / "manifest.json").read_text())
        (page,) = manifest["parameters"]["made with"]["pages"]
        assert page.get("flip", "long") == edge and ("flip" in page) == (edge == "short")
    invoke(*words, "--profile", own, "--flip", "long", "-o", tmp_path / "long", code=0)
    assert "flip on long edge" in (tmp_path / "long/README.md").read_text()
    refused = invoke(*words, "--flip", "upper", "-o", tmp_path / "no", code=2)
    assert "'upper'" in refused.output and "long" in refused.output and "short" in refused.output
    own.write_text(own.read_text().replace("short", "upper"))
    refused = invoke(*words, "--profile", own, "-o", tmp_path / "no", code=2)
    assert "flip: found 'upper', allowed is long or short" in refused.output


@pytest.mark.thorough
def test_options_and_profiles_of_pages(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text("[page]\nwidth = 210\nheight = 297\nmargin = 6\nbleed = 2\nback_offset = [0.4, -0.25]\n")
    words = ("make", "triomino", "--highest", 0, "--format", "pdf", "--profile", own)
    assert invoke(*words, "-o", tmp_path / "set").exit_code == 0
    assert invoke("verify", tmp_path / "set").exit_code == 0
    assert invoke(*words, "--back-offset", "-0.5,1mm", "--bleed", "0", "-o", tmp_path / "other").exit_code == 0
    assert invoke("verify", tmp_path / "other").exit_code == 0
    project = tmp_path / "project.toml"
    project.write_text(
        'game = "triomino"\nhighest = 0\nformat = "pdf"\nprofile = "mine.toml"\nback-offset = [-0.5, 1]\nbleed = 0\n'
    )
    assert invoke("make", "--project", project, "-o", tmp_path / "third").exit_code == 0
    name = "pdf/tiles-mine-colour.pdf"
    first, other, third = ((tmp_path / one / name).read_bytes() for one in ("set", "other", "third"))
    assert first != other == third
    assert len(PdfReader(tmp_path / "set" / name).pages) == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--back-offset", "1"), "found '1', allowed are two lengths"),
        (("--back-offset", "a,b"), "allowed are two lengths"),
        (("--back-offset", "11,0"), "back_offset: found 11 mm, allowed is from -10 to 10 mm"),
        (("--back-offset", "4,0"), "back_offset: found 4 mm across, allowed on a4 is from -3 to 3 mm"),
        (("--bleed", "-1"), "allowed is a length from 0"),
        (("--bleed", "51"), "bleed: found 51 mm, allowed is from 0 to 50 mm"),
    ],
)
def test_what_no_printer_does_is_refused(words: tuple[str, ...], says: str, tmp_path: Path) -> None:
    result = invoke("make", "triomino", "--format", "pdf", *words, "-o", tmp_path / "set", code=2)
    assert says in result.output
    assert not (tmp_path / "set").exists()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("back_offset = [1]", "back_offset: found .* allowed is a list of two numbers, each from -10 to 10 mm"),
        ("back_offset = [0, 12]", "each from -10 to 10 mm"),
        ("back_offset = 3", "each from -10 to 10 mm"),
        ('marks = "graphtec"', "marks: found 'graphtec', allowed is none or silhouette or cameo-5-alpha or cricut"),
        ("reach = [0.5, 0]", "reach: found .* allowed is a list of two numbers, each 0, or from 1 to 10000 mm"),
    ],
)
def test_a_page_profile_that_no_page_has_is_refused(line: str, says: str, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(f"[page]\nwidth = 210\nheight = 297\nmargin = 6\nbleed = 2\n{line}\n")
    with pytest.raises(InputError, match=says):
        settle(Request("triomino", {}, formats=("pdf",), profiles=(str(own),)))
