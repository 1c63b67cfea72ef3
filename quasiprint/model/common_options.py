"""Options that every game has, and what is asked of a laser, whose fields are some of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from quasiprint.errors import InputError
from quasiprint.model.choices import CutStyle, Extra, Flip, IdStyle, MagnetSide, Storage, TypeSize
from quasiprint.model.option import EVERYTHING, Kind, Option, Value
from quasiprint.model.resources import languages

SIZE, LASER, PAPER, PART = "Machine and material", "Laser cutting", "Paper", "A part of the set"


def _size(
    name: str, kind: Kind, help: str, metavar: str = "", group: str = SIZE, default: Value = "", **others: Any
) -> Option:
    """Return an option that changes no score sheet, and if it is no size of paper, no rulebook: these show pieces of
    paper, whatever they are made of. Of what fits a machine the clearance alone is in books: a picture may show pieces
    as they are printed."""
    made = Option(name, default, kind, help, recorded=False, group=group, metavar=metavar, **others)
    return made._replace(minimum=0.0) if kind is Kind.LENGTH else made


UNRECORDED = {"in_manifest": False}  # at its default, by a manifest: see `quasiprint.model.limits.Key`
MAGNET_DEPTH = 2.0  # mm


@dataclass(frozen=True, slots=True)
class LaserOptions:
    """What is asked of a laser: the request hands it to what cuts. kerf: full width of what the beam removes, mm;
    kerf_from: who says so, a profile's name or the option as it is typed. tabs: how many small bridges hold each part
    in the sheet, 0 for none; tab: how wide each is, mm. pocket: how deep pockets for inlays are, 0 for through; press:
    how much wider inlays are than these."""

    kerf: float = 0.0
    kerf_from: str = ""
    cut: CutStyle = CutStyle.SEPARATE
    tabs: int = 0
    tab: float = 0.0
    pocket: float = field(default=0.0, metadata=UNRECORDED)
    press: float = field(default=0.0, metadata=UNRECORDED)

    def __post_init__(self) -> None:
        from quasiprint.model.limits import check

        check(self)
        if bool(self.tabs) != bool(self.tab):
            raise InputError(
                f"--tabs: found {self.tabs} tabs of {self.tab:g} mm, allowed is a count and a width, or 0 for none"
            )

    @property
    def outside(self) -> float:
        """How far outside an outline the beam's middle runs, mm."""
        return self.kerf / 2

    @property
    def gap(self) -> float:
        """How much of a cut is left out for a tab, mm: it is as wide as is asked for once the beam took its share."""
        return self.tab + self.kerf


# every option that all games have: what follows from it here, is known on the command line, in project files, to
# programs and on the studio's page
SET_OPTIONS = (
    _size("profiles", Kind.SEVERAL, "Your printer, laser, paper, colours or sizes; give it once for each. `quasiprint "
           "profiles` lists them.", "NAME|FILE", typed="profile"),
    _size("edge", Kind.SIZE, "Side length of a tile, or of a cell or square of a board."),
    _size("thickness", Kind.SIZE, "Thickness of tiles and boards, printed or cut.", booked=False, rare=True),
    _size("stripe", Kind.SIZE, "Width of a stripe.", rare=True),
    _size("clearance", Kind.LENGTH, "How much to take off every side of a piece, so that pieces fit side by side.",
          rare=True),
    _size("ids", Kind.TEXT, "Whether to mark the back of each piece with its id.", booked=False,
           choices=tuple(IdStyle), default=IdStyle.NONE, of="manner", rare=True),
    _size("storage", Kind.NAMES, "Storage to make as well: tray, with a lid, or box; rack, for a hand of tiles; "
           "several with commas. A tray takes about a third of the pieces' filament; --dry-run shows grams, hours and "
           "plates.  [default: nothing]", "NAMES", choices=tuple(Storage), booked=False, of="manner"),
    Option("touch", False, Kind.FLAG, "Make a set to read with the fingers: raised lines, Braille where it fits, "
           "and larger pieces; for a printer.", group=SIZE, of="manner", rare=True),
    _size("magnet", Kind.LENGTH, "Leave a round pocket of this diameter in each printed piece, a little wider than "
          "your magnet.  [default: none]", booked=False, of="manner", rare=True),
    _size("magnet_depth", Kind.LENGTH, "How deep that pocket is.", default=MAGNET_DEPTH, booked=False, of="manner",
          rare=True),
    _size("magnet_side", Kind.TEXT, "Where it opens: in the back or the face; or inside, shut in: the printer stops "
          "for the magnets.", choices=tuple(MagnetSide), default=MagnetSide.BACK, booked=False, of="manner", rare=True),
    _size("kerf", Kind.LENGTH, "Full width of material that the beam burns away.", "", LASER, booked=False, of="laser"),
    _size("cut", Kind.TEXT, "Whether neighbouring tiles share one cut, or each is cut out by itself.", "", LASER,
          choices=tuple(CutStyle), default=CutStyle.SEPARATE, booked=False, of="laser", rare=True),
    _size("tabs", Kind.TABS, "Leave small bridges that hold each part in the sheet, up to 24, such as 2x0.3.  "
          "[default: 0]", "COUNTxWIDTH", LASER, booked=False, of="laser", rare=True),
    _size("pocket", Kind.LENGTH, "How deep to engrave pockets, for --format laser-inlay, as thick as the sheets of "
          "inlays; 0 cuts them through.", "", LASER, booked=False, of="laser", rare=True),
    _size("press", Kind.FLOAT, "How much wider than its pocket an inlay is, mm, for --format laser-inlay; below 0 "
          "leaves room for glue.", "", LASER, booked=False, of="laser", rare=True),
    _size("bleed", Kind.LENGTH, "How far colours run out over the lines to cut along.  [default: as the page's "
           "profile says]", group=PAPER, booked=False, of="page", rare=True),
    _size("dpi", Kind.COUNT, "Dots per inch in pictures of faces, 72 to 1200, for --format png and tts.  [default: "
           "as the page's profile says, 300]", group=PAPER, minimum=0, booked=False, of="page", rare=True),
    _size("back_offset", Kind.OFFSET, "How far to the right and up your printer prints backs, as you measured; "
           "they are moved back by as much.  [default: as the page's profile says]", "X,Y", PAPER,
           booked=False, of="page", rare=True),
    _size("flip", Kind.TEXT, "Over which edge your printer turns a sheet to print its back; see two-sided printing "
           "in its dialog.  [default: as the page's profile says, long]", group=PAPER, choices=tuple(Flip),
           booked=False, of="page", rare=True),
    Option("type", TypeSize.NORMAL, Kind.TEXT, "How large the letters of rules are; large has 18 "
           "points and more.", choices=tuple(TypeSize), recorded=False, group=PAPER, of="manner",
           rare=True),
    _size("seed", Kind.COUNT, "Another number draws other boards.  [default: 0]", group="", minimum=0, rare=True),
    Option("project", "", Kind.PATH, "Read options from this file; those that you type win.", metavar="FILE.toml",
           rare=True),
)  # fmt: skip
LANGUAGE = Option("language", "en", Kind.TEXT, "Language of all that is printed on paper.", choices=languages(),
                  metavar="TEXT")  # fmt: skip
