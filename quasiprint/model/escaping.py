"""Text from outside, written so that what it stands in takes it for text: one function for each language.

Titles, credits, names of inks and currencies are their author's, who may have got them from somebody else. A drawing
in DXF or SVG and an OBJ hold none of them; JSON and PDF are written by libraries, which escape. For HTML there is
`html.escape`, for a terminal `errors.printable`.
"""

from __future__ import annotations

import re

# a mark, a link, an element, a reference, a cell's end; and what begins a list or underlines a heading
MARKDOWN = re.compile(r"[\\`*_~\[\]<>&|$#]|^[-+=]|^\d+(?=[.)])")
TYPST = re.compile(r"[\\\"\x00-\x1f\x7f]")
FORMULA = re.compile(r"[=+\-@\t\r]")
PART_21 = re.compile(r"[^ -~]+|['\\]")


def markdown(text: str) -> str:
    """Return a line of text as Markdown: no mark, no link, no HTML, whatever it holds; a break is a space."""
    return MARKDOWN.sub(lambda found: _marked(found[0]), " ".join(text.split()))


def _marked(found: str) -> str:
    return f"{found}\\" if found.isdecimal() else f"\\{found}"


def xml(text: str) -> str:
    """Return text for an element or an attribute's value of XML. Named entities only: lib3mf refuses a file with a
    numbered one."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def csv_cell(text: str) -> str:
    """Return a cell of a CSV. A program for tables would reckon with one that begins like a formula: it gets a single
    quotation mark before it."""
    text = f"'{text}" if FORMULA.match(text) else text
    return f'"{text.replace(chr(34), chr(34) * 2)}"' if set(text) & set(',"\n\r') else text


def typst_string(text: str) -> str:
    """Return a text as a string of Typst's, with its quotation marks."""
    return f'"{TYPST.sub(_typst, text)}"'


def _typst(found: re.Match[str]) -> str:
    return f"\\{found[0]}" if found[0] in '\\"' else f"\\u{{{ord(found[0]):x}}}"


def part_21_string(text: str) -> str:
    """Return a text as ISO 10303-21 has it, with its quotation marks: what is not printable ASCII in hexadecimal
    digits, of two bytes each, or of four."""
    return f"'{PART_21.sub(_part_21, text)}'"


def _part_21(found: re.Match[str]) -> str:
    if found[0] in "'\\":
        return found[0] * 2
    said = re.findall("[\0-\uffff]+|[^\0-\uffff]", found[0])
    return "".join(
        f"\\X4\\{ord(part):08X}\\X0\\"
        if ord(part[0]) >= 1 << 16
        else f"\\X2\\{part.encode('utf-16-be').hex().upper()}\\X0\\"
        for part in said
    )
