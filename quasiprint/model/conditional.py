"""The parts of a template that are there only if something holds, and its comments.

    <!-- for WORD -->
    These lines are kept if the word holds.
    <!-- end -->

Marks stand on lines of their own. Time grows with the text's length, also where marks are left open: an expression
that looks for the end from every beginning takes the square of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_BEGIN = re.compile(r"^<!-- for ([a-z0-9 -]+) -->\n", re.MULTILINE)
_END = re.compile(r"^<!-- end -->\n", re.MULTILINE)
_COMMENT = re.compile(r"^<!--", re.MULTILINE)
_CLOSE = "-->\n"


def chosen(text: str, holds: Callable[[str], bool], rest: bool = True) -> str:
    """Return a text without the parts whose words do not hold. A part that nothing ends is left as it is.

    rest: whether what stands outside of all parts is there, too.
    """
    kept: list[str] = []
    at = 0
    while begin := _BEGIN.search(text, at):
        end = _END.search(text, begin.end())
        if end is None:
            break
        kept += [text[at : begin.start()]] * rest
        if holds(begin[1]):
            kept.append(text[begin.end() : end.start()])
        at = end.end()
    return "".join([*kept, text[at:] * rest])


def without_comments(text: str) -> str:
    """Return a text without the comments that begin a line and end one."""
    kept: list[str] = []
    at = 0
    while begin := _COMMENT.search(text, at):
        end = text.find(_CLOSE, begin.end())
        if end < 0:
            break
        kept.append(text[at : begin.start()])
        at = end + len(_CLOSE)
    return "".join([*kept, text[at:]])
