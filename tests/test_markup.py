"""XML read by a grammar: what is expected is found, and everything else is refused."""

from __future__ import annotations

import pytest

from quasiprint.readback.markup import MANY, Element, accounted
from quasiprint.readback.unreadable import Unreadable

HOME = "urn:home"
ITEM = Element(f"{{{HOME}}}item", {"n": "[0-9]+"}, {"note": "[a-z]*"})
NAME = Element(f"{{{HOME}}}name", text="[A-Z]+")
ROOT = Element(f"{{{HOME}}}root", {"size": "[0-9]mm"}, children=((NAME, 0, 1), (ITEM, 1, 2), (NAME, 0, MANY)))
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<root xmlns="urn:home" size="3mm">'
GOOD = f'{HEAD}\n<name>A</name>\n<item n="1"/><item note="b" n="2" />\n</root>\n'


def test_what_is_expected_is_read() -> None:
    root = accounted(GOOD.encode(), ROOT, {"": HOME})
    assert [child.get("n") for child in root] == [None, "1", "2"]
    for content in (GOOD.replace("<name>A</name>", ""), GOOD.replace("</root>", "<name>B</name><name>C</name></root>")):
        assert accounted(content.encode(), ROOT, {"": HOME}).tag == ROOT.name


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("3mm", "3cm", "size is '3cm'"),
        ('n="1"', 'n="1.0"', "n is '1.0'"),
        ('n="1"', 'n="1\u0660"', "n is '1\u0660'"),
        ('n="1"', 'n="1" style="b"', "with style"),
        ('n="1"', "", "without n"),
        (' size="3mm"', "", "without size"),
        ('<item n="1"/>', '<item n="1"/><item n="3"/>', "item that is not expected there"),
        ('<item n="1"/><item note="b" n="2" />', "", "0 of item, expected at least 1"),
        ('<item n="1"/>', "<thing/>", "0 of item, expected at least 1"),
        ("</root>", "<thing/></root>", "a thing that is not expected there"),
        ("<name>A</name>", "<name>A</name><name>B</name>", "0 of item"),
        ("<name>A</name>", "<name>a</name>", "text that is not expected"),
        ("<name>A</name>", "<name>A<b/>A</name>", "a b that is not expected there"),
        ('n="1"/>', 'n="1">1</item>', "text that is not expected"),
        ('n="1"/>', 'n="1"/>tail', "text that is not expected"),
        ("</root>", "<!-- a --></root>", "a comment ' a '"),
        ("</root>", "</root><?a b?>", "a processing instruction 'a'"),
        ("<name>A</name>", "<name><![CDATA[A]]></name>", "a CDATA section"),
        ("</root>", '<item xmlns="urn:other" n="1"/></root>', "the namespace 'urn:other'"),
        ('size="3mm"', 'size="3mm" xmlns:b="urn:b"', "the namespace 'urn:b'"),
        ("urn:home", "urn:house", "the namespace 'urn:house'"),
        ("<root xmlns", "<tree xmlns", ""),
        ('version="1.0"', 'version="1.1"', "version 1.1"),
        ("utf-8", "iso-8859-1", "encoding iso-8859-1"),
    ],
)
def test_what_is_not_expected_is_refused(old: str, new: str, says: str) -> None:
    content = GOOD.replace(old, new, 1)
    assert content != GOOD
    with pytest.raises(Unreadable) as caught:
        accounted(content.encode(), ROOT, {"": HOME})
    assert says in str(caught.value)
    assert caught.value.code == ("content-foreign" if says else "file-unreadable")


def test_another_root_is_refused() -> None:
    with pytest.raises(Unreadable, match="the root root, allowed is item"):
        accounted(GOOD.encode(), ITEM, {"": HOME})


def test_a_namespace_that_is_not_declared_is_missed() -> None:
    with pytest.raises(Unreadable, match="has not the namespace 'urn:b'"):
        accounted(GOOD.encode(), ROOT, {"": HOME, "b": "urn:b"})


@pytest.mark.parametrize("content", ['<!DOCTYPE a [<!ENTITY b "c">]>', GOOD[:-5]])
def test_what_is_no_plain_xml_is_refused(content: str) -> None:
    with pytest.raises(Unreadable) as caught:
        accounted(content.encode(), ROOT, {"": HOME})
    assert caught.value.code == "file-unreadable"
