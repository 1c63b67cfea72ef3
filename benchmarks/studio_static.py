"""How long the studio without a server takes until it shows a set: from a local web space, the first time and again.

``python benchmarks/studio_static.py PARTS``: PARTS holds what `quasiprint studio --static` asks for. Needs Chromium.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import os
import shutil
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from quasiprint.studio.static import write

TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A plain web space."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def main() -> None:
    """Print the seconds of one first look and of three more."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", type=Path, help="what `quasiprint studio --static` asks for")
    parts = parser.parse_args().parts
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        size = write(Path(folder) / "site", parts)
        handler = functools.partial(Quiet, directory=f"{folder}/site")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        print(f"{size / 1e6:.0f} MB; load of the machine {os.getloadavg()[0]:.1f}")
        for said in ("first", "again", "again", "again"):
            start = time.perf_counter()
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            page.locator("#panels svg").nth(2).wait_for(state="attached", timeout=240_000)
            print(f"{said}: {time.perf_counter() - start:.1f} s")
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
