"""What mutations of text begin with: commands, manifests, words of each text format; and what may be said of them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from quasiprint.model.finding import Judgement

JSON_WORDS = ('"tiles"', '"tile"', '"corner"', '"turn"', '"cell"', '"corners"', "[", "]", "{", "}", "NaN", "1e999",
              "-0", "null", "true", '"\\ud800"', "9" * 30, ":", ",")  # fmt: skip
CALIBRATED = b'[sheet]\nbase = "generic"\nkerf = 0.197\n\n[measures]\nbase = "laser"\nthickness = 3\n'
TOML_WORDS = ("[", "]", "=", '"', "'''", "{", "}", "inf", "nan", "-", "9" * 5000, "0x" + "f" * 4000, "1e400",
              "[[inks]]", "true", "1979-05-27", "a.b.c", '"\\u001b"', "#", "\\", '""""')  # fmt: skip
SVG_WORDS = ("<g>", "</g>", "<use href='#c'/>", "transform='", "matrix(", "1e308", "-1", "NaN", "%", "z", "M",
             "A 1 1 0 0 1", "<!DOCTYPE svg [<!ENTITY a 'b'>]>", "&a;", "<style>", "url(#x)", "xlink:href='http://a.b/c'",
             "<image/>", "stroke-width='", "fill='none'", "viewBox='", "<path d='", "/>", "&#x1b;",
             "<![CDATA[")  # fmt: skip
QUOMINO_WORDS = ("quomino", "black", "white", "turn", "place", "pass", "se", "9", "saved", "moves, check", "setting",
                 "to move", "last turned:", "x", "B", "W", ".", "a1", "p16", "#", "computer", "depth", "seed", "hint",
                 "undo", "moves", "save")  # fmt: skip
QUASIMINO_WORDS = ("quasi-domino\n", "quasi-match to 1\n", "fastquasi\n", "players Ann Ben\n", "Ann ", "Ben ", "has ",
                   "open ", "shouts\n", "lays ", "draws thin\n", "passes\n", "end\n", " at ", "thick-0221", "thin-1020",
                   ":1", "/0", "#")  # fmt: skip
TRIOMINO_WORDS = ("players", "round", "end", "opens", "draws", "places", "passes", "hexagon", "hexagons", "bridge",
                  "at", "left", "at 5-5-5 5-5", "Ann", "Ben", "0-0-0", "1-3-5", "=", ",", "#", "999999")  # fmt: skip
MARKDOWN = ("$", "${", "$$", "$size", "<!-- for x -->\n", "<!-- end -->\n", "<!--", "-->\n", "```figure opening\n",
            "caption: ", "alt: ", "claims: ", "# ", "> ", "- ", "1. ", "|a|b|\n|-|-|\n", "*", "**", "`", "[a]: b\n",
            "![x](/etc/passwd)", '#import "@preview/cetz:0.3.0"', '#read("/etc/passwd")', "\\", "&#27;", "&nbsp;",
            "\n\n", "***\n", '"', "a" * 3000)  # fmt: skip
OPTION_WORDS = ("\0--size\0", "\0--edge\0", "\0--count\0", "\0--kerf\0", "\0--seed\0", "\0--profile\0", "\0-o\0",
                "\0--format\0", "\0--board\0", "\0--symbols\0", "\0--project\0", "\0--help", "1e999", "nan", "-1",
                "9" * 40, "../../x", "/dev/zero", "=", ",", "\0--\0", "\0--finish\0", "mm", "in")  # fmt: skip
ARGUMENTS = (
    b"make\0quasimino\0--colours\0004\0--kerf\0000.18\0--thickness\0004mm\0--profile\0prusa-mini\0--seed\0007",
    b"make\0majomino\0--size\0007\0--count\00060\0--distinct\0--per-page\0002\0--character\0--format\0pdf,txt",
    b"make\0majomino\0--board\0005-0MJ-1\0--walls\0cut\0--edge\0001in",
    b"make\0triomino\0--finish\0inlaid\0--tack\0005mm\0--highest\0006\0-o\0set\0--jobs\0002\0--language\0de",
    b"make\0quomino\0--size\0008\0--grip\0knob\0--stripe\0001\0--clearance\0000.1",
    b"check\0triomino\0--shape\0square\0--json",
    b"score\0triomino\0file.txt\0--target\000400\0--first\0draw",
    b"rules\0quomino\0--size\0006\0--paper\0letter\0--booklet\0-o\0a.pdf",
    b"scoresheet\0triomino\0--target\000300",
    b"play\0quomino\0--size\0004\0--level\0hard",
    b"make\0all\0-o\0sets",
    b"list",
)
SYMBOL = b"""<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20"><style>.a{fill:#000}
#b, rect {stroke: red; stroke-width: 1px}</style><g transform="rotate(10) scale(.9,1)"><path class="a" id="c"
d="M1 1h8v8H1zM12 12a4 4 0 1 0 .1 0zM3,3 C 4,5 6 7 8 3 S1 1 2 2 Q 3 3 4 4 T 5 5"/></g><use href="#c" x="1" y="2"/>
<circle cx="50%" cy="10" r="3" fill="white" opacity="0.7"/><polygon points="1,2 3,4 5,1"/><rect id="b" x="2" y="2"
width="4" height="3" rx="1"/><line x1="0" y1="0" x2="9" y2="9" stroke="rgb(10%,0%,0%)" stroke-linejoin="round"/></svg>
"""
GAME = b"""players Ann Ben
round
Ann opens 5-5-5
Ben draws 2
Ben places 4-5-5 at 5-5-5 5-5
Ann places 3-4-5 at 4-5-5 4-5
Ben draws 3
Ben passes
Ann places 3-3-5 hexagons 2 # or so
Ben places 1-3-3 bridge
end Ann=11 Ben=23
"""
BOARD = b"+--+--+--+\n| x|     |\n+  +--+  +\n|  | o|  |\n+  +  +--+\n|  |     |\n+--+--+--+\n"
SQUARES = b'{"tiles": [{"tile": "1-1-2-3", "cell": [0, 1], "corners": [1, 1, 2, 3]}]}'
TYPED = b"c4 se\nmoves\n2 white d4 sw\nturn c4 ne\nundo\nboard\nd3 9\nplace c3 ne black\npass\nhelp\nsave x\nhint\n"


PROFILES, RULES = "templates/profiles", "quasiprint/games/quomino/rules/en"
Reading = Callable[[bytes, Path], Any]
FOREIGN = tuple(
    b'{"path": "%s", "sha256": "%s", "bytes": %d}' % (path, hashlib.sha256(held).hexdigest().encode(), len(held))
    for path, held in ((b"stl/foreign.txt", b"mine"), (b"../keep.txt", b"k"), (b"stl/../../keep.txt", b"k"))
)
MANIFEST = b"""{"game": "quasimino", "parameters": {"formats": ["stl"]}, "pieces": [],
 "files": [{"path": "stl/a.stl", "sha256": "%s", "bytes": 1}]}
""" % hashlib.sha256(b"a").hexdigest().encode()

# control characters, halves of pairs, ends of lines, and what turns the direction of writing round
STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from (key, *_texts(part))
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def scored(result: Judgement) -> object:
    """What `quasiprint score` says, as JSON and as text, and its findings for the contract to judge."""
    from quasiprint.model.finding import Finding

    told: Any = result.as_json()
    json.dumps(told)
    for text in _texts(told):  # a terminal shows it as it is
        if STEERING.search(text):
            raise AssertionError(f"what is said steers the terminal: {text[:100]!r}")
    return [Finding(**finding) for finding in told["findings"]]
