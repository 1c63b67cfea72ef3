"""Mutations that are drawn by seed: that they are mutations, and that what anybody can see of them is noticed.

Thousands are drawn in benchmarks/drawn_mutations.py; here is a sample on the smallest set, and the proof that the
engine does what it says: equal seeds, anatomies that lose nothing, hands that change something, judges that see.
"""

from __future__ import annotations

import contextlib
import random

import numpy as np
import pytest
from mutations.drawn import dxf, markup, packages, pdf, pdf_hands, seen_of, shown, step, stl, trial
from mutations.drawn.hands import Nothing, bytes_of, text_of

GAME = "triomino"
QUICK = ("svg", "dxf", "3mf", "stl", "obj", "pdf", trial.BOOKS, trial.README, trial.PICTURES, trial.RECORD,
         trial.FOLDER)  # fmt: skip
# of each: what is caught needs no renderer, and takes milliseconds; whole sets take seconds
SAMPLES = {"pdf": 12, trial.PICTURES: 12, trial.BOOKS: 5, trial.RECORD: 6, trial.FOLDER: 3}
SAMPLE = 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return trial.made(GAME, "small", tmp_path_factory.mktemp("drawn"))


@pytest.fixture(scope="module")
def held(folder):
    return trial.loaded(folder)


def test_the_made_set_is_read_without_a_finding(held):
    for row in ("svg", "dxf", "3mf", "stl", "obj", "pdf", trial.PICTURES):
        path = held.paths(row)[0]
        assert trial.read_back(held, row, path, held.files[path]) == ((), "")


def test_every_file_of_a_set_has_a_row(held):
    rows = [path for row in trial.rows_of(GAME) for path in held.paths(row)]
    assert sorted(rows) == sorted((*held.files, trial.MANIFEST))


@pytest.mark.parametrize("row", [row for row in trial.rows_of(GAME) if row != trial.FOLDER])
def test_equal_seeds_draw_equal_mutations_and_others_draw_others(held, row):
    once, again = ([held.draw(row, str(seed)) for seed in range(8)] for _ in range(2))
    assert once == again
    assert len({mutation.content for _, mutation in once}) > 4


@pytest.mark.parametrize("row", [row for row in trial.rows_of(GAME) if row != trial.FOLDER])
def test_every_mutation_changes_bytes_and_says_what_it_does(held, row):
    for seed in range(4 if row == "step" else 30):
        path, mutation = held.draw(row, str(seed))
        assert mutation.content != held.content(path)
        assert mutation.kind
        assert "\n" not in mutation.kind + mutation.says


ANATOMIES = {
    "svg": lambda content: bytes_of(str(markup.parsed(text_of(content)))),
    "dxf": lambda content: bytes_of(dxf.written(dxf.parsed(text_of(content)))),
    "step": lambda content: bytes_of(str(step.parsed(text_of(content)))),
    "stl": lambda content: stl.written(*stl.parsed(content)),
}


@pytest.mark.parametrize("suffix", ANATOMIES)
def test_an_anatomy_writes_what_it_took_apart(held, suffix):
    for path in held.paths(suffix):
        assert ANATOMIES[suffix](held.files[path]) == held.files[path], path


@pytest.mark.foreign("pdfinfo", "pdftoppm", "pdftotext")
def test_an_anatomy_keeps_members_and_drawings(held):
    for path in held.paths("3mf"):
        once = packages.parsed(held.files[path])
        again = packages.parsed(packages.written(once))
        assert [(one.info.filename, one.content) for one in once] == [(one.info.filename, one.content) for one in again]
        drawn = [one for one in once if not one.content.startswith(packages.PICTURE)]
        assert {one.info.filename.rpartition(".")[2] for one in once if one not in drawn} == {"png"}
        for one in drawn:
            assert str(markup.parsed(text_of(one.content))) == text_of(one.content)
    for path in held.paths("pdf")[:2]:
        once = pdf.parsed(held.files[path])
        again = pdf.parsed(pdf.written(once))
        assert [(one.id, one.stream) for one in once.objects] == [(one.id, one.stream) for one in again.objects]
        assert not shown.difference(shown.pdf(held.files[path], path, {}), shown.pdf(pdf.written(once), path, {}))


HANDS = {
    "svg": [
        (hand, lambda text, r, hand=hand: _with(markup.parsed(text), r, hand)) for hand in dict.fromkeys(markup.HANDS)
    ],
    "dxf": [(hand, lambda text, r, hand=hand: _with(dxf.parsed(text), r, hand)) for hand in dict.fromkeys(dxf.HANDS)],
    "step": [
        (hand, lambda text, r, hand=hand: _with(step.parsed(text), r, hand)) for hand in dict.fromkeys(step.HANDS)
    ],
}


def _with(anatomy, r, hand):
    from mutations.drawn import svg

    arguments = (svg.KNOWN,) if isinstance(anatomy, markup.Element) else ()
    hand(r, anatomy, *arguments)
    return dxf.written(anatomy) if isinstance(anatomy, list) else str(anatomy)


