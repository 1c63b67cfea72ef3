"""What the pages tell a reader to type, and typing it.

A block of a page says by its first word what it is:

- ``sh``: commands, a line each. ``# ends with 1`` behind one says which exit code it has, if not 0. A block whose first
  line is ``# not tried by …: REASON`` is not run, and the reader sees why.
- ``text`` right after commands: lines that they print, in order. In a line, ``…`` may be anything; a line that is ``…``
  alone stands for any number of lines.
- ``python``: run, all of a page in one program.
- ``{command} …`` and ``{profiles} …``: the site puts there what the command in it prints.
- anything, behind a paragraph that ends with a file's name and a colon: what the reader writes into that file.
- without a word: a promise of the README's that the gate keeps, by the mark above it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner

from quasiprint.cli import main

FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,})(?P<info>[^`]*)")
NOT_TRIED = re.compile(r"# not tried by [^:]+: \S.*")
NAMED = re.compile(r"`([\w~/.-]+)`:$")
ENDS = re.compile(r"# .*\bends with (\d+)")
SHOWN = {"toml", "text", "markdown", "json", "svg", "python", "xml", "zsh", "fish", "sh"}  # what may be a file
COMMANDS = 90  # seconds that a command of a page may take


class Wrong(AssertionError):
    """What a page says is not so."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page: the line where it begins, its first word, what stands in it, and the file that it is for."""

    line: int
    kind: str
    text: str
    file: str = ""
    gated: bool = False
    follows: bool = False  # a block of commands, with nothing between

    @property
    def untried(self) -> bool:
        """Whether the page says why this is not run."""
        return bool(NOT_TRIED.fullmatch(self.text.partition("\n")[0]))


def blocks(text: str) -> list[Block]:
    """Return the blocks of a page."""
    found: list[Block] = []
    lines = text.splitlines()
    at, said, before = 0, "", ""  # the last paragraph's last line, and the kind of the block right before
    while at < len(lines):
        opened = FENCE.fullmatch(lines[at].rstrip())
        if not opened:
            if lines[at].strip():
                said, before = lines[at].strip(), ""
            at += 1
            continue
        end = next(k for k in range(at + 1, len(lines)) if lines[k].strip() == opened["fence"])
        held = [line.removeprefix(opened["indent"]) for line in lines[at + 1 : end]]
        kind = opened["info"].strip()
        named = NAMED.search(said) if not before else None
        found.append(
            Block(at + 1, kind, "\n".join(held), named[1] if named else "", "<!-- gate:" in said, before == "sh")
        )
        at, before = end + 1, kind
    return found


def faults(text: str) -> Iterator[str]:
    """Yield what is wrong with the blocks of a page, before anything is run."""
    for block in blocks(text):
        where, word = f"line {block.line}", block.kind.split(" ")[0]
        if not block.kind:
            if not block.gated:
                yield f"{where}: a block that does not say what it is"
        elif block.file:
            if word not in SHOWN:
                yield f"{where}: {word!r} is no kind of file"
        elif word in ("sh", "python", "{command}", "{profiles}", "{include}"):
            pass
        elif word != "text":
            yield f"{where}: a block of {word!r} that is neither run nor written into a file"
        if word in ("text", "toml", "markdown") and re.search(r"(?m)^(\$ |> )?(quasiprint|pip|python3?) ", block.text):
            yield f"{where}: a command in a block that is not run"


def wanted(said: str, shown: str) -> str:
    """Return the first line that a page shows and a command did not print after those before it; "" for none."""
    left = [line.rstrip() for line in said.splitlines()]
    loose = True  # what comes before the first line that is shown is not asked about
    for line in (line.rstrip() for line in shown.splitlines()):
        if line.strip() == "…":
            loose = True
            continue
        pattern = re.compile(".*".join(map(re.escape, line.split("…"))))
        for k, each in enumerate(left):
            if pattern.fullmatch(each):
                left = left[k + 1 :]
                break
            if not loose:
                return line
        else:
            return line
        loose = False
    return ""