MAKE_OPTIONS = (
    Option("output", "", Kind.PATH, "Write the set into this folder, or ZIP archive.  [default: output/GAME; of a "
           "part, output/GAME-part]", metavar="DIR|FILE.zip"),
    Option("formats", "", Kind.NAMES, "File formats to write, such as stl,svg; all: each that `quasiprint list` "
           "shows.  [default: stl,3mf,svg,pdf]", metavar="NAMES", typed="format"),
    Option("papers", "", Kind.NAMES, "Paper to print on, such as a4 or letter; several with commas.  [default: as a "
           "page's profile says, else your country's: a4 or letter]", metavar="NAMES", typed="paper"),
    Option("extras", "", Kind.NAMES, "What else to make: booklet, the rules to fold; greyscale or inksaver, paper "
           "tiles in grey or with little ink; relief, plates for one nozzle; or all.  [default: nothing]",
           metavar="NAMES", choices=(*Extra, EVERYTHING), of="manner"),
    Option("only", "", Kind.NAMES, "Make only these pieces and accessories, such as marker:3 for three markers; "
           "names are those in manifest.json, and `samples` is one of each shape.", group=PART, metavar="NAMES"),
    Option("spares", "", Kind.COUNT, "Extra copies of each piece in --only; without --only, of every piece that "
           "the set repeats.", minimum=0, group=PART, rare=True),
    Option("sets", "", Kind.COUNT, "How many sets to lay out together, up to 26, each with a letter on its backs by "
           "which to sort it again.  [default: 1]", minimum=1, of="manner", rare=True),
    LANGUAGE,
    Option("price", "", Kind.NAMES, "What you pay, to see what the set costs: printer=22 per kg of filament, "
           "laser=20 per m² of sheet, paper=0.15 per leaf, hour= of printing, minute= of the laser, currency=.  "
           "[default: as a price profile says]", metavar="NAME=AMOUNT,…", rare=True),
    Option("jobs", "", Kind.COUNT, "How many processes to use.  [default: one for each core, if memory allows]",
           minimum=1, rare=True),
)  # fmt: skip
COMMON = {option.name: option for option in (*SET_OPTIONS, *MAKE_OPTIONS)}
# names that no game's option may have: theirs, those of other options and arguments on the command line, and those
# under which a set's manifest keeps what it was made with
RESERVED = frozenset(
    {
        *COMMON,
        *("game", "help", "help_all", "version", "file", "json", "profile", "format", "templates", "paper", "booklet"),
        *("quick", "replace", "supplied", "measures", "dry_run", "measured", "score", "first_win", "memory"),
        *("time_limit", "checkpoint", "certificate", "check", "moves", "hardest", "key", "scheduler"),
    }
)