@pytest.mark.parametrize(("suffix", "hand"), [(suffix, one) for suffix, every in HANDS.items() for one in every])
def test_every_hand_changes_something(held, suffix, hand):
    texts = [text_of(held.files[held.paths(suffix)[0]])]
    if suffix == "svg":  # some hands are for what drawings have not: text, say
        members = packages.parsed(held.files[held.paths("3mf")[0]])
        texts += [text_of(one.content) for one in members if not one.content.startswith(packages.PICTURE)]
    for seed, text in ((seed, text) for seed in range(6) for text in texts):
        try:
            if hand[1](text, random.Random(seed)) != text:
                return
        except Nothing:
            continue
    pytest.fail(f"{hand[0].__name__} changes nothing")


def test_hands_on_units_reach_how_exact_a_file_says_it_is(held):
    text = text_of(held.files[held.paths("step")[0]])
    sought = {"unit: 1.E-06 → 1.E+01", "unit: 1.E-06 → 1.E-03"}
    for seed in range(120):
        with contextlib.suppress(Nothing):
            sought.discard(step.unit(random.Random(seed), step.parsed(text))[0])
        if not sought:
            return
    pytest.fail(f"not reached: {sought}")


def test_pdf_hands_change_something(held):
    content = held.files[held.paths("pdf")[0]]
    for hand in dict.fromkeys(pdf_hands.HANDS):
        changed = 0
        for seed in range(8):
            file = pdf.parsed(content)
            try:
                hand(random.Random(seed), file)
            except Nothing:
                continue
            changed += pdf.written(file) != pdf.written(pdf.parsed(content))
        assert changed, hand.__name__


@pytest.mark.foreign("pdfinfo", "pdftoppm", "pdftotext", "rsvg-convert")
@pytest.mark.parametrize("row", QUICK)
def test_what_anybody_can_see_of_a_drawn_mutation_is_noticed(folder, row):
    missed = []
    for seed in range(SAMPLES.get(row, SAMPLE)):
        *_, outcome = trial.tried(folder, row, f"small-gate-{seed}")
        if outcome.defect:
            missed.append(
                f"{outcome.replay} {outcome.path}: {outcome.kind}: {outcome.says}: {outcome.broken or outcome.seen}"
            )
    assert not missed, "\n".join(missed)


@pytest.mark.foreign("pdfinfo", "pdftoppm", "pdftotext", "rsvg-convert")
def test_judges_see_what_differs_and_nothing_else(held):
    """A comparator has a test that it can fail."""
    path = held.paths("svg")[0]
    before = held.files[path]
    thicker = before.replace(b"stroke-width:0.1", b"stroke-width:2", 1)
    commented = before.replace(b"<svg", b"<!-- x --><svg", 1)
    one, two, three = (shown.svg(content, path, {}) for content in (before, thicker, commented))
    assert shown.difference(one, two)
    assert not shown.difference(one, three)
    path = next(path for path in held.paths("dxf") if "sheet" in path)
    before = held.files[path]
    one, two = (
        shown.dxf(content, path, {}) for content in (before, before.replace(b"  8\nENGRAVE", b"  8\nCUT-OUTER", 1))
    )
    assert shown.difference(one, two)
    path = held.paths("3mf")[0]
    members = packages.parsed(held.files[path])
    for one in members:
        one.content = one.content.replace(b'objectid="2" transform="1 0 0', b'objectid="2" transform="2 0 0')
    one, two = (shown.threemf(content, path, {}) for content in (held.files[path], packages.written(members)))
    assert shown.difference(one, two)
    path = held.paths("obj")[0]
    before = held.files[path]
    mtl = {name: content for name, content in held.files.items() if name.endswith(".mtl")}
    one, two = (shown.obj(content, path, mtl) for content in (before, before.replace(b"\nf ", b"\nf 1 2 3\nf ", 1)))
    assert shown.difference(one, two)
    facets = held.files[held.paths("stl")[0]]
    one, two = (shown.stl(content, "x.stl", {}) for content in (facets, facets[:132] + b"\x00\x80" + facets[134:]))
    assert shown.difference(one, two)


def test_a_solid_is_the_same_however_its_skin_is_cut():
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    one = np.array([corners[[a, b, c]] for s in sides for a, b, c in (s[:3], (s[0], *s[2:]))]).reshape(-1, 9)
    two = np.array([corners[[a, b, c]] for s in sides for a, b, c in ((s[0], s[1], s[3]), s[1:])]).reshape(-1, 9)
    assert seen_of.Segments(one).differ(seen_of.Segments(two))
    assert not seen_of.Skin(one).differ(seen_of.Skin(two))
    assert seen_of.Skin(one).differ(seen_of.Skin(two * 1.02))
    assert seen_of.Skin(one).differ(seen_of.Skin(two[1:]))  # no closed skin is no solid
