"""What a STEP file says besides its solids is accounted for, from its own text: nothing too much, nothing missing."""

from __future__ import annotations

import lzma
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from called import invoke
from mutations import instances, rounded
from mutations.assemblies import Step
from mutations.folder import Mutation, copied
from samples import quasimino

from quasiprint.formats.step.account import accounted, told
from quasiprint.formats.step.faces import faults
from quasiprint.formats.step.forms import FORMS, HEADER, TRAILER
from quasiprint.formats.step.part21 import File, forms, parse, spaced
from quasiprint.model.finding import Finding, Severity

PATH = "step/quasimino-set.step"
SET = quasimino(1)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "quasimino"
    result = invoke("make", "quasimino", "--colours", "1", "--format", "step", "-o", folder)
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture(scope="module")
def content(made: Path) -> bytes:
    return (made / PATH).read_bytes()


@pytest.fixture(scope="module")
def kernels(root: Path) -> bytes:
    """The same set as the CAD kernel wrote it for version 0.2.0 in the making: see tests/data/older/README.md."""
    return lzma.decompress((root / "tests/data/older/quasimino-kernel.step.xz").read_bytes())


def found(content: bytes, loose: bool = False, kernel: str = "") -> list[Finding]:
    return accounted(content, PATH, SET, kernel, loose=loose)


def codes(content: bytes) -> set[str]:
    return {finding.code for finding in found(content) if finding.severity is Severity.ERROR}


def test_a_made_file_holds_nothing_else(content: bytes) -> None:
    assert found(content) == []


EVERY = [*instances.MUTATIONS, *rounded.MUTATIONS]
SAID = {
    "line-backwards": "an edge runs against its line",
    "circle-of-two-ends": "an arc has no length",
    "curved-two-bounds": "a curved face has more than one bound",
    "cylinder-upside-down": "a cylinder or a cone does not stand upright",
    "circle-other-axis": "an arc has another axis than its face",
    "drawn-on-one": "an edge is not drawn once on its curved face, or a seam twice",
    "arc-straight": "an edge of a curved face is not upright",
    "wall-rims-bulged": "an arc is part of a face that is not level",
    "wall-bulged": "a circle does not say for how many sides it stands",
    "wall-bulged-much": "a circle stands for sides that are too few to mean an arc",
    "circle-wider": "beside its circle",
    "circle-clockwise": "a circle does not lie level, anticlockwise",
    "circle-coarser": "the arcs of a curved face stand for different numbers of sides",
    "cylinder-inside-out": "a curved face is turned against its edges",
    "cylinder-wider": "an arc has another radius than its face",
    "cone-steeper": "a cone does not widen upwards",
    "drawn-aside": "an edge is drawn on its curved face where it does not lie",
    "drawn-elsewhere": "an edge is drawn on a face that it does not bound",
    "seam-turned": "a circle does not begin where its angles do",
    "seam-begun": "a face with a seam does not begin with its upper circle",
    "seam-plain": "what its face passes twice is no seam",
    "corner-nudged": "a face's corner is",
}


@pytest.mark.parametrize("name", SAID)
def test_each_fault_of_a_body_is_said(made: Path, tmp_path: Path, name: str) -> None:
    """By the check that is for it, whatever others say of what follows."""
    folder = copied(made, tmp_path / "set")
    (mutation,) = (one for one in EVERY if one.name == f"step-{name}")
    mutation.apply(folder)
    shapes = told((folder / PATH).read_bytes(), PATH, SET, loose=False).shapes
    assert shapes is not None
    assert [said for _, said in shapes.noted if SAID[name] in said], shapes.noted


@pytest.mark.parametrize("mutation", EVERY, ids=lambda mutation: mutation.name)
def test_whatever_else_there_is_is_found_without_the_kernel(made: Path, tmp_path: Path, mutation: Mutation) -> None:
    folder = copied(made, tmp_path / "set")
    mutation.apply(folder)
    assert mutation.codes & codes((folder / PATH).read_bytes()), mutation.says


