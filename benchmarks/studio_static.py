"""How long the studio without a server takes until it shows a set, until it shows a first change, which Python has to
answer, and a link to a design of one's own: from a local web space, the first time and again.

``python benchmarks/studio_static.py PARTS``: PARTS holds what `quasiprint studio --static` asks for. Needs Chromium.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from quasiprint.addons.studio.static import write

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from studios import web_space

PATIENCE = 240_000  # ms
CHANGE = """() => {
  const field = document.getElementById("field-edge");
  field.value = "33.5";
  field.dispatchEvent(new Event("input"));
}"""


def visited(page: Page, address: str) -> str:
    """Visit the page anew, change something as soon as it can be changed, and return how long each took."""
    page.goto("about:blank")
    start = time.perf_counter()
    page.goto(address)
    page.locator("#panels svg").nth(2).wait_for(state="attached", timeout=PATIENCE)
    shown = time.perf_counter() - start
    page.locator("#field-edge").wait_for(state="attached", timeout=PATIENCE)
    page.evaluate(CHANGE)
    page.wait_for_selector("body[data-shown*='edge=33.5']", timeout=PATIENCE)
    return f"a picture after {shown:.1f} s, a change after {time.perf_counter() - start:.1f} s"


def main() -> None:
    """Print the seconds of one first visit, of three more, and of a link."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", type=Path, help="what `quasiprint studio --static` asks for")
    parts = parser.parse_args().parts
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        size = write(Path(folder) / "site", parts)
        with web_space(Path(folder) / "site") as (space, _):
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page()
            print(f"{size / 1e6:.0f} MB; load of the machine {os.getloadavg()[0]:.1f}")
            address = f"{space}#quasimino"
            for said in ("first", "again", "again", "again"):
                print(f"{said}: {visited(page, address)}")
                if said == "first":  # an image of Python is made when nothing is asked, for the next visit
                    page.wait_for_selector("html[data-kept]", timeout=PATIENCE)
            page.goto("about:blank")
            start = time.perf_counter()
            page.goto(address.replace("#quasimino", "#triomino?highest=3"))
            page.wait_for_selector("body[data-shown]", timeout=PATIENCE)
            print(f"a link to a design: {time.perf_counter() - start:.1f} s")
            print(f"load of the machine at the end {os.getloadavg()[0]:.1f}")
            browser.close()


if __name__ == "__main__":
    main()
