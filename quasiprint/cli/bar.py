"""The line that says what a command does, on standard error: a bar with the time left where it is known how much is
done, and what is being done. There is none where that is no terminal, and no colour where the terminal has none or its
user wants none (NO_COLOR)."""

from __future__ import annotations

import os
import sys
import time

from quasiprint.model.errors import printable
from quasiprint.system.outcome import silence

WIDTH = 76  # characters of the line at most: a terminal of 80 columns does not wrap it
LEAST = 24  # columns: where there are fewer, there is no bar
CELLS = 20  # of a bar; fewer where the terminal is narrow
EVERY = 0.1  # s, from one count to the next: nobody reads quicker, and no line flickers
SOON, FEW = 2.0, 0.04  # s and share of all, before which nobody can say how long the rest takes
BAR, DONE = "\x1b[36m", "\x1b[0m"  # cyan, and as before
MINUTE, HOUR = 60, 3600


class Progress:
    """A line on stderr; nothing at all if stderr is no terminal."""

    def __init__(self) -> None:
        self.shown = sys.stderr is not None and sys.stderr.isatty()
        plain = os.environ.get("TERM", os.environ.get("WT_SESSION", "")) in ("", "dumb")  # Windows says the other
        self.bars = self.shown and not plain
        self.colours = self.bars and not os.environ.get("NO_COLOR")
        self.begun = False
        self._from = self._at = self._last = time.monotonic()
        self._share = 0.0
        self._head, self._stands = "", 0

    def tick(self, name: str, count: int) -> None:
        """Say how many files of a format are written; 0: what is done before there are any."""
        self.say(f"{name}: {count} files" if count else f"{name} …")

    def say(self, what: str) -> None:
        """Say what is being done. Counts that follow one another too quickly to be read are left out."""
        if not self.shown:
            return
        now, head = time.monotonic(), what.partition(":")[0]
        if head == self._head and now - self._last < EVERY:
            return
        self._head, self._last = head, now
        self._line(printable(what))

    def measure(self, share: float) -> None:
        """Take note of which share of all is done, 0 to 1. It does not go back."""
        if share > self._share:
            self._share, self._at = min(share, 1.0), time.monotonic()

    def left(self) -> float | None:
        """Return how much longer it takes if the rest is like what is done, s; None before anybody can say."""
        taken = self._at - self._from
        if self._share < FEW or taken < SOON:
            return None
        left = taken * (1 - self._share) / self._share - (time.monotonic() - self._at)
        return left if left > 0 else None

    def clear(self) -> None:
        """Wipe the line."""
        if self.begun:
            self._write(f"\r{'':{self._stands}}\r")
            self._stands = 0

    def _line(self, text: str) -> None:
        width = min(_columns() - 1, WIDTH)
        bar, told, left = "", text, self.left()
        if left is not None:
            told = f"{said(left)} left  {text}"
        if self.bars and self._share and width >= LEAST:
            bar, told = _bar(self._share, min(CELLS, width // 4)), f" {self._share:4.0%}  {told}"
        told = told[: max(width - len(bar), 0)]
        stands = len(bar) + len(told)
        drawn = f"{BAR}{bar}{DONE}" if bar and self.colours else bar
        self._write(f"\r{drawn}{told}{'':{max(self._stands - stands, 0)}}")
        self._stands, self.begun = stands, True

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            silence(sys.stderr)


def said(seconds: float) -> str:
    """Return a time in few words: "12 s", "3 min", "2 h 5 min"."""
    if seconds < MINUTE:
        return f"{max(round(seconds), 1)} s"
    if seconds < HOUR:
        return f"{round(seconds / MINUTE)} min"
    return f"{int(seconds // HOUR)} h {int(seconds % HOUR // MINUTE)} min"


def _bar(share: float, cells: int) -> str:
    full, empty = ("█", "░") if _draws("█░") else ("#", "-")
    done = int(share * cells)
    return full * done + empty * (cells - done)


def _draws(signs: str) -> bool:
    try:
        signs.encode(getattr(sys.stderr, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _columns() -> int:
    """Return how wide the terminal is now; 80 where it does not say."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
