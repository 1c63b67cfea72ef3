"""A release by one command: all that is published, and how it is proved, in one new folder.

    python .ci/release.py FOLDER [--parts DIR] [--games NAMES] [--machines NAMES]

What is published is the last commit, with nothing beside it. Needed are what .ci/locked.txt lists, .ci/release.txt, and
for the studio the downloads that `quasiprint studio --static` names, in DIR. The folder is written whole or not at all;
the same commit and the same libraries give the same bytes. Nothing is tagged, signed or uploaded: docs/releasing.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import uuid
import zipfile
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "docs"), str(ROOT)]

import licences  # noqa: E402 - the checkout that this script lies in

from quasiprint.addons.studio.static import documenting  # noqa: E402
from quasiprint.disk.stored import pack  # noqa: E402
from quasiprint.version import __version__  # noqa: E402

GAMES = ("quasimino", "triomino", "majomino", "quomino")
# Those that most people have, by what makers and shops put first: none publishes how many it sells. What is made for
# each is what README.md says for its kind.
PRINTED, BURNT = "3mf,stl,pdf", "svg,dxf,pdf"
MACHINES = {
    **dict.fromkeys(("bambu-a1", "bambu-a1-mini", "bambu-p1", "creality-k1", "elegoo-centauri-carbon"), PRINTED),
    **dict.fromkeys(("ender-3-v3-se", "prusa-core-one", "prusa-mk4"), PRINTED),
    **dict.fromkeys(("glowforge", "xtool-s1"), BURNT),
}
WHAT = {  # in the list, by where a file lies
    "dist": "for pip, pipx and uv",
    "sets": "a set: open START-HERE.html in it first",
    "proofs": "what `quasiprint verify --json` says of the set of that name",
    "studio": "the home page and the studio, for any web space",
    "CHANGES.md": "what is new",
    "CITATION.cff": "how to cite it",
    "CREDITS.md": "whose games these are",
    "LICENSE": "the program's licence",
    "licences.md": "the licences of what runs with it",
    "sbom.cdx.json": "what runs with it, for programs: CycloneDX 1.6",
}
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "quasiprint")


class Unfit(Exception):
    """The project is not fit to be released as it is; the message says why."""


def dated(changelog: str, citation: str) -> tuple[str, str]:
    """Return the day of this version, as YYYY-MM-DD, and what its changes are. Raises Unfit where the two files do not
    say the same."""
    head, *body = re.split(r"^## ", changelog, flags=re.MULTILINE)[1].split("\n", 1)
    wanted = re.fullmatch(rf"{re.escape(__version__)} \((\d{{4}}-\d\d-\d\d)\)", head)
    if not wanted:
        raise Unfit(f"CHANGELOG.md: begins with {head!r}, wanted is '{__version__} (YYYY-MM-DD)'")
    for key, value in (("version", __version__), ("date-released", wanted[1])):
        found = re.search(rf'^{key}: "?([^"\n]*)"?$', citation, re.MULTILINE)
        if not found or found[1] != value:
            raise Unfit(f"docs/CITATION.cff: {key} is {found[1] if found else 'missing'}, CHANGELOG.md has {value}")
    told = re.sub(r"\s*\(\[\d{4}\]\([^)]*\)\)", "", "".join(body))  # decisions: of the repository
    told = re.sub(r"\[([^]]*)\]\((?!https?:)[^)]*\)", r"\1", told)
    return wanted[1], f"# quasiprint {__version__}, {wanted[1]}\n\n{told.strip()}\n"


def bill_of_materials(day: str) -> dict[str, object]:
    """Return what the program is made of and what it runs with, in CycloneDX 1.6: names and whose dependency each is by
    .ci/locked.txt, versions and licences by what is installed."""
    listed = licences.entries(licences.LOCK.read_text(encoding="utf-8"))
    required, every = licences.closure(listed, ()), licences.closure(listed)
    here = f"pkg:pypi/quasiprint@{__version__}"
    installed = {name: version for name in sorted(every) if (version := _installed(name))}
    reference = {name: f"pkg:pypi/{name}@{version}" for name, version in installed.items()}
    needs: dict[str, set[str]] = {own: set() for own in (here, *reference.values())}
    for name, own in reference.items():
        for by in set().union(*(entry.needed_by for entry in listed[name])):
            if by == "quasiprint" or by in reference:
                needs[here if by == "quasiprint" else reference[by]].add(own)
    components = [
        {
            "type": "library", "bom-ref": reference[name], "name": name, "version": version, "purl": reference[name],
            "scope": "required" if name in required else "optional",
            "licenses": [{"expression": licences.licence(name)}],
        }
        for name, version in installed.items()
    ]  # fmt: skip
    own = {"type": "application", "bom-ref": here, "name": "quasiprint", "version": __version__, "purl": here}
    document = {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {"timestamp": f"{day}T00:00:00Z", "component": {**own, "licenses": [{"license": {"id": "MIT"}}]}},
        "components": components,
        "dependencies": [{"ref": one, "dependsOn": sorted(needs[one])} for one in sorted(needs)],
    }  # fmt: skip
    return {**document, "serialNumber": f"urn:uuid:{uuid.uuid5(NAMESPACE, json.dumps(document))}"}


def _installed(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def check_bill(text: str) -> None:
    """Raise Unfit for a bill of materials that CycloneDX's schema forbids."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise Unfit(f"the bill of materials is not CycloneDX's: {error}")


