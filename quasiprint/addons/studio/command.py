"""``quasiprint studio``."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path

import click

from quasiprint.cli.kinds import option, whole
from quasiprint.cli.reporting import say, warn
from quasiprint.errors import InputError

MOST = 65535


def run(port: int | None, no_browser: bool, static: Path | None, parts: Path) -> None:
    """Choose a game on a page in your browser, see it at once, and make it.

    It runs on this machine alone, and ends with Ctrl-C. With --static it writes a folder instead, for any web space:
    the same page, with Python in the browser, and the documentation beside it.
    """
    if static is not None:
        from quasiprint.addons.studio.static import SITE, documenting, write

        size = write(static, parts, warn)
        if not (parts / SITE).is_dir():
            warn(f"{static} has no documentation. In the repository type {documenting(parts)}, then this again.")
        say(f"{static}: the studio without a server, {size / 1e6:.0f} MB. Any web space can hold it.")
        return
    if port is not None and port > MOST:
        raise InputError(f"--port: found {port}, allowed is 1 to {MOST}")
    from quasiprint.addons.studio.server.start import serve

    def tell(address: str) -> None:
        say(f"The studio is open at {address}")
        say("Ctrl-C ends it.")
        sys.stdout.flush()
        # elsewhere a browser can show itself only where there is a display
        shown = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        if shown and not no_browser:
            webbrowser.open(address)

    serve(port or 0, tell)


COMMAND = click.Command(
    "studio",
    callback=run,
    help=run.__doc__,
    params=[
        option("--port", "Listen on this port.  [default: a free one]", whole(1)),
        option(
            "--static",
            "Write the studio into this folder, for a web space, and start no server.",
            click.Path(path_type=Path),
            "DIR",
        ),
        option(
            "--parts",
            "Folder with the downloads that --static needs; without it, --static names the commands.  [default: parts]",
            click.Path(path_type=Path),
            "DIR",
            default=Path("parts"),
        ),
        option("--no-browser", "Print the address without opening a browser."),
    ],
)
