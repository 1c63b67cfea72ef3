"""Text from outside is text wherever it is written: hostile titles, credits, inks, currencies and file names go through
one `make`; in its files other people's parsers find these texts, and nothing that is run, fetched or reckoned.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import ezdxf
import pytest
from called import invoke
from pypdf import PdfReader

from quasiprint.errors import printable
from quasiprint.model.texts import csv_cell, part_21_string

ESCAPE = "\x1b[31m\x1b]0;x\x07"  # to a terminal: write in red, and call the window x
TEXTS = {  # each is as long as it may be, or shorter
    "title": """=1+1 <script>'&lt;"</script> [x](javascript:1) `#read("a")` \\X2\\ $version';| *b*""",
    "credit": """<img src=x onerror=1> ![i](data:text/html,x) #eval("1") \\") <https://a.b> \\\\""",
    "ink": """=cmd|'/c'!A1 <i>,"|x `](data:a)""",
    "other ink": "@SUM(A1) **b** <a href='javascript:1'>",
    "currency": "=1|<b>",
    "file": "-x [y](data:) <b>",
}
BREAKS = "\n# head\n```figure some\n"  # at the end of the credit: where a template's line ends


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a set of six tiles with hostile texts all over, in every format."""
    folder = tmp_path_factory.mktemp("hostile")
    said = {key: json.dumps(text) for key, text in (TEXTS | {"credit": TEXTS["credit"] + BREAKS + ESCAPE}).items()}
    (folder / f"{TEXTS['file']}.toml").write_text(
        f"[set]\ntitle = {said['title']}\ncredit = {said['credit']}\n[[shape]]\npolygon = 'square'\n"
        "labels = { at = 'edges', count = 2 }\n"
    )
    (folder / "mine.toml").write_text(
        f"[palette]\nbody = '#FFFFFF'\n[[palette.inks]]\nname = {said['ink']}\nrgb = '#000000'\npattern = 'solid'\n"
        f"[[palette.inks]]\nname = {said['other ink']}\nrgb = '#0072B2'\npattern = 'dashed'\n"
        f"[prices]\ncurrency = {said['currency']}\nprinter = 20\nhour = 1\nminute = 1\n"
    )
    invoke(
        *("make", folder / f"{TEXTS['file']}.toml", "--profile", folder / "mine.toml", "-o", folder / "set"),
        *("--paper", "a4,letter", "--extras", "all", "--format", "stl,3mf,step,obj,svg,dxf,pdf,png,tts"),
        code=0,
    )
    return folder / "set"


class Seen(HTMLParser):
    """What a browser finds in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts, self.tags, self.open = list[str](), set[str](), ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.open = tag
        for key, value in attrs:
            assert not key.startswith("on"), (tag, key)
            assert key not in ("href", "src") or re.fullmatch("#?[A-Za-z0-9][A-Za-z0-9._/-]*", value or ""), value
            self.texts.append(value or "")

    def handle_data(self, data: str) -> None:
        if self.open not in ("script", "style"):
            self.texts.append(data)


def html_texts(content: str) -> list[str]:
    seen = Seen()
    seen.feed(content)
    assert not seen.tags & {"img", "i", "b", "iframe", "object", "embed", "base", "form"}
    assert "<script" not in content
    return seen.texts


def xml_texts(content: bytes | str) -> Iterator[str]:
    for element in ElementTree.fromstring(content).iter():
        assert element.tag.rpartition("}")[2] not in ("script", "b", "i", "a", "img")
        yield from (element.text or "", *element.attrib.values())


def csv_texts(content: str) -> Iterator[str]:
    for row in csv.reader(content.splitlines()):
        assert len(row) == 5
        for cell in row:
            assert not re.match(r"[=+\-@\t\r]", cell), cell
            yield cell


def pdf_texts(path: Path) -> list[str]:
    reader = PdfReader(path)
    for page in reader.pages:
        assert "/Annots" not in page
    text = " ".join(page.extract_text() for page in reader.pages)
    return [*map(str, (reader.metadata or {}).values()), "".join(text.split())]


def step_texts(content: str) -> list[str]:
    """Return the texts of a STEP file, its escapes undone; fail at what is no printable ASCII."""
    assert content.isascii() and content.replace("\n", "").isprintable()
    texts = re.findall(r"'((?:[^']|'')*)'", content)
    assert len(re.findall(r"^(?:#[0-9]+ = .*|[A-Z_0-9-]+.*);$", re.sub(r"'(?:[^']|'')*'", "''", content), re.M)) > 99
    return [text.replace("''", "'").replace("\\\\", "\\") for text in texts]