def test_where_lines_end_says_nothing(content: bytes) -> None:
    assert found(content.replace(b",", b" ,\r\n\t").replace(b"\n  '", b"'")) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"'Placement of an item'", b"'Placement ofan item'"),
        (b"'design'", b"'de sign'"),
        (b"'quasimino-set','quasimino-set'", b"'quasimino -set','quasimino -set'"),
        (b"#1 = ", b"#01 = "),
        (b"#1 = ", b"#-1 = "),
        (b"#1 = ", b"#9999999999999999999999 = "),
        (b"2014,#1);", b"2014,#1)"),
        (b"2014,#1);", b"2014,#1);;"),
        (b"2014,#1);", b"2014,#1);#;"),
        (b"2014,#1);", b"2014,#1,$);"),
        (b"2014,#1);", b"2014,#999999);"),
        (b"2014,#1);", b"2014,#3);"),
        (b"(0.,0.,1.)", b"(0.,0.,1.,0.)"),
        (b"(0.,0.,1.)", b"(0.,0.,1.E999)"),
        (b"(0.,0.,1.)", b"(0.,0.,2.)"),
        (b"(0.,0.,1.)", b"(0.,1.,0.)"),
        (b"(0.,0.,1.)", b"(0.,0.,NaN)"),
        (b"(0.,0.,0.)", b"(0.,0.,1.E-3)"),
        (b"('',(0.,0.,0.))", b"('origin',(0.,0.,0.))"),
        (b"VECTOR('',", b"VECTOR('v',"),
        (b"DATA;", b"DATA('more',('AUTOMOTIVE_DESIGN'));"),
        (b"ISO-10303-21;", b"\xef\xbb\xbfISO-10303-21;"),
        (b"END-ISO-10303-21;", b"END-ISO-10303-21;more"),
        (b"ENDSEC;\nEND", b"ENDSEC;\nSIGNATURE;\nENDSEC;\nEND"),
        (b"FILE_SCHEMA", b"FILE_POPULATION('a','b',$);FILE_SCHEMA"),
    ],
)
def test_nothing_may_be_written_otherwise(content: bytes, old: bytes, new: bytes) -> None:
    assert old in content
    assert "content-foreign" in codes(content.replace(old, new, 1))


def test_what_the_kernel_wrote_is_accounted_for_too(kernels: bytes) -> None:
    assert found(kernels) == []


def test_what_another_version_wrote_is_no_error(kernels: bytes) -> None:
    content = kernels
    other = content.replace(b"processor 7.9", b"processor 8.1")
    hidden = other.replace(b"ENDSEC;\nEND", b"#999999 = INVISIBILITY((#1));\nENDSEC;\nEND")
    foreign = [("content-foreign", Severity.WARNING)]
    assert [(one.code, one.severity) for one in found(other)] == foreign  # that it is another version
    assert {(one.code, one.severity) for one in found(hidden)} == {*foreign}
    assert any("INVISIBILITY" in one.message for one in found(hidden))
    # a version that is no other by what the set itself tells
    assert {(one.code, one.severity) for one in found(hidden, kernel="8.1.0")} == {*foreign}
    assert {(one.code, one.severity) for one in found(other, kernel="7.9.3")} == {("content-foreign", Severity.ERROR)}
    assert found(content, kernel="7.9.3") == []
    hidden = hidden.replace(b"processor 8.1", b"processor 7.9")
    assert {one.severity for one in found(hidden)} == {Severity.ERROR}
    assert {one.severity for one in found(hidden, loose=True)} == {Severity.WARNING}


def test_a_title_is_that_of_the_set(content: bytes) -> None:
    assert [one.code for one in accounted(content, PATH, replace(SET, title="More"), loose=False)] == [
        "content-foreign"
    ]
    for title, said in (("Mino's /* ; no", "Mino''s /* ; no"), ("a\\b  c", "a\\\\b  c"), ("'", "''")):
        titled = content.replace(b"FILE_NAME('Quasimino'", f"FILE_NAME('{said}'".encode())
        assert accounted(titled, PATH, replace(SET, title=title), loose=False) == [], title
        assert accounted(titled, PATH, replace(SET, title=f"{title}s"), loose=False) != [], title


def test_the_solids_are_right_as_they_are_written(made: Path, tmp_path: Path) -> None:
    """A corner moved with all that hangs on it, so that every edge is straight: its faces are no longer plane."""
    folder = copied(made, tmp_path / "set")
    step = Step(folder)
    vertex = step.of_kind("VERTEX_POINT")[0]
    (point,) = step.references(vertex)
    at = [float(x) for x in re.findall(r"[-0-9.E+]+", step.entities[point].rpartition("(")[2])]
    moved = [at[0] + 1e-3, at[1] + 1e-3, at[2] + 1e-3]
    step.entities[point] = f"CARTESIAN_POINT('',({','.join(f'{x:.9f}' for x in moved)}))"
    step.write()
    assert codes((folder / PATH).read_bytes()) == {"mesh-open"}


# The reader of the text, by forms of its own.

OWN = {
    "root": "ROOT('a b',({leaf+:1}),{stem|twig},FLAG)",
    "leaf": "LEAF(REAL,'TEXT')",
    "stem": "STEM()",
    "twig": "(A()B({leaf:2}))",
}