def run(*words: object, cwd: Path, **more: str) -> str:
    """Run a command, tell it, and return what it prints. more: variables. Raises Unfit if it fails."""
    print("$", *words, flush=True)
    dropped = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    variables = {key: value for key, value in os.environ.items() if key not in dropped} | more
    done = subprocess.run(
        [str(word) for word in words], check=False, cwd=cwd, env=variables, capture_output=True, encoding="utf-8"
    )
    if done.returncode:
        raise Unfit(f"{shlex.join(map(str, words))} ended with {done.returncode}:\n{done.stdout}{done.stderr}".rstrip())
    return done.stdout


def sources(folder: Path) -> Path:
    """Return a folder with the files of the last commit."""
    folder.mkdir(parents=True)
    archive = folder.with_suffix(".tar")
    run("git", "archive", "--output", archive, "HEAD", cwd=ROOT)
    shutil.unpack_archive(archive, folder, filter="data")
    return folder


def build(work: Path, target: Path, day: str) -> tuple[Path, Path]:
    """Put the source archive and the wheel into a folder, each made twice, in two places. Return the first source, and
    a folder with what the wheel holds. Raises Unfit if the bytes differ, or an index would refuse them."""
    epoch = str(int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()))
    made = []
    for place in ("source", "elsewhere/second"):
        folder = sources(work / place)
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder.with_name("dist"), folder,
            cwd=work, SOURCE_DATE_EPOCH=epoch)  # fmt: skip
        made.append(folder.with_name("dist"))
    first, second = (digests(folder) for folder in made)
    if first != second or len(first) != 2:
        raise Unfit(f"built twice, the bytes differ: {first} and {second}")
    shutil.copytree(made[0], target)
    run(sys.executable, "-m", "twine", "check", "--strict", *sorted(target.iterdir()), cwd=work)
    (wheel,) = target.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(work / "wheel")
    return work / "source", work / "wheel"


def make_sets(folder: Path, wheel: Path, games: Iterable[str], machines: Iterable[str]) -> None:
    """Make each game for each machine with what the wheel holds, as an archive, and prove what is in it."""
    for name in ("sets", "proofs"):
        (folder / name).mkdir()
    for machine in machines:
        for game in games:
            archive = folder / f"sets/{game}-{machine}.zip"
            words = ("make", game, "--profile", machine, "--format", MACHINES[machine], "-o", archive)
            quasiprint = (sys.executable, "-P", "-m", "quasiprint")
            run(*quasiprint, *words, cwd=folder, PYTHONPATH=str(wheel))
            said = run(*quasiprint, "verify", archive, "--json", cwd=folder, PYTHONPATH=str(wheel))
            if json.loads(said)["outcome"] != "proved":
                raise Unfit(f"{archive.name} is not proved:\n{said}")
            (folder / f"proofs/{archive.stem}.json").write_text(said, encoding="utf-8")