@dataclass
class Reader:
    """Somebody who follows a page, in a folder of their own. sets: what was made for other pages, by command."""

    home: Path
    sets: dict[str, Path] = field(default_factory=dict)
    ran: list[str] = field(default_factory=list)
    said: str = ""

    def __post_init__(self) -> None:
        self.place = self.home
        (self.home / ".bin").mkdir()
        # what is not called in this process finds the program as a reader's shell does
        program = self.home / ".bin/quasiprint"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m quasiprint "$@"\n')
        program.chmod(0o755)

    def follow(self, text: str) -> None:
        """Do what a page says, from its first line to its last. Raises Wrong with the line where it is not so."""
        code = ""
        for block in blocks(text):
            word = block.kind.split(" ")[0]
            if block.file:
                self._write(block)
            elif block.untried or block.gated:
                continue
            elif word == "sh":
                self.said = ""
                for line in joined(block.text):
                    self.type(line, block.line)
            elif word in ("{command}", "{profiles}"):
                for line in joined(block.text):
                    self.type(line, block.line)
            elif word == "text" and block.follows:
                if missing := wanted(self.said, block.text):
                    raise Wrong(f"line {block.line}: {missing!r} is not what was printed:\n{self.said}")
            elif word == "python":
                code += block.text + "\n"
        if code:
            self._shell([sys.executable, "-c", code], "the page's Python", 0)

    def _write(self, block: Block) -> None:
        path = Path(block.file.replace("~", str(self.home), 1))
        path = path if path.is_absolute() else self.place / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text + "\n", encoding="utf-8")

    def type(self, line: str, number: int = 0) -> None:
        """Run a command. Raises Wrong if it ends otherwise than it should."""
        code = int(found[1]) if (found := ENDS.search(line)) else 0
        words = shlex.split(line, comments=True)
        if not words:
            return
        if words[0] == "cd":
            self.place = (self.place / words[1]).resolve()
            return
        self.ran.append(" ".join(words))
        if words[0] != "quasiprint" or set(words) & {"|", ">", "<", "&&"}:
            command = re.sub(r"\s+# .*$", "", line)
            self._shell(["bash", "-euo", "pipefail", "-c", command], f"line {number}: {line}", code)
        elif code or not self._had(words):
            self._call(words[1:], f"line {number}: {line}", code)

    def _had(self, words: list[str]) -> bool:
        """Take a set that was made by the same command for another page, if there is one, and keep what is made. Where
        a command asks for anything of the reader's own, or has something to replace, it is run."""
        if len(words) < 3 or words[1] != "make":
            return False
        line = " ".join(words)
        target = self.place / (words[words.index("-o") + 1] if "-o" in words else f"output/{words[2]}")
        own = {"--project", "--board", "--symbols", "--replace", "--help", "--help-all", "--dry-run"} & set(words)
        if own or words[2].endswith(".toml") or (self.place / "templates").exists():
            return False
        whole, _, chosen = line.partition(" --format ")
        if target.exists() and chosen and " " not in chosen and whole in self.sets:  # of the files there, some
            self._call([*words[1:], "--dry-run"], line, 0)
            return True
        if line in self.sets and target.exists():
            return False
        if line not in self.sets:
            self._call(words[1:], line, 0)
            kept = self.home.parent / f"made-{len(self.sets)}"
            _copy(target, kept)
            kept.with_suffix(".said").write_text(self.said, encoding="utf-8")
            self.sets[line] = kept
        else:
            _copy(self.sets[line], target)
            self.said += self.sets[line].with_suffix(".said").read_text(encoding="utf-8")
        return True

    def _call(self, words: list[str], where: str, code: int) -> None:
        with chdir(self.place):
            result = CliRunner().invoke(main, words, prog_name="quasiprint")
        self.said += result.output
        if result.exit_code != code:
            raise Wrong(f"{where}: ended with {result.exit_code}, not {code}:\n{result.output}")

    def _shell(self, command: list[str], where: str, code: int) -> None:
        done = subprocess.run(
            command, cwd=self.place, env=self.surroundings(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=COMMANDS, check=False,
        )  # fmt: skip
        self.said += done.stdout
        if done.returncode != code:
            raise Wrong(f"{where}: ended with {done.returncode}, not {code}:\n{done.stdout}")

    def surroundings(self) -> Mapping[str, str]:
        """Return the environment of the reader's shell: a home that is empty, and the program on the path."""
        root = Path(__file__).parents[2]
        path = f"{self.home / '.bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        return {**os.environ, "HOME": str(self.home), "PATH": path, "PYTHONPATH": str(root)}


def joined(text: str) -> list[str]:
    """Return the commands of a block; one that ends with a backslash goes on in the next line."""
    return text.replace("\\\n", " ").splitlines()


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copy(source, target)