def read(text: str, header: str = "H('VERSION');DATA;", trailer: str = "END;") -> File:
    content = f"H('1.2');DATA;{text}END;".encode()
    return parse(content, forms(tuple(OWN.items())), header, trailer, {*spaced([*OWN.values()]), "x y"})


def test_a_file_is_read_as_tables() -> None:
    file = read("#1=LEAF(1.5E-3,'x y');#2=LEAF(-2.,'');#3=STEM();#4=(A() B(#1));#5=ROOT('a b',(#1,\n #2),#3,.F.);")
    assert (file.wrong, file.foreign, file.texts) == ([], [], ["1.2"])
    root, leaf = file.tables["root"], file.tables["leaf"]
    assert (root.ids.tolist(), root.columns[0].tolist(), root.counts[0].tolist()) == ([5], [1, 2], [2])
    assert (root.columns[1].tolist(), root.columns[2].tolist(), root.owners(0).tolist()) == ([3], [False], [5, 5])
    assert (leaf.columns[0].tolist(), leaf.columns[1]) == ([0.0015, -2.0], ["xy", ""])
    assert file.tables["twig"].columns[0].tolist() == [1]


@pytest.mark.parametrize(
    "statement",
    [
        "#1=LEAF(1,'');", "#1=LEAF(1.E,'');", "#1=LEAF(.5,'');", "#1=LEAF(1.,'a'b');", "#1=LEAF(1.,'a;b');",
        "#1=LEAF(1.,$);", "#1=LEAF(1.,'',*);", "#1=LEAF(1.,'')", "#1=leaf(1.,'');", "#1=LEAVES(1.,'');", "LEAF(1.,'');",
        "#1=STEM()#2=STEM();", "#1=(A()B(#1)C());", "#1=(B(#1)A());", "#0=STEM();", ";", "#1=ROOT('a b',(),#3,.F.);",
        "#1=ROOT('ab',(#2),#3,.F.);", "#1=ROOT('a  b',(#2),#3,.F.);", "#1=ROOT('a b',(#2,),#3,.F.);",
        "#1=ROOT('a b',(#2),#3,.U.);", "#1=STEM();/* */", "#1=LEAF(1.,'x  y');", "#1=LEAF(1.,'xy');",
        "#1=LEAF(1.,'a b');#2=LEAF(1.,'é');", "#2=STEM();", "#2=STEM();#1=STEM();", "#1=STEM();#3=STEM();",
    ],
)  # fmt: skip
def test_what_is_written_otherwise_is_told_of(statement: str) -> None:
    file = read(statement)
    assert file.wrong or file.foreign


def test_a_header_or_an_end_of_another_kind_is_told_of() -> None:
    assert read("", header="H('VERSION');F();DATA;").wrong
    assert read("", trailer="THE END;").wrong
    assert not read("").wrong


def test_faces_without_any_solid_are_no_fault(kernels: bytes) -> None:
    head = kernels[: kernels.index(b"DATA;") + 5]
    empty = parse(head + b"ENDSEC;END-ISO-10303-21;", forms(tuple(FORMS.items())), HEADER, TRAILER, ())
    assert list(faults(empty.tables)) == []


@pytest.mark.parametrize(("share", "right"), [(0.0, True), (-0.5, True), (0.5, False)])
def test_an_edge_is_its_line_or_a_part_of_it(kernels: bytes, share: float, right: bool) -> None:
    """A line that is longer than its edge was cut off; one that is shorter leaves a gap that only a mender closes."""
    curve = re.search(rb"= B_SPLINE_CURVE_WITH_KNOTS\('',1,\((#\d+),(#\d+)\)", kernels)
    assert curve is not None
    texts = [re.search(rb"\n%s = CARTESIAN_POINT\('',\(([^)]*)\)\);" % curve[k], kernels) for k in (1, 2)]
    assert texts[0] is not None and texts[1] is not None
    one, two = (np.array([float(number) for number in text[1].split(b",")]) for text in texts if text)
    numbers = (f"{number:.12g}" for number in one + share * (two - one))
    moved = ",".join(number if "." in number else f"{number}." for number in numbers).encode()
    other = kernels[: texts[0].start(1)] + moved + kernels[texts[0].end(1) :]
    assert ("mesh-open" in codes(other)) is not right


def test_a_surface_of_the_kernels_does_not_run_backwards(kernels: bytes) -> None:
    patch = kernels.index(b"B_SPLINE_SURFACE_WITH_KNOTS")
    assert codes(kernels[:patch] + kernels[patch:].replace(b"(0.,", b"(1.E+06,", 1)) == {"mesh-open"}
