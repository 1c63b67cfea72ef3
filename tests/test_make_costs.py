"""What a run does once, and what it lets go of: books judged before they are typeset, jobs, and productions."""

from __future__ import annotations

import io
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from quasiprint.addons.lab.majomino import claims
from quasiprint.api import design
from quasiprint.documents import typeset
from quasiprint.make.checking import prove
from quasiprint.make.make import Making, jobs_of
from quasiprint.make.processes import usual_jobs
from quasiprint.make.run import Request, Run, settle
from quasiprint.make.workshop import Workshop
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Severity
from quasiprint.model.production import Artefact, Offer

WRONG = ("closing=2", "closing=3")  # what the caption of a figure claims, and the rules refute


def run_of(game: str, formats: tuple[str, ...], **options: int) -> Run:
    return settle(Request(game, options, formats=formats))


def with_wrong_caption(run: Run) -> Run:
    name = f"rules/en/{run.game}.md"
    held = dict(run.templates.files)
    assert WRONG[0].encode() in held[name]
    held[name] = held[name].replace(*(word.encode() for word in WRONG))
    return replace(run, templates=replace(run.templates, files=tuple(held.items())))


@pytest.fixture
def nothing_typeset(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> bytes:
        raise AssertionError("a book was typeset")

    monkeypatch.setattr(typeset, "typeset", refused)


# --- books ---------------------------------------------------------------------------------------


def test_a_check_loads_nothing_to_typeset_with(root: Path) -> None:
    check = "assert quasiprint.design('quomino', size=4).check().proved"
    script = f"import sys, quasiprint\n{check}\nprint('typst' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.usefixtures("nothing_typeset")
def test_a_check_finds_a_wrong_caption_and_typesets_nothing() -> None:
    run = run_of("quomino", ("pdf",), size=4)
    assert not [f for f in prove(Workshop(run)).findings if f.severity is Severity.ERROR]
    with pytest.raises(InputError, match="figure 'threat': its caption claims closing = 3, and by the rules it is 2"):
        prove(Workshop(with_wrong_caption(run)))


@pytest.mark.usefixtures("nothing_typeset")
def test_a_wrong_caption_is_told_before_there_is_a_file() -> None:
    run = with_wrong_caption(run_of("quomino", ("svg", "pdf"), size=4))
    with pytest.raises(InputError, match="its caption claims closing = 3"):
        Making(Workshop(run))


def test_words_too_many_for_a_score_sheet_are_found_by_a_check() -> None:
    run = run_of("quomino", ("pdf",), size=4)
    name, held = "rules/en/quomino-scoresheet.toml", dict(run.templates.files)
    held[name] = held[name].replace(b'= "', b'= "' + b"many words " * 400, 1)
    long = replace(run, templates=replace(run.templates, files=tuple(held.items())))
    with pytest.raises(InputError, match="allowed are"):
        prove(Workshop(long))


def test_pages_are_counted_in_what_typst_wrote() -> None:
    book = Workshop(run_of("quomino", ("pdf",), size=4)).books
    made = dict(book)["rules-a4"]
    assert typeset.page_count(made) == len(PdfReader(io.BytesIO(made)).pages) > 1
    with pytest.raises(ValueError, match="allowed is what Typst writes"):
        typeset.page_count(made.replace(b"/Type/Pages", b"/Type/Other", 1))


# --- jobs ----------------------------------------------------------------------------------------


def test_formats_that_need_the_same_are_one_job_and_the_longest_is_first() -> None:
    assert jobs_of(("stl", "3mf", "svg", "dxf", "pdf")) == [("pdf",), ("stl", "3mf"), ("svg", "dxf")]
    assert jobs_of(("svg", "txt")) == [("svg",), ("txt",)]


def test_any_number_of_jobs_gives_the_same_bytes() -> None:
    """Fewer than there are parts to be made, as many, and more."""
    held = design("triomino", highest=0, papers=("a4", "letter"), extras=("all",))
    beside = {"README.md", "bill.csv", "gallery.html", "manifest.json", "preview"}
    for formats, several in ((("stl", "svg", "dxf", "pdf"), (2,)), (("stl", "svg", "dxf"), (2, 7))):
        alone = held.files(formats=formats, jobs=1)
        assert {name.partition("/")[0] for name in alone} == {*formats, *beside}
        assert len(jobs_of(formats)) == len(formats) - 1  # svg and dxf are one
        for jobs in several:
            assert held.files(formats=formats, jobs=jobs) == alone


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_of_several_reasons_the_same_one_is_told_with_any_number_of_jobs(jobs: int) -> None:
    held = design("triomino", highest=1, edge=500)
    with pytest.raises(InputError, match=r"found a piece of .* allowed is what fits on 250 × 210 mm"):
        held.files(formats=("stl", "svg", "pdf"), jobs=jobs)


def test_no_process_is_left_when_a_caption_is_wrong() -> None:
    making = Making(Workshop(with_wrong_caption(run_of("quomino", ("svg", "pdf"), size=4))), 2)
    with pytest.raises(InputError, match="its caption claims closing = 3"):
        list(making.artefacts())
    assert multiprocessing.active_children() == []


def test_as_many_jobs_as_cores_where_a_process_begins_with_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def pages(name: str) -> int:
        return {"SC_PHYS_PAGES": 1 << 20, "SC_PAGE_SIZE": 1 << 12}[name]  # 4 GiB

    monkeypatch.setattr(multiprocessing, "get_start_method", lambda: "fork")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 5}, raising=False)
    monkeypatch.setattr(os, "sysconf", pages, raising=False)
    assert usual_jobs() == 3
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    assert usual_jobs() == 8  # as memory has it
    monkeypatch.setattr(multiprocessing, "get_start_method", lambda: "spawn")
    assert usual_jobs() == 1


# --- boards --------------------------------------------------------------------------------------


def test_a_board_is_played_out_once_whatever_is_made_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    estimate = claims.estimate
    monkeypatch.setattr(claims, "estimate", lambda *asked: played.append(asked) or estimate(*asked))
    design("majomino", size=3, count=1, character=True, seed=20).files(formats=("stl", "svg", "pdf"), jobs=1)
    assert [(len(boards), double) for boards, _, _, double, _ in played] == [(1, 0), (1, 1)]


# --- productions ---------------------------------------------------------------------------------


def test_what_formats_needed_is_given_back_after_the_last_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    shop = Workshop(run_of("triomino", ("stl", "3mf", "svg", "pdf"), highest=1))
    making = Making(shop)
    assert {"solids", "drawings", "pages"} <= set(vars(shop))
    held: dict[str, set[str]] = {}
    release: Callable[[Offer], None] = shop.release
    monkeypatch.setattr(shop, "release", lambda offer: held.update({offer: set(vars(shop))}) or release(offer))
    made = [file for file in making.artefacts() if isinstance(file, Artefact)]
    assert list(held) == [Offer.SOLIDS, Offer.DRAWINGS, Offer.PAGES]
    assert "solids" in held[Offer.SOLIDS]
    assert "solids" not in held[Offer.DRAWINGS]
    assert not {"solids", "drawings", "pages"} & set(vars(shop))
    assert made[-1].path == "manifest.json"
