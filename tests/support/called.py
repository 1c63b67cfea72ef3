"""The command line called from tests, and what it leaves."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from click.testing import CliRunner, Result

from quasiprint.cli import COMMANDS, main
from quasiprint.cli.chosen import requests
from quasiprint.disk.ownership import seal
from quasiprint.errors import InputError
from quasiprint.make.run import Run, settle

ROOT = Path(__file__).parents[2]
Called = Callable[..., subprocess.CompletedProcess[str]]  # what the fixture `quasiprint` is
# A set of one tile: the quickest to make, for tests of everything else.
QUICK = ["make", "triomino", "--highest", "0", "--format", "stl"]
BOARD = "+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n"


# the program as it is installed, in a process of its own, and the environment in which it finds its package
COMMAND = [sys.executable, "-c", "import sys; sys.argv[0] = 'quasiprint'; from quasiprint.__main__ import main; main()"]


def script(path: str) -> ModuleType:
    """Return a script of the project as a module; it finds what lies beside it."""
    before = sys.path[:]
    sys.path.insert(0, str((ROOT / path).parent))
    try:
        return importlib.import_module(Path(path).stem)
    finally:
        sys.path[:] = before


def surroundings(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def refused(result: Any, said: str, code: int = 2) -> None:
    """Hold a command to a refusal: one line that says why, nothing printed, and the exit code."""
    assert (result.exit_code if isinstance(result, Result) else result.returncode) == code, (
        result.stdout + result.stderr
    )
    assert said in result.stderr
    assert (result.stdout, len(result.stderr.splitlines())) == ("", 1), result.stderr


def command_lines() -> dict[str, dict[str, Any]]:
    """Return a minimal line for each command, which is the table's name."""
    return tomllib.loads((ROOT / "tests/cli/commands.toml").read_text(encoding="utf-8"))


def is_of_the_core(name: str) -> bool:
    return name.split()[0] in {command.name for command in COMMANDS} and name != "new set"


def invoke(*arguments: object, code: int | None = None, typed: str | None = None) -> Result:
    """Call the command line. code: the exit code that it must have, if the test has not more to say of it."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="quasiprint", input=typed)
    if code is not None:
        assert result.exit_code == code, f"{result.exit_code}, not {code}: {result.exception!r}\n{result.output}"
    return result


def played(game: str, lines: tuple[str, ...], *options: object) -> Result:
    """Play a game on the command line, by these lines."""
    words = ["play", game, *map(str, options)]
    return CliRunner().invoke(main, words, input="".join(f"{line}\n" for line in lines), prog_name="quasiprint")


def refusal(work: Callable[[], object]) -> str:
    """Return why some work is refused, "" if it is not."""
    try:
        work()
    except InputError as problem:
        return str(problem)
    return ""


def settled(*arguments: object) -> Run:
    """Return the run that a command line asks for, as far as it is settled: nothing is designed, checked or made."""
    context = main.make_context("quasiprint", [str(argument) for argument in arguments])
    _, command, rest = main.resolve_command(context, [*context._protected_args, *context.args])
    assert command is not None
    (request,) = requests(command.make_context(command.name, rest, parent=context))
    return settle(request)


def python(*words: object, env: Mapping[str, str] | None = None, **options: Any) -> subprocess.CompletedProcess[Any]:
    """Run Python in a process of its own, in which the package is found; text in, text out. env: beside what is set."""
    usual = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "timeout": 300}
    return subprocess.run([sys.executable, *map(str, words)], env=surroundings(**(env or {})), **{**usual, **options})


def other_hash_seed() -> str:
    """Return a seed of hashes for another process, with which it hashes names otherwise than this one."""
    return "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"


def manifest_of(files: Mapping[str, bytes], game: str = "quasimino") -> bytes:
    """The manifest of a set that holds these files, as a run writes it, but for what they hold."""
    listed = [
        {"path": path, "sha256": hashlib.sha256(held).hexdigest(), "bytes": len(held)} for path, held in files.items()
    ]
    formats = sorted({path.partition("/")[0] for path in files if "/" in path} - {"source"})
    told = {"game": game, "parameters": {"formats": formats}, "files": listed}
    return seal((json.dumps(told, indent=1) + "\n").encode())


def kept(folder: Path) -> dict[str, bytes]:
    """Everything in a folder, hidden files too."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def tree(folder: Path) -> dict[str, str]:
    """Everything in a folder, hidden files too, as digests."""
    return {path: hashlib.sha256(content).hexdigest() for path, content in kept(folder).items()}
