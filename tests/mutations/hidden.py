"""Mutations of PDF that leave all that a set needs in its place, and add something, hide it, or draw it otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from mutations import hidden_edits as do
from mutations.books import MM, STAMP
from mutations.folder import GAMES, Mutation, codes
from mutations.hidden_edits import A4, Change

TILED = ("quasimino", "triomino", "quomino")
BOARDS = ("majomino",)
FOREIGN = "content-foreign"


def _row(name: str, says: str, apply: Callable[[Path], None], games: tuple[str, ...], found: str) -> Mutation:
    return Mutation(f"pdf-{name}", says, games, ("pdf",), codes(found), apply)


def _tile(name: str, says: str, change: Change, found: str = FOREIGN, pattern: str = A4) -> Mutation:
    return _row(name, says, do.edit(pattern, change), TILED, found)


def _board(name: str, says: str, change: Change, found: str = FOREIGN, pattern: str = "sheets-a4.pdf") -> Mutation:
    return _row(name, says, do.edit(pattern, change), BOARDS, found)


LISTED = "inventory-a4.pdf"
HATCH = "0.5 G 0.3 w\n" + "".join(f"0 {k} m 600 {k + 300} l\n" for k in range(0, 800, 9)) + "S\n"
THIN_HATCH = HATCH.replace("0.5 G", "0.6039 0.6039 0.6039 RG").replace("0.3 w", "0.2 w 1 j")
MARKS = "content-foreign mark-foreign"

TILES: tuple[Mutation, ...] = (
    _tile("rewritten", "nothing: the file is written again by pypdf with a stream that ends in a space",
          lambda document: document.contents.__setitem__(0, document.contents[0] + " \n"), "none"),
    _tile("white-over", "a white square over a tile",
          do.after(lambda x, y: do.square(x, y, 20, "1 1 1 rg") + "f*"), MARKS),
    _tile("white-speck", "a white speck of 0.2 mm on a tile",
          do.after(lambda x, y: do.square(x, y, 0.3, "1 1 1 rg") + "f*"), MARKS),
    _tile("white-aside", "a white square where nothing else is",
          lambda document: document.contents.__setitem__(
              0, document.contents[0] + do.square(5, 5, 2, "1 1 1 rg") + "f*")),
    _tile("white-below", "a white square below everything", do.before(do.square(200, 400, 50, "1 1 1 rg") + "f*"),
          MARKS),
    _tile("line-over", "a fine line over a tile",
          do.after(lambda x, y: do.square(x, y, 20, "0.6039 0.6039 0.6039 RG 0.2 w 1 j") + "S"),
          "content-foreign piece-foreign mark-foreign piece-size"),
    _tile("hatched", "a page hatched in grey", do.before(HATCH)),
    _tile("hatched-finely", "a page hatched with the lines to cut along", do.before(THIN_HATCH),
          "content-foreign ruler-wrong"),
    _tile("text-over", "a letter of 300 points over the faces", do.after(lambda x, y: do.text("o", 300, 50, 300))),
    _tile("text-on", "a small letter on a face", do.after(lambda x, y: do.text("o", 4, x, y))),
    _tile("text-white", "a white text where nothing else is",
          lambda document: document.contents.__setitem__(
              0, document.contents[0] + do.text("o", 8, 300, 20).replace("0 0 0 rg", "1 1 1 rg"))),
    _tile("mark-behind", "a mark behind one tile", do.behind(lambda x, y: do.square(x, y, 1, "0 0 0 rg") + "f*")),
    _tile("white-behind", "a white mark behind one tile",
          do.behind(lambda x, y: do.square(x, y, 1, "1 1 1 rg") + "f*")),
    _tile("dot-behind", "a dot of a line behind one tile",
          do.behind(lambda x, y: f"\n0 0 0 RG 0.3 w 1 j {x} {y} m {x + 0.1} {y} l\nS")),
    _tile("text-behind", "a letter behind one tile", do.behind(lambda x, y: do.text("o", 4, x + 8, y))),
    _tile("blank-first", "an empty page before the first", do.blank(0)),
    _tile("blank-last", "an empty page after the last", do.blank(-1)),
    _tile("blank-sheet", "two empty pages after the last", do.both_blank),
    _tile("blank-backs", "the first backs left empty",
          lambda document: document.contents.__setitem__(1, ""),
          "content-missing back-wrong id-wrong"),
    _tile("clipped", "a page clipped to a part of it", do.before("0 0 m 300 0 l 300 800 l 0 800 l h\nW\nn")),
    _tile("dashed", "all lines of a page dashed", do.before("[2 2] 0 d")),
    _tile("thicker", "lines to cut along three times as wide", do.in_form(r"0\.2835 w", "0.8505 w"),
          "content-foreign piece-missing accessory-count"),
    _tile("thicker-a-hair", "lines to cut along a hair wider", do.in_form(r"0\.2835 w", "0.2935 w")),
    _tile("pale-a-hair", "lines to cut along of a grey that eight bits do not say",
          do.in_form(r"0\.6039 0", "0.6055 0")),
    _tile("pale-a-step", "lines to cut along in the next grey", do.in_form(r"0\.6039 0", "0.6078 0")),
    _tile("mitred", "corners of lines pointed", do.in_form(r"1 j", "0 j")),
    _tile("miter-limit", "another limit of points", do.before("4 M")),
    _tile("capped", "lines with round ends", do.before("1 J")),
    _tile("transparent", "a page half transparent", do.state(ca=0.5, CA=0.5)),
    _tile("blended", "a page blended otherwise", do.state(BM="/Difference")),
    _tile("masked", "a page behind a soft mask", do.state(SMask="/None")),
    _tile("overprint", "overprinting", do.state(OP=1)),
    _tile("picture", "a white picture over the faces", do.picture),
    _tile("picture-inline", "a picture within the stream",
          lambda document: document.contents.__setitem__(
              0, document.contents[0] + "\nq 300 0 0 300 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xff EI Q\n")),
    _tile("pattern", "an area filled with a pattern", do.pattern),
    _tile("shaded", "a shading", do.before("/Sh0 sh")),
    _tile("layer", "a page in a layer that is off", do.layer),
    _tile("marked", "a page's content marked", do.before("/Span BMC\nEMC")),
    _tile("invisible", "letters that are not painted", do.before("3 Tr")),
    _tile("stretched", "letters twice as wide", do.before("200 Tz")),
    _tile("risen", "letters 3 points higher", do.before("3 Ts")),
    _tile("spaced", "letters farther apart", do.before("2 Tc")),
    _tile("words-apart", "words farther apart", do.before("9 Tw")),
    _tile("grey-space", "a colour in another space", do.before("0.5 g")),
    _tile("cmyk", "a colour in inks", do.before("0 0 0 1 k")),
    _tile("font-exchanged", "the fonts drawn by one another's programs", do.font_program),
    _tile("font-glyph", "an o that is drawn as an e", do.glyph),
    _tile("font-torn", "fonts whose second half is missing", do.torn, f"{FOREIGN} file-unreadable"),
    _tile("font-letters", "a map that takes o for 0", do.letters),
    _tile("font-widths", "letters that go on by another width", do.widths),
    _tile("font-last", "a font whose letters end too early", do.entry("/LastChar", do.made(40), "font")),
    _tile("many-digits", "a number of many digits, which renderers round each in its own way",
          do.instead(r"26\.9291 69\.7323 m", "26.92910000000000004 69.7323 m")),
    _tile("font-encoding", "a font with another encoding", do.entry("/Encoding", do.made("/MacRomanEncoding"), "font")),
    _tile("form-twice", "a figure stamped twice", do.twice,
          "content-foreign mark-foreign piece-missing cut-twice overlap"),
    _tile("form-below", "a line to cut along below the marks", do.below, "out-of-order content-foreign"),
    _tile("form-matrix", "a figure turned in itself", do.entry("/Matrix", do.made([0, 1, -1, 0, 0, 0]), "form")),
    _tile("form-cut-off", "a figure cut off", do.entry("/BBox", do.made([0, 0, 9, 9]), "form")),
    _tile("form-group", "a figure in a group", do.entry("/Group", do.made({"/S": "/Transparency"}), "form")),
    _tile("form-hidden", "a figure in a layer", do.entry("/OC", do.made({"/Type": "/OCG", "/Name": "a"}), "form")),
    _tile("page-group", "a page in a group", do.entry("/Group", do.made({"/S": "/Transparency", "/K": 1}))),
    _tile("page-trimmed", "a trim box smaller than its page",
          do.entry("/TrimBox", do.made([0, 0, 99, 99])), "page-size"),
    _tile("page-action", "an action when a page is opened",
          do.entry("/AA", do.made({"/O": {"/S": "/URI", "/URI": "https://example.org"}}))),
    _tile("page-time", "a page that is shown for a second", do.entry("/Dur", do.made(1))),
    _tile("page-colours", "another meaning of all colours",
          do.entry("/ColorSpace", do.made({"/DefaultRGB": ["/CalRGB", {"/WhitePoint": [0.5, 1, 0.5]}]}), "resources")),
    _tile("note", "a note on a page",
          do.entry("/Annots", do.made([{"/Type": "/Annot", "/Subtype": "/Square", "/Rect": [0, 0, 300, 300]}]))),
    _tile("link", "a link on a page",
          do.entry("/Annots", do.made([{"/Type": "/Annot", "/Subtype": "/Link", "/Rect": [0, 0, 300, 300]}]))),
    _tile("opened", "an action when the document is opened",
          do.entry("/OpenAction", do.made({"/S": "/URI", "/URI": "https://example.org"}), "catalog")),
    _tile("script", "a script", do.script),
    _tile("attached", "a file attached", do.attached),
    _tile("fields", "a form to fill in", do.entry("/AcroForm", do.made({"/Fields": []}), "catalog")),
    _tile("scaled-in-print", "to be fitted to the page in print",
          do.entry("/PrintScaling", do.made("/AppDefault"), "asked")),
    _tile("turned-in-print", "to be turned over the short edge",
          do.entry("/Duplex", do.made("/DuplexFlipShortEdge"), "asked"), "back-wrong"),
    _tile("title", "another title", do.title),
    _tile("bookmark", "a bookmark with another name", do.bookmark),
    _tile("last-line-aside", "the last line of text 1 mm aside", do.heading(MM)),
    _tile("last-line-otherwise", "the last line of text says something else", do.heading(0, "Print at 90 %")),
    _tile("last-line-larger", "the last line of text 5 % larger", do.heading(0, grown=1.05)),
    _tile("legend-aside", "a mark of the legend 2 mm aside", do.legend),
    _tile("ruler-tick", "a line of the rulers 1 mm longer",
          do.instead(r"26\.9291 69\.7323 m 26\.9291 58\.3937 l", "26.9291 69.7323 m 26.9291 55.5591 l")),
    _tile("listed-mark", "a mark left out of a picture in the inventory",
          lambda document: document.contents.__setitem__(
              0, STAMP.sub("", document.contents[0], count=1)), "content-missing mark-missing piece-missing", LISTED),
    _tile("listed-box", "a box to tick left out of the inventory",
          do.instead(r"(w 1 j\n)[^\n]* h\n", r"\1"), "content-foreign content-missing", LISTED),
    _tile("listed-text", "a count in the inventory changed",
          lambda document: document.contents.__setitem__(
              0, re.sub(r"\((\d+) ", r"(1\1 ", document.contents[0], count=1)), FOREIGN, LISTED),
    _row("in-two", "a page's content in two streams", do.in_two, TILED, FOREIGN),
    _row("encrypted", "a file with a password", do.encrypted, TILED, f"{FOREIGN} file-unreadable"),
    _row("appended", "a later state of the file", do.appended, TILED, FOREIGN),
    _row("inventory-gone", "the inventory left out", do.gone(LISTED), TILED, "file-missing"),
    _row("one-more", "a document that no set has", do.copied(A4, "tiles-a4-green.pdf"), TILED, FOREIGN),
)  # fmt: skip

OTHERS: tuple[Mutation, ...] = (
    _row("rules-gone", "the rulebook left out", do.gone("rules-letter.pdf"), GAMES, "file-missing"),
    _row("score-sheet-gone", "the score sheet left out", do.gone("scoresheet-a4.pdf"), GAMES, "file-missing"),
    _row("rules-other", "sheets in the place of the rulebook", do.copied("[ts]*s-a4*.pdf", "rules-a4.pdf"), GAMES,
         "page-size content-foreign"),
    _board("board-white", "a white square over a board",
           lambda document: document.contents.__setitem__(
               0, document.contents[0] + do.square(150, 600, 20, "1 1 1 rg") + "f*"), MARKS),
    _board("board-text", "a letter of 300 points over the boards",
           lambda document: document.contents.__setitem__(0, document.contents[0] + do.text("o", 300, 50, 300))),
    _board("board-hatched", "boards hatched", do.before(THIN_HATCH), f"{MARKS} id-wrong"),
    _board("board-table", "a line of a table left out",
           do.instead(r"\n[\d.]+ [\d.]+ m [\d.]+ [\d.]+ l(?=\nS)", ""), "content-foreign content-missing"),
    _board("board-box", "a box beside a board 1 mm aside",
           do.instead(r"h\nS\n0\.3333", "h\nS\n1 0 0 1 1 0 cm 0.3333"), "content-foreign content-missing"),
    _board("board-blank", "an empty page before the boards", do.blank(0), "content-foreign content-missing"),
    _board("board-note", "a note under a board changed",
           lambda document: document.contents.__setitem__(
               0, document.contents[0].replace("(columns)", "(corners)"))),
    _board("booklet-text", "a word on the cover of the booklet",
           lambda document: document.contents.__setitem__(0, document.contents[0] + do.text("o", 9, 90, 90)),
           FOREIGN, "booklet-a4.pdf"),
    _board("booklet-turned", "a booklet to be turned over the long edge",
           do.entry("/Duplex", do.made("/DuplexFlipLongEdge"), "asked"), "back-wrong", "booklet-a4.pdf"),
)  # fmt: skip

REWRITTEN, *_ADDED = TILES
MUTATIONS: tuple[Mutation, ...] = (
    Mutation(REWRITTEN.name, REWRITTEN.says, TILED, ("pdf",), frozenset(), REWRITTEN.apply,
             harmless="what is drawn is the same"),
    *_ADDED,
    *OTHERS,
)  # fmt: skip
