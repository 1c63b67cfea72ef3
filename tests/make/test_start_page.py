"""The page that opens a set: its steps and pictures, what it says of offers, formats and games, and that it claims no
more than is so."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import pytest
import start_page
from browser import Open, browsing, colours, opened, violations
from called import invoke

from quasiprint import games
from quasiprint.model.texts import runs

GAMES = {
    "triomino": ["--highest", 0],
    "quasimino": ["--colours", 1],
    "majomino": ["--size", 3, "--count", 1],
    "quomino": ["--size", 4],
}
SLICED = "sliced with PrusaSlicer"
Page = Callable[..., str]
__all__ = ["browsing", "opened"]  # fixtures


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    """Make a small set and return its page."""
    monkeypatch.chdir(tmp_path)

    def make(game: str, *words: object, named: str = "svg") -> str:
        invoke("make", game, *GAMES[game], "--format", named, "-o", f"set-{game}", *words, code=0)
        return start_page.text(Path(f"set-{game}"))

    return make


@pytest.fixture(scope="module")
def plain(small_set: Callable[..., Path]) -> Page:
    """Return the page of a small set that is made in one format or some, with no other option."""

    def page(game: str, named: str = "svg") -> str:
        return start_page.text(small_set(game, *GAMES[game], "--format", named))

    return page


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", GAMES)
def test_each_part_is_there_if_a_format_of_its_offer_is(plain: Page, game: str) -> None:
    marks = {"stl": "**STL", "3mf": "**3MF", "obj": "**OBJ"}
    for named, heading in (
        ("stl", "## Print it (3D printer)"),
        ("3mf", "## Print it (3D printer)"),
        ("obj", "## Print it (3D printer)"),
        ("3mf,obj", "## Print it (3D printer)"),
        ("dxf", "## Cut it (laser)"),
        ("svg", "## Cut it (laser)"),
    ):
        text = plain(game, named)
        headings = {line for line in text.splitlines() if line.startswith("## ") and "(" in line}
        assert headings == {heading}
        assert {other for other, mark in marks.items() if mark in text} == {*named.split(",")} & marks.keys()
        assert ("OrcaSlicer" in text) == ("3mf" in named)
        assert "**Choose one way" not in text
        assert "\n\n\n" not in text
        assert "<!--" not in text
        assert not re.search(r"\$[a-z]|%[a-z]+%|^\| -|^\|-", text, re.MULTILINE)


def test_a_game_speaks_for_itself_alone(page: Page, plain: Page) -> None:
    own = {"quomino": "An omino has a hole", "majomino": "Glue the frame on the tray"}
    for game in GAMES:
        text = plain(game)
        assert {other for other, said in own.items() if said in text} == {game} & own.keys()
    assert "brass tack" in page("triomino", "--tack", 5, named="stl")
    assert "brass tack" not in plain("triomino", "stl")
    assert "brass tack" not in page("triomino", "--tack", 5, named="svg")


def test_templates_name_no_game_and_no_format_by_itself(root: Path) -> None:
    names = re.compile("|".join(games.names()), re.IGNORECASE)
    texts = (root / "templates/start-here").rglob("*.md"), (root / "quasiprint/formats").glob("*.md")
    others = (root / "quasiprint/addons/machines").rglob("readme.md")
    for path in (root / "templates/start-here.md", *chain(*texts, others)):
        assert not names.search(path.read_text()), path


def test_slicing_is_claimed_of_what_was_sliced(root: Path, plain: Page) -> None:
    record = (root / "docs/proof/slicing.md").read_text()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in record.splitlines() if "-plate-" in line]
    assert len(rows) > 10
    faulty = {row[0] for row in rows if row[-1] != "none"}
    sliced = {row[0] for row in rows} - faulty
    said = {game for game in games.names() if SLICED in (root / "quasiprint/games" / game / "readme.md").read_text()}
    assert said == sliced
    for game in GAMES:
        assert (SLICED in plain(game, "3mf").replace("\n", " ")) == (game in sliced)
        for other in ("stl", "svg"):
            assert SLICED not in plain(game, other).replace("\n", " ")


def test_a_games_default_set_has_the_plates_that_were_sliced_and_those_in_relief_on_request(root: Path) -> None:
    from quasiprint.make.run import Request, settle
    from quasiprint.make.workshop import Build
    from quasiprint.model.profile import Slicer

    record = (root / "docs/proof/slicing.md").read_text()
    for game in games.names():
        sliced = re.findall(rf"^\| {game} \| (\S+) ", record, re.MULTILINE)
        for extras, due in (((), [name for name in sliced if "relief" not in name]), (("relief",), sliced)):
            projects = Build(settle(Request(game, {}, extras=extras))).solids.projects
            assert [
                plate.name for project in projects if project.slicer is Slicer.PRUSA for plate in project.plates
            ] == due


def test_a_users_own_parts_win(page: Page) -> None:
    for name, text in (
        ("start-here/drawings.md", "## Saw it\n\n$formats\n$game\n"),
        ("start-here/formats/svg.md", "Of $title, kerf $kerf.\n<!-- for tested -->\nNot looked at.\n<!-- end -->\n"),
        ("start-here/games/triomino.md", "Hello.\n<!-- for drawings -->\nSand it.\n<!-- end -->\n"),
    ):
        path = Path("templates") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    text = page("triomino")
    assert "## Saw it\n\nOf Triomino, kerf 0.2. Sand it.\n" in text
    assert text.index("Hello.") < text.index("## Saw it") < text.index("### All files")
    assert text.count("Hello.") == text.count("Sand it.") == text.count("Not looked at.") == 1
    assert text.index("### What was not tested") < text.index("Not looked at.")


def test_an_unknown_field_of_a_part_is_refused_with_its_name(page: Page) -> None:
    Path("templates/start-here/formats").mkdir(parents=True)
    Path("templates/start-here/formats/svg.md").write_text("$nothing\n")
    result = invoke("make", "triomino", "--highest", 0, "--format", "svg", "-o", "set", code=2)
    assert "start-here/formats/svg.md: found $nothing, allowed are" in result.output
    assert not Path("set").exists()


def test_a_users_own_page_is_what_it_says(page: Page) -> None:
    Path("templates").mkdir()
    Path("templates/start-here.md").write_text(
        "# $title, $$5\n<!-- for stl 3mf -->\nbed $bed\n\n<!-- end -->\n<!-- for 3mf -->\n$filaments\n<!-- end -->\n"
        "<!-- for svg dxf triomino -->\n$layers\n<!-- end -->\n<!-- for quomino -->\nstuds\n<!-- end -->\n"
    )
    assert page("triomino", named="stl") == "# Triomino, $5\n\nbed prusa-mk4\n"
    assert "| file | filament 1 | the others |" in page("triomino", named="3mf")
    assert "| engrave |" in page("triomino", named="dxf")
    assert "studs" not in page("triomino")
    assert "studs" in page("quomino")


def test_the_page_says_where_a_tower_stands_and_what_to_type_only_where_there_is_one(
    page: Page, tmp_path: Path
) -> None:
    bed = tmp_path / "own.toml"
    bed.write_text("[bed]\nwidth = 250\ndepth = 210\nmargin = 3\ngap = 2\nnozzle = 0.4\nextruders = 5\n")
    place = "| `prusa-mk4`, 250 × 210 mm | 5 | from 167 to 244 mm across, 122 to 204 mm back |"
    words = "*Print Settings*, *Multiple Extruders*, *Wipe tower*: type *X* 170 and *Y* 125."
    both = page("quasimino", named="3mf")
    assert place in both
    assert words in both
    assert "put it there by themselves; if not, drag it" in both
    without = page("quasimino", "--profile", bed, "--replace", named="3mf")
    assert "Wipe tower" not in without
    assert "drag it" not in without
    assert "Give your filaments these numbers and colours.\n| file |" in without
    assert "none is kept free: put it beside the parts, or switch it off" in without


def test_what_is_said_of_the_layer_that_is_never_burned_is_so(page: Page, tmp_path: Path, root: Path) -> None:
    """Neither ids nor a corner are said to be drawn where the sheet's profile draws no such layer, and no corner where
    there is no margin for its mark."""
    text = (root / "templates/profiles/sheets/generic.toml").read_text(encoding="utf-8")
    bare = tmp_path / "bare.toml"
    bare.write_text(re.sub(r"margin = [\d.]+", "margin = 0.1", text), encoding="utf-8")
    for profile, drawn, marked in (("generic", True, True), ("k40-whisperer", False, False), (bare, True, False)):
        said = " ".join(page("triomino", "--profile", profile).split())
        back = ElementTree.parse("set-triomino/svg/sheet-1-back.svg").getroot()
        idle = Path("set-triomino/svg/sheet-1-back-reference.svg")
        layer = [path.get("d", "") for path in ElementTree.parse(idle).iterfind(".//*[@d]")] if idle.exists() else []
        end = ",".join(back.get("viewBox", "").split()[2:])
        corners = [d for d in layer if re.fullmatch(r"M\S+ \S+ \S+Z", d) and end in d]
        assert bool(layer) is drawn is ("A drawing whose name ends in `-reference` is never burned" in said)
        assert bool(corners) is marked is ("the corner of the sheet that both `-reference` drawings mark" in said)
        assert marked is not ("at the lower left of the face and at the lower right of the back" in said)


def expanded(text: str) -> list[str]:
    """Return the names in a text; of "first to last", all that count on in their one number that differs."""
    names: list[str] = []
    for first, last in re.findall(r"`([^`]+)`(?: to `([^`]+)`)?", text):
        if not last:
            names.append(first)
            continue
        ((at, low, high),) = [
            (k, low, high)
            for k, (low, high) in enumerate(zip(re.split(r"(\d+)", first), re.split(r"(\d+)", last), strict=True))
            if low != high
        ]
        for count in range(int(low), int(high) + 1):
            words = re.split(r"(\d+)", first)
            words[at] = str(count).zfill(len(low))
            names.append("".join(words))
    return names


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["p-1.x", "p-2.x", "p-3.x", "q.x"], ["`p-1.x` to `p-3.x`", "`q.x`"]),
        (["p-1.x", "p-2.x"], ["`p-1.x`", "`p-2.x`"]),
        (["p-1.x", "p-2.x", "p-4.x", "p-5.x"], ["`p-1.x`", "`p-2.x`", "`p-4.x`", "`p-5.x`"]),  # 3 is missing
        (["p-08.x", "p-09.x", "p-10.x"], ["`p-08.x` to `p-10.x`"]),
        (["p-8.x", "p-9.x", "p-10.x"], ["`p-8.x` to `p-10.x`"]),
        (["p-1-c0.x", "p-1-c1.x", "p-1-c2.x", "p-2-c0.x"], ["`p-1-c0.x` to `p-1-c2.x`", "`p-2-c0.x`"]),
        (["p-a3.x", "p-a4.x", "p-a5.x"], ["`p-a3.x`", "`p-a4.x`", "`p-a5.x`"]),  # papers are no run
        ([], []),
    ],
)
def test_names_that_count_on_are_told_as_a_run(names: list[str], told: list[str]) -> None:
    assert runs(names) == told
    assert expanded(", ".join(runs(names))) == names


@pytest.mark.parametrize("game", GAMES)
def test_each_way_has_a_picture_and_at_most_eight_steps_and_all_files_are_told(
    whole: Callable[[str], Path], game: str
) -> None:
    folder = whole(game)
    page = start_page.read((folder / start_page.NAME).read_text(encoding="utf-8"))
    text = start_page.text(folder)
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == [
        *("Print it (3D printer)", "Cut it (laser)", "Print it (paper)"),
        *(["Read it (text)"] if (folder / "txt").is_dir() else []),
        "More",
    ]
    for way in text.split("\n## ")[1:]:
        steps = [int(step) for step in re.findall(r"^(\d+)\. ", way.partition("\n### ")[0], re.MULTILINE)]
        assert steps == list(range(1, len(steps) + 1))
        assert len(steps) <= 8
    assert all(page.alts)
    assert page.alts[0].startswith("The set: ")
    drawn = [alt.split(":")[0] for alt in page.alts[1:]]
    assert {"Plate 1", "Sheet 1"} <= {*drawn}
    assert [name for name in drawn if name.startswith("Plate")] == [
        f"Plate {k}"
        for k in range(1, 1 + len({*re.findall(r"plate-(\d+)-body", "".join(map(str, folder.glob("stl/*"))))}))
    ]
    # a link leads to a file of the set
    assert page.links
    assert all((folder / link).is_file() for link in page.links)
    # no cell of a table is a list of files
    for line in text.splitlines():
        for cell in line.split(" | ") if line.startswith("| ") else ():
            assert len(re.findall(r"`[^`]+\.\w+`", cell)) < 8, cell
    # every file stands there once, on its own or in a run, for the first paper
    *_, files = text.partition("### All files")
    for name in (path.name for path in folder.iterdir() if path.is_dir() and path.name != "source"):
        (line,) = re.findall(rf"^- `{name}/`: (.+)$", files, re.MULTILINE)
        single = int(re.match(r"(\d+) of single", line)[1]) if " of single" in line else 0
        there = sorted(path.name for path in (folder / name).rglob("*") if path.is_file())
        if line.endswith("; and the same for letter"):
            there = [one for one in there if "-letter" not in one]
        said = expanded(line)
        assert len(said) == len(set(said)) == len(there) - single
        assert set(said) <= set(there)


def test_hostile_words_of_a_page_are_text(page: Page) -> None:
    """A user's own page, too: no link, no element, no script, whatever stands in it."""
    Path("templates").mkdir()
    Path("templates/start-here.md").write_text(
        "# $title\n\n<script>x</script> [far](https://example.org) <img src=x>\n"
    )
    text = page("triomino")
    assert "<script>x</script> [far](https://example.org) <img src=x>" in text
    content = Path("set-triomino/START-HERE.html").read_text(encoding="utf-8")
    assert "<script" not in content
    assert "<img" not in content
    assert start_page.read(content).links == []
    assert "default-src 'none'" in content


@pytest.mark.thorough
@pytest.mark.foreign("chromium")
def test_a_browser_shows_the_page_and_asks_for_nothing(whole: Callable[[str], Path], opened: Open) -> None:
    folder = whole("quasimino")
    page = opened((folder / start_page.NAME).as_uri())
    assert page.locator("figure svg").first.is_visible()
    assert not page.locator("details table").first.is_visible()
    page.locator("summary").first.click()
    assert page.locator("details table").first.is_visible()
    assert colours(page.locator("figure svg").first.screenshot()) > 20
    assert violations(page) == []
    page.seen.quiet("file:")