def json_texts(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list):
        for one in value:
            yield from json_texts(one)
    else:
        yield str(value)


def dxf_texts(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("dxf/*.dxf")):
        assert not ezdxf.readfile(path).audit().has_errors
        yield from path.read_text(encoding="ascii").split("\n")


def archive(path: Path) -> Iterator[str]:
    with ZipFile(path) as opened:
        for name in opened.namelist():
            if name.endswith((".model", ".config", ".xml", ".rels")):
                yield from xml_texts(opened.read(name))


def text_of(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")


INKS = ("ink", "other ink")
TYPED = str.maketrans("“”‘’", "\"\"''")  # quotation marks of print, which books have, as they were typed
# container: how somebody else's parser reads it, and which texts it finds there
CONTAINERS: dict[str, tuple[Callable[[Path], list[str]], tuple[str, ...]]] = {
    "HTML": (lambda set: html_texts(text_of(set, "START-HERE.html")), ("title", "credit", "currency", "file", *INKS)),
    "SVG": (lambda set: list(xml_texts(text_of(set, "svg/sheet-1.svg"))), ()),
    "CSV": (lambda set: list(csv_texts(text_of(set, "bill.csv"))), ("currency", *INKS)),
    "3MF for Prusa": (lambda set: list(archive(set / "3mf/plate-1-prusa.3mf")), ("title", *INKS)),
    "3MF for Bambu": (lambda set: list(archive(set / "3mf/set-set-bambu.3mf")), ("title", *INKS)),
    "STEP": (lambda set: step_texts(text_of(set, "step/set-set.step")), ("title",)),
    "DXF": (lambda set: list(dxf_texts(set)), ()),
    "PDF": (lambda set: pdf_texts(set / "pdf/tiles-a4-colour.pdf"), ("title", *INKS)),
    "PDF by Typst": (
        lambda set: [text.translate(TYPED) for text in pdf_texts(set / "pdf/quick-reference-a4.pdf")],
        ("title", "credit"),
    ),
    "Tabletop Simulator": (lambda set: list(json_texts(json.loads(text_of(set, "tts/Saves/set.json")))), ("title",)),
    "manifest": (lambda set: list(json_texts(json.loads(text_of(set, "manifest.json")))), ("currency", "file", *INKS)),
}  # fmt: skip


@pytest.mark.parametrize("container", CONTAINERS)
def test_hostile_text_arrives_as_text_alone(made: Path, container: str) -> None:
    read, named = CONTAINERS[container]
    texts = read(made)
    assert len(texts) > 1
    tight = ["".join(text.split()) for text in texts]
    shown = 15 if container == "PDF" else None  # the key of a page cuts off what is longer
    found = {key for key, text in TEXTS.items() if any("".join(text.split())[:shown] in one for one in tight)}
    assert found == {*named}
    assert not any(ESCAPE[0] in text for text in texts)


def test_a_set_with_hostile_texts_is_proved_again(made: Path) -> None:
    invoke("verify", made, code=0)


@pytest.mark.parametrize("words", [("make", "{}", "--dry-run"), ("check", "{}"), ("make", "{}", "--format", "svg")])
def test_a_terminal_is_steered_by_no_text(made: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor by the name of a folder."""
    monkeypatch.chdir(made.parent)
    own = tuple(word.format(os.path.join(".", f"{TEXTS['file']}.toml")) for word in words)
    more = ("-o", f"a{ESCAPE}", "--replace", "--profile", "mine.toml") if words[0] == "make" else ()
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_: False)  # as on a terminal
    result = invoke(*own, *more, code=0)
    assert result.output.replace("\n", "").isprintable()


def test_strings_of_other_languages() -> None:
    assert part_21_string("a'\\ é\n") == r"'a''\\ \X2\00E9000A\X0\'"
    assert part_21_string("\U0001f600\u20ac") == r"'\X4\0001F600\X0\\X2\20AC\X0\'"
    assert [csv_cell(cell) for cell in ("=1", "-1", "@", "a=1", "+,")] == ["'=1", "'-1", "'@", "a=1", '"\'+,"']
    assert printable(f"a{ESCAPE}\nb\tc") == "a\\x1b[31m\\x1b]0;x\\x07\nb c"
