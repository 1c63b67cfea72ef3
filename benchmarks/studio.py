"""How long the studio takes to show a change, and how much memory it keeps.

    python benchmarks/studio.py [--changes N] [--previews N] [--write]

In Debian's Chromium, for the default set of each game: from the moment when a field is changed until the picture is in
the page, and, in another browser that draws bodies (in software here), until these are drawn; the 95th of N changes
in a hundred. What draws bodies in software also puts pages together in software, which takes longer than all the rest:
so flat pictures are measured without it. Beside that the CPU seconds of ``quasiprint make GAME --format svg`` as a
measure of the machine. Then so many previews in a row, and the memory of all processes of the server. Limits: 150 ms,
500 ms, 300 MiB, 1.5 MB of page, judged on a quiet machine of two cores.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests/support"))

from browser import DRAWING
from measuring import MIB, empty, fresh, held, program, recorded, run, table
from measuring import PAGE as README
from studios import Studio, studio

from quasiprint.addons.studio.static import page_files

FLAT, SOLID, MEMORY, PAGE = 150.0, 500.0, 300.0, 1_500_000  # ms, ms, MiB, bytes
GAMES = {"majomino": 20.0, "quasimino": 32.0, "quomino": 22.0, "triomino": 36.0}  # mm: edges that fit
CHANGED = """([edge, key]) => new Promise((resolve) => {
  const field = document.getElementById("field-edge"), begun = performance.now();
  const look = () => document.body.dataset[key]?.includes(`edge=${edge}`)
    ? requestAnimationFrame(() => resolve(performance.now() - begun)) : setTimeout(look, 1);
  field.value = edge;
  field.dispatchEvent(new Event("input"));
  look();
})"""


def late(times: list[float]) -> float:
    """Return the 95th of a hundred times, ms."""
    return round(sorted(times)[max(0, -(-95 * len(times) // 100) - 1)], 1)


def changes(page: Any, game: str, key: str, count: int, first: int) -> list[float]:
    """Change the edge so often, and return how long each took, ms."""
    found = []
    for k in range(count):
        edge = f"{GAMES[game] + (first + k) * 0.01:.2f}"
        found.append(page.evaluate(CHANGED, [edge, key]))
    return found


def made(game: str) -> float:
    """Return the CPU s of making a set's sheets."""
    with empty() as folder:
        return round(run(program("make", game, "--format", "svg", "--jobs", 1, "-o", fresh(folder))).cpu_s, 2)


HEAD = ("game", "first picture, ms", "change, ms", "of make svg", "bodies, ms", "of make svg", "make svg, CPU s")


def opened(browser: Any, served: Studio, game: str) -> tuple[Any, int]:
    """Return a page that shows a game, and after how many ms it did."""
    page = browser.new_page(reduced_motion="reduce")
    begun = time.perf_counter()
    page.goto(f"{served.address}#{game}")
    page.wait_for_selector("body[data-shown]")
    first = round(1000 * (time.perf_counter() - begun))
    page.wait_for_selector("#field-edge", state="attached")
    return page, first


def measured(plain: Any, drawing: Any, served: Studio, game: str, count: int) -> tuple[list[object], bool]:
    """Return the row of a game, and whether it is within its limits. plain, drawing: browsers."""
    page, first = opened(plain, served, game)
    flat = late(changes(page, game, "shown", count, 1))
    page.close()
    page, _ = opened(drawing, served, game)
    page.locator("#tab-solid").click()
    page.wait_for_selector("body[data-solid]", timeout=60_000)
    solid = late(changes(page, game, "solid", max(5, count // 5), 500))
    cost = made(game)
    page.close()
    row = [game, first, flat, flat / cost / 1000, solid, solid / cost / 1000, cost]
    return row, flat <= FLAT and solid <= SOLID


def main() -> int:
    """Measure, print, and return 1 if a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--previews", type=int, default=500)
    parser.add_argument("--write", action="store_true", help="put the figures into benchmarks/README.md")
    asked = parser.parse_args()
    from playwright.sync_api import sync_playwright

    rows: list[list[object]] = []
    right = True
    with tempfile.TemporaryDirectory() as folder, studio(Path(folder)) as served, sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        plain = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        drawing = playwright.chromium.launch(executable_path=chromium, args=[*DRAWING])
        loads = [os.getloadavg()[0]]
        for game in GAMES:
            row, within = measured(plain, drawing, served, game, asked.changes)
            loads.append(os.getloadavg()[0])
            print(f"{game}: {row[1:]}", file=sys.stderr)
            rows.append(row)
            right &= within
        for k in range(asked.previews):
            edge = f"{32 + k * 0.01:.2f}"
            served.ask("preview", game="quasimino", settings={"edge": edge}, parts=["pieces", "sheets"])
        kept = round(held([served.child.pid, *served.workers()]) / MIB, 1)
        plain.close()
        drawing.close()
    size = sum(len(content) for _, content in page_files().values())
    right &= kept <= MEMORY and size <= PAGE
    after = (
        f"Memory of the server after {asked.previews} previews: {kept} MiB. The page: {size} bytes.\n"
        f"Load of the machine, of {os.cpu_count()} cores: {min(loads):.1f} to {max(loads):.1f}."
    )
    told = f"{table(HEAD, rows)}\n{after}\n"
    print(told, end="")
    if asked.write:
        README.write_text(recorded(README.read_text(), "studio", told))
    return int(not right)


if __name__ == "__main__":
    sys.exit(main())
