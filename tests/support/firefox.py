"""Mozilla's Firefox for tests of pages, driven by its own Marionette: a socket, and WebDriver's commands as JSON.

Playwright's own Firefox is not Debian's, and Debian has no driver for the one that it has. What a test needs of
Marionette is less than a library for it would bring: every message is its length, a colon, and
[0, number, command, what it is about], answered by [1, number, problem, value].

A test that uses it says so: ``@pytest.mark.foreign("firefox-esr")``, and calls `firefox`.
"""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import foreign

WAIT = 60.0  # s: for what a page shall show
# nothing is asked of the network but what a page asks; downloads are kept without a question; every line is told
PREFERENCES: Mapping[str, bool | int | str] = {
    "marionette.port": 0,
    "app.update.disabledForTesting": True,
    "browser.download.alwaysOpenPanel": False,
    "browser.download.always_ask_before_handling_new_types": False,
    "browser.download.folderList": 2,
    "browser.newtabpage.enabled": False,
    "browser.safebrowsing.provider.mozilla.updateURL": "",
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "browser.topsites.contile.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.disablePrefetch": True,
    "pdfjs.disabled": True,
    "services.settings.server": "data:,none",
    "toolkit.telemetry.server": "",
}
COMPLAINTS = """
const found = [];
for (const one of Services.console.getMessageArray()) {
  if (!(one instanceof Ci.nsIScriptError) || !one.sourceName.startsWith(arguments[0])) continue;
  const said = `${one.sourceName}:${one.lineNumber}: ${one.errorMessage}`;
  if (!(one.flags & Ci.nsIScriptError.warningFlag)) found.push(said);
}
return found;
"""


class Firefox:
    """A running Firefox with one page. downloads: the folder where they lie."""

    def __init__(self, line: socket.socket, downloads: Path) -> None:
        self._line = line
        self._count = 0
        self._read = line.makefile("rb")
        self.downloads = downloads
        self._message()  # what it is
        self.send("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": False}})
        self.send("WebDriver:SetTimeouts", script=int(WAIT * 1000))

    def _message(self) -> Any:
        digits = b""
        while (sign := self._read.read(1)) != b":":
            assert sign, "Firefox has ended"
            digits += sign
        return json.loads(self._read.read(int(digits)))

    def send(self, command: str, **about: Any) -> Any:
        """Return the value of a command's answer. Raises RuntimeError with what Firefox says is wrong."""
        self._count += 1
        said = json.dumps([0, self._count, command, about]).encode()
        self._line.sendall(b"%d:%b" % (len(said), said))
        _, number, problem, value = self._message()
        assert number == self._count
        if problem:
            raise RuntimeError(f"{command}: {problem['error']}: {problem['message']}")
        return value["value"] if isinstance(value, dict) and set(value) == {"value"} else value

    def go(self, address: str) -> None:
        """Open an address, and wait until its page is loaded."""
        self.send("WebDriver:Navigate", url=address)

    def run(self, body: str, *given: Any) -> Any:
        """Return what a function's body returns in the page; ``arguments`` are what is given. A promise is awaited."""
        return self.send("WebDriver:ExecuteScript", script=body, args=[*given], sandbox="default")

    def until(self, body: str, *given: Any) -> None:
        """Wait until a function's body returns what is true."""
        ends = time.monotonic() + WAIT
        while not self.run(body, *given):
            assert time.monotonic() < ends, f"{WAIT:g} s have passed: {body} {given}"
            time.sleep(0.05)

    def downloaded(self, ending: str) -> Path:
        """Wait until a file whose name ends so is whole among the downloads; return its path."""
        ends = time.monotonic() + WAIT
        while time.monotonic() < ends:
            for path in self.downloads.iterdir():
                if path.name.endswith(ending) and path.stat().st_size and not [*self.downloads.glob("*.part")]:
                    return path
            time.sleep(0.1)
        raise AssertionError(f"{WAIT:g} s have passed: there is {[path.name for path in self.downloads.iterdir()]}")

    def wrong(self, address: str) -> list[str]:
        """Return the errors of scripts whose address begins so, and what the page asked of anybody else."""
        self.send("Marionette:SetContext", value="chrome")
        complaints: list[str] = self.run(COMPLAINTS, address)
        self.send("Marionette:SetContext", value="content")
        asked = self.run("return performance.getEntriesByType('resource').map((one) => one.name)")
        return complaints + [url for url in asked if not url.startswith((address, "data:", "blob:"))]


@contextlib.contextmanager
def firefox(folder: Path, language: str) -> Iterator[Firefox]:
    """Run Firefox with a profile of its own in a folder; end it and its children. language: of its user, as "de-CH"."""
    program = foreign.where("firefox-esr")
    assert program
    profile, downloads = folder / "profile", folder / "downloads"
    profile.mkdir(parents=True)
    downloads.mkdir()
    said = {**PREFERENCES, "browser.download.dir": str(downloads), "intl.accept_languages": language}
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in said.items())
    (profile / "user.js").write_text("".join(lines))
    how = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote"]
    words = [program, *how, "--profile", str(profile)]
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    try:
        port, ends = profile / "MarionetteActivePort", time.monotonic() + WAIT
        while not (port.exists() and port.read_text()):
            assert child.poll() is None and time.monotonic() < ends, "Firefox does not start"
            time.sleep(0.05)
        with socket.create_connection(("127.0.0.1", int(port.read_text())), WAIT) as line:
            line.settimeout(5 * WAIT)
            page = Firefox(line, downloads)
            yield page
            with contextlib.suppress(OSError, AssertionError, RuntimeError):
                page.send("Marionette:Quit", flags=["eForceQuit"])
                child.wait(20)
    finally:
        child.kill()
        child.wait()