def make_studio(folder: Path, work: Path, source: Path, wheel: Path, parts: Path) -> None:
    """Write the static studio, with the site beside it, as one archive."""
    own = work / "parts"
    shutil.copytree(parts, own, ignore=shutil.ignore_patterns("site"))
    words = shlex.split(documenting(own))
    run(sys.executable, *words[1:], cwd=source, PYTHONPATH=str(source))
    words = ["studio", "--static", str(work / "home"), "--parts", str(own)]
    run(sys.executable, "-P", "-m", "quasiprint", *words, cwd=work, PYTHONPATH=str(wheel))
    files = {path.relative_to(work / "home").as_posix(): path.read_bytes() for path in every(work / "home")}
    (folder / "studio").mkdir()
    (folder / f"studio/quasiprint-studio-{__version__}.zip").write_bytes(pack(files))


def every(folder: Path) -> list[Path]:
    """Return the files in a folder and below, in order."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file in a folder and below, by its path."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in every(folder)
    }


def sums(folder: Path) -> str:
    """Return those digests, as sha256sum writes and checks them."""
    return "".join(f"{digest}  {name}\n" for name, digest in digests(folder).items())


def listing(folder: Path) -> str:
    """Return the list of a release: each file, its size and what it is."""
    head = f"# What quasiprint {__version__} consists of\n\n`sha256sum --check SHA256SUMS` compares all of it.\n\n"
    rows = ["| file | bytes | what it is |\n|---|--:|---|\n"]
    for path in every(folder):
        name = path.relative_to(folder)
        rows.append(f"| {name.as_posix()} | {path.stat().st_size:,} | {WHAT[name.parts[0]]} |\n")
    return head + "".join(rows)


def release(folder: Path, parts: Path | None, games: Iterable[str], machines: Iterable[str]) -> None:
    """Write a release into a new folder."""
    if folder.exists():
        raise Unfit(f"{folder} is there already: name a new folder")
    if changed := run("git", "status", "--porcelain", cwd=ROOT).strip():
        raise Unfit(f"what is not committed is not released:\n{changed}")
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "docs/CITATION.cff")]
    day, changes = dated(*texts)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as there:
        work, made = Path(there), Path(there) / "made"
        made.mkdir()
        source, wheel = build(work, made / "dist", day)
        bill = json.dumps(bill_of_materials(day), indent=1) + "\n"
        check_bill(bill)
        for name, text in {"sbom.cdx.json": bill, "CHANGES.md": changes, "CITATION.cff": texts[1]}.items():
            (made / name).write_text(text, encoding="utf-8")
        for name in ("LICENSE", "CREDITS.md", "docs/licences.md"):
            shutil.copy(source / name, made)
        make_sets(made, wheel, games, machines)
        if parts:
            make_studio(made, work, source, wheel, parts)
        (made / "CONTENTS.md").write_text(listing(made), encoding="utf-8")
        text = sums(made)
        (made / "SHA256SUMS").write_text(text, encoding="utf-8")
        made.rename(folder)
    print(
        f"{folder}: {len(text.splitlines()) + 1} files; SHA256SUMS itself: {hashlib.sha256(text.encode()).hexdigest()}"
    )


def main(words: list[str] | None = None) -> int:
    """Write a release, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--parts", type=Path, metavar="DIR", help="without it there is no studio in the release")
    for name, known in (("games", GAMES), ("machines", tuple(MACHINES))):
        parser.add_argument(f"--{name}", type=lambda text: text.split(","), default=known, metavar="NAMES",
                            help=f"of {', '.join(known)}; without it, all")  # fmt: skip
    given = parser.parse_args(words)
    for name, known in (("games", GAMES), ("machines", MACHINES)):
        if strange := [one for one in getattr(given, name) if one not in known]:
            parser.error(f"--{name}: found {strange[0]!r}, allowed are {', '.join(known)}")
    if given.parts and not given.parts.is_dir():
        parser.error(f"--parts: {str(given.parts)!r} is no folder")
    try:
        release(given.folder.absolute(), given.parts, given.games, given.machines)
    except Unfit as reason:
        print(f"not released: {reason}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; nothing is written", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
