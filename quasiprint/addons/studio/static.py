"""The files of the page, its words in each language (``templates/languages/LANGUAGE/studio.toml``); and the studio
without a server: a folder for any web space, with the same page and the same Python.

Python for the browser, the library that clips areas, and the wheels are not part of quasiprint, and quasiprint asks no
host for them: whoever wants the folder fetches them with npm and pip, and says where they lie. All that is put into the
folder is taken by name, and decides itself where it goes. No address of a host is anywhere.

What everybody asks first, of sets as they are without any option, is answered when the folder is written, so that a
first picture does not wait for Python. The answers are the engine's own. This module as a program prints them: it
starts in an empty folder, so that no profile of whoever writes the studio is in them.

An image of the memory of the browser's Python, as it is after quasiprint was read, lies in the folder: Python starts
from that, and need not compile the sources at each first visit. Only that very Python makes it, and node runs it. Where
there is no node, everything works, and begins a few seconds later.

What makes the folder a project's home page: the documentation beside it, made by Sphinx from the repository and taken
by the kinds of its files, ways from one to the other, icons, what a browser needs to install it and to keep it, and
what web spaces should say.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any, cast

import quasiprint
from quasiprint.addons.studio import web
from quasiprint.addons.studio.engine import LONG, TYPESET
from quasiprint.addons.studio.words import Value, game_names
from quasiprint.cli.kinds import LETTER
from quasiprint.disk.staging import sink, stage_for
from quasiprint.disk.stored import pack
from quasiprint.drawing.face_shapes import paint_svg
from quasiprint.errors import InputError
from quasiprint.games import SET_FILES
from quasiprint.model import plugins
from quasiprint.model.resources import LANGUAGES, classics, languages, template_folder
from quasiprint.model.texts import no_break, toml_of
from quasiprint.system import children
from quasiprint.system.outcome import Shortage
from quasiprint.system.progress import Say, ignore
from quasiprint.version import __version__

TEXTS = "texts.json"  # which languages there are, as the page fetches it


@cache
def catalogues() -> dict[str, dict[str, str]]:
    """Return the texts of each language, by names such as "option.edge.label". English comes first."""
    paths = {code: template_folder() / LANGUAGES / code / "studio.toml" for code in languages()}
    return {code: dict(_texts(toml_of(path.read_bytes(), path.name))) for code, path in paths.items() if path.is_file()}


def _texts(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _texts(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", no_break(str(value))


BROWSER = Path(__file__).parent / "browser"
NO_NODE = "node is not installed here, so Python begins a few seconds later on each visit"


def image_of(files: Mapping[str, bytes], modules: Sequence[str], tell: Say) -> bytes:
    """Return an image of the memory of the browser's Python that has read modules, packed by gzip; b"" if there is no
    node, or it failed, which `tell` is called with. files: of the folder."""
    node = shutil.which("node")
    if node is None:
        tell(NO_NODE)
        return b""
    needed = {name: content for name, content in files.items() if name.startswith(("pyodide/", "manifold/"))}
    asked = [(name, value) for name, value in questions(list(game_names())) if value.get("parts") == PARTS_ASKED[0]]
    needed |= {"python.mjs": files["python.js"], "own": files[OWN], "libraries": files[LIBRARIES]}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, content in {**needed, "begins.json": json.dumps([modules, asked]).encode()}.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
        # silent, and without what a variable would have it load
        how: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL) | children.APART
        how["env"] = {name: value for name, value in os.environ.items() if not name.startswith("NODE_")}
        made = subprocess.run([node, str(BROWSER / "image.mjs"), str(folder)], cwd=folder, check=False, **how)
        if not made.returncode:
            return (folder / "image").read_bytes()
    tell(f"node made no image of Python ({children.end_of(made.returncode)}), which begins a few seconds later")
    return b""


def unpack(wheel: bytes) -> dict[str, bytes]:
    """Return the files of a wheel."""
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        return {zip_info.filename: archive.read(zip_info) for zip_info in archive.infolist() if not zip_info.is_dir()}


def tar(files: Mapping[str, bytes]) -> bytes:
    """Return files as tar makes an archive of them, packed by gzip, the same bytes for the same files."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(files.items()):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return gzip.compress(made.getvalue(), mtime=0)


PAGE = Path(__file__).parent / "page"
SHARED = ("three.bundle.js", "viewer.js", "look.css")
FONTS = "fonts"
PAGE_MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


def page_files() -> dict[str, tuple[str, bytes]]:
    """Return each file of the page: its media type, and what it holds."""
    shared = Path(web.__file__).parent
    page_paths = sorted(path for path in PAGE.iterdir() if path.suffix in PAGE_MEDIA)
    paths = [*page_paths, *(shared / name for name in SHARED), *sorted((shared / FONTS).glob("*.woff2"))]
    files = {path.name: (PAGE_MEDIA[path.suffix], path.read_bytes()) for path in paths}
    texts: dict[str, Any] = {TEXTS: list(catalogues())}
    texts |= {f"texts-{language}.json": catalogue for language, catalogue in catalogues().items()}
    for name, value in texts.items():
        files[name] = PAGE_MEDIA[".json"], json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return files


PYODIDE, PYTHON, PLATFORM = "314.0.7", "3.14", "pyemscripten_2026_0_wasm32"
CLIPPING = "manifold3d"
PACKAGE = Path(quasiprint.__file__).parent
FIRST = ("click", "svgwrite", "markdown-it-py", "mdurl")  # what a page shows needs these
LATE = ("reportlab", "pypdf", "typst")
SCRIPTS = ("transport-worker.js", "worker.js", "python.js")
OWN, LIBRARIES, IMAGE, STAND_IN = "python/quasiprint.files", "python/libraries.zip", "python/python.image", ".py.txt"
FROM_NPM = {
    "pyodide": ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"),
    "manifold": ("manifold.js", "manifold.wasm"),
}
PARTS, ANSWERS = "parts.json", "answers.json"
LARGE = 4000  # bytes: an answer that is fetched by itself, when it is asked for
LIDS = ("cover", "steps")  # what a page asks that shows a game and no design of it, in each language


def write(target: Path, parts: Path, tell: Say = ignore) -> int:
    """Write the folder, and return how many bytes it holds. parts: where lies what `fetching` fetches.

    An earlier folder of the studio is put aside, whole, which `tell` reports. Raises InputError if something is missing
    among the parts, or if anything else lies at `target`.
    """
    files = dict(sorted(_files(parts, tell).items()))
    with sink(target, True, tell) if (target / PARTS).is_file() else stage_for(target) as stage:
        for name, content in files.items():
            stage.write(name, content)
    return sum(map(len, files.values()))


def fetching(parts: Path) -> tuple[str, ...]:
    """Return the commands that fetch what is needed into a folder, in the versions here: files are the same bytes."""
    wheels = " ".join(f"{name}=={_version(name)}" for name in (*FIRST, *LATE))
    return (
        f"npm pack pyodide@{PYODIDE} manifold-3d@{_version(CLIPPING)} --pack-destination {parts}",
        f"pip download --dest {parts} --no-deps --only-binary :all: --platform {PLATFORM} --python-version {PYTHON} "
        f"{wheels}",
    )


def _files(parts: Path, tell: Say = ignore) -> dict[str, bytes]:
    """Return every file of the folder, by its path. tell: called where Python cannot be compiled here."""
    files = {name: content for name, (_, content) in page_files().items()}
    for name in SCRIPTS:
        files[name] = (BROWSER / name).read_bytes()
    for folder, (stem, number) in {
        "pyodide": ("pyodide", PYODIDE), "manifold": ("manifold-3d", _version(CLIPPING)),
    }.items():  # fmt: skip
        packed = _only(parts, f"{stem}-{number}.tgz")
        files |= {f"{folder}/{name}": content for name, content in _unpack(packed, FROM_NPM[folder]).items()}
    wheels = {name: _only(parts, f"{name.replace('-', '_')}-{_version(name)}-*.whl") for name in (*FIRST, *LATE)}
    read = {name: path.read_bytes() for name, path in wheels.items()}
    late = [f"python/{wheels[name].name}" for name in LATE]
    files |= {path: read[name] for name, path in zip(LATE, late, strict=True)}
    # libraries are read from one archive; what tells which they are lies in a folder, where it is found fast
    own, libraries = own_files(), dict[str, bytes]()
    for name_first in FIRST:
        for name, content in unpack(read[name_first]).items():
            (own if ".dist-info/" in name else libraries)[name] = content
    files |= {OWN: tar(own), LIBRARIES: pack(libraries)}
    known, modules = answers()
    files |= _answer_files(known)
    image = image_of(files, modules, tell)
    files |= {IMAGE: image} if image else {}
    parts_file = {"own": OWN, "libraries": LIBRARIES, "image": IMAGE * bool(image), "late": late}
    parts_file |= {"long": sorted(LONG | TYPESET)}
    first = frozenset(name for name in files if "/" not in name) | {INDEX, "offline.js", PARTS}
    files |= home_files(files, parts)
    content = b"".join(name.encode() + files[name] for name in sorted(files)) + json.dumps(parts_file).encode()
    digest = hashlib.sha256(content + (BROWSER / WORKER).read_bytes()).hexdigest()[:16]
    files[PARTS] = (json.dumps({"digest": digest, **parts_file}, indent=1) + "\n").encode()
    files[WORKER] = service_worker(files, digest, first)
    return files


def _answer_files(known: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the files of answers: one with all that are small, and in place of each other the name of its own; and
    with the countries whose usual paper is not A4, of which `proving` tells."""
    files: dict[str, bytes] = {}
    together: dict[str, Any] = {"letter": sorted(LETTER)}
    for question, value in known.items():
        content = json.dumps(value, separators=(",", ":")).encode()
        if large := len(content) > LARGE:
            files[f"answers/{hashlib.sha256(content).hexdigest()[:16]}.json"] = content
        together[question] = next(reversed(files)) if large else value
    return {**files, ANSWERS: json.dumps(together, separators=(",", ":")).encode()}


def own_files() -> dict[str, bytes]:
    """Return quasiprint, and stand-ins for libraries browsers have, by names; without what the page or a server has."""
    held: dict[str, bytes] = {}
    elsewhere = {("addons", "studio", part) for part in ("server", "browser", "page")}
    for folder, below in ((PACKAGE, "quasiprint"), (template_folder(), "quasiprint/templates")):
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and "__pycache__" not in path.parts and name.parts[:3] not in elsewhere:
                held[f"{below}/{name.as_posix()}"] = path.read_bytes()
    held |= {f"quasiprint/classics/{name}.toml": Path(file).read_bytes() for name, file in classics().items()}
    for path in sorted(BROWSER.rglob(f"*{STAND_IN}")):
        held[path.relative_to(BROWSER).as_posix().removesuffix(".txt")] = path.read_bytes()
    points = distribution("quasiprint").read_text("entry_points.txt") or ""  # add-ons are found by them
    held[f"quasiprint-{__version__}.dist-info/entry_points.txt"] = points.encode()
    metadata = f"Metadata-Version: 2.1\nName: {CLIPPING}\nVersion: {_version(CLIPPING)}\n"  # a manifest names it
    held[f"{CLIPPING}-{_version(CLIPPING)}.dist-info/METADATA"] = metadata.encode()
    return held


def _only(parts: Path, pattern: str) -> Path:
    """Return the file of a name. Raises InputError, with the commands that fetch it, if it is not there."""
    found = sorted(parts.glob(pattern)) if parts.is_dir() else []
    if len(found) != 1:
        commands, where = "; ".join(fetching(parts)), str(parts)
        raise InputError(f"--parts: found {len(found)} files {pattern!r} in {where!r}, needed is 1; type: {commands}")
    return found[0]


def _unpack(path: Path, names: tuple[str, ...]) -> dict[str, bytes]:
    """Return files of a package of npm's. Raises InputError for what is none."""
    try:
        with tarfile.open(path) as archive:
            return {name: cast(Any, archive.extractfile(f"package/{name}")).read() for name in names}
    except KeyError as problem:
        missing = f"has no {problem.args[0]}, so it is not a package of npm's that is needed"
        raise InputError(f"--parts: {path.name!r} {missing}") from None
    except (tarfile.TarError, OSError, EOFError, zlib.error) as problem:
        raise InputError(f"--parts: {path.name!r} cannot be read: {str(problem)[:80]}") from None


def _version(name: str) -> str:
    """Return the version of a library that is installed here. Raises InputError if none is."""
    try:
        return version(name)
    except PackageNotFoundError:
        raise InputError(f"--static: {name} is not installed here, so its version is not known") from None


PARTS_ASKED = (["pieces"], ["others"])  # of a preview, as the page asks for them


def key(name: str, value: Value) -> str:
    """Return how the page's worker knows a question."""
    return f"{name} {json.dumps(value, separators=(',', ':'))}"


def questions(games: list[str]) -> list[tuple[str, Value]]:
    """Return what everybody asks first, of some games."""
    found: list[tuple[str, Value]] = [("games", {})]
    for game in games:
        found.append(("form", {"game": game}))
        found += [("answers", {"game": game, "text": ""})] * (game == SET_FILES)
        found += [("preview", {"game": game, "settings": {}, "parts": parts}) for parts in PARTS_ASKED]
        found += [(lid, {"game": game, "language": language}) for lid in LIDS for language in catalogues()]
        found.append(("proving", {"game": game, "settings": {}, "step": 0}))
    return found


@cache
def answers() -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the answers to `questions` about every game, by their keys; and which of quasiprint's modules were
    read for all but covers."""
    with tempfile.TemporaryDirectory() as empty:
        how: dict[str, Any] = {"stdout": children.PIPE, **children.APART}
        made = subprocess.run(children.command(__name__), cwd=empty, check=False, **how)
    if made.returncode:
        raise Shortage(f"what the studio answers at first: its process was ended ({children.end_of(made.returncode)})")
    found, modules = json.loads(made.stdout)
    return found, tuple(modules)


def _whole_answer(name: str, value: Value) -> Value:
    """Return the answer to a question; of one that is answered in steps the last."""
    from quasiprint.addons.studio import engine

    while True:
        made = engine.ask(name, value)
        assert isinstance(made, dict)
        if made.get("state") != "checking":
            return made
        value = {**value, "step": made["done"]}


def main() -> None:
    """Print what `answers` returns, in a process that has read nothing but what answers take."""
    plugins.only_in(ours_alone=True)  # what is plugged in here is not there
    found, read = {}, list[str]()
    for name, value in sorted(questions(list(game_names())), key=lambda question: question[0] in LIDS):
        if name in LIDS:
            read = read or sorted({name for name in sys.modules if name.startswith("quasiprint.")} - {__name__})
        found[key(name, value)] = _whole_answer(name, value)
    json.dump((found, read), sys.stdout, separators=(",", ":"))


SITE, DOCS, INDEX = "site", "docs", "index.html"
# what of a site is taken, "" for a licence; what Sphinx keeps for itself is not
TAKEN = ("", ".html", ".css", ".js", ".json", ".png", ".svg", ".woff2", ".toml", ".py", ".txt", ".pdf", ".inv")
ICONS = (192, 512)  # pixels, as space/manifest.webmanifest names them
WORKER, SPACE = "sw.js", BROWSER / "space"
UNKEPT = frozenset({WORKER, ".htaccess", ".nojekyll", "_headers", "README.txt"})  # nobody's browser needs them
ROUND = ' rx="14"'  # the corners of the icon's ground
GROUND = re.compile(r'<rect width="64" height="64" rx="14" fill="(#[0-9a-f]{6})"/>')

# nothing but this folder is asked, and nothing runs that is not in it; what is compiled is Python
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; base-uri 'none'; "
    "form-action 'none'; manifest-src 'self'"
)
CHARSET = '<meta charset="utf-8">'
LINKS = (
    '<link rel="manifest" href="manifest.webmanifest">\n<link rel="apple-touch-icon" href="icon-192.png">\n'
    '<meta name="theme-color" content="{ground}">\n</head>'
)


def documenting(parts: Path) -> str:
    """Return the command that makes the documentation, to be typed in the repository."""
    return f"python -m sphinx -q -b html -t studio docs {parts / SITE}"


def home_files(files: Mapping[str, bytes], parts: Path) -> dict[str, bytes]:
    """Return what belongs into the folder besides the studio's own files, and its page with ways to all that: among it
    headers for browsers and web spaces, ``browser/space``. Raises InputError for documentation that cannot be taken."""
    docs = documentation(parts / SITE) if (parts / SITE).is_dir() else {}
    drawing = files["icon.svg"].decode()
    (ground,) = GROUND.findall(drawing)
    square = drawing.replace(ROUND, "")  # the whole square filled: systems cut it to a shape of their own
    icons = paint_svg((square, side, side) for side in ICONS)
    made = {f"icon-{side}.png": icon for side, icon in zip(ICONS, icons, strict=True)}
    for path in SPACE.iterdir():  # names that begin with a dot are overlooked where files are packed
        made[path.name.replace("dot-", ".")] = path.read_bytes().replace(b"$GROUND", ground.encode())
    made[INDEX] = _page(files[INDEX].decode(), ground, documented=bool(docs)).encode()
    made["offline.js"] = (BROWSER / "offline.js").read_bytes()
    return {**made, **{f"{DOCS}/{name}": content for name, content in docs.items()}}


def service_worker(files: Mapping[str, bytes], digest: str, first: frozenset[str]) -> bytes:
    """Return a folder's service worker, with each file's digest. first: those that are kept before it takes over."""
    kept = {name: content for name, content in files.items() if name not in UNKEPT}
    order = sorted(kept, key=lambda name: (name not in first, name.startswith(f"{DOCS}/"), name))
    digests_of = {name: hashlib.sha256(kept[name]).hexdigest() for name in order}
    text = (BROWSER / WORKER).read_text(encoding="utf-8")
    text = text.replace("$DIGEST", digest).replace("$FIRST", str(len(first & kept.keys())))
    return text.replace("$FILES", json.dumps(digests_of, indent=0)).encode()


def documentation(folder: Path) -> dict[str, bytes]:
    """Return the files of a site that a browser needs, by their paths. Raises InputError for what is no site."""
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix in TAKEN and path.is_file()]
    names = {path.relative_to(folder): path for path in paths if not path.is_symlink()}
    found = {
        name.as_posix(): path.read_bytes()
        for name, path in names.items()
        if not any(part.startswith(".") for part in name.parts)
    }
    if INDEX not in found:
        raise InputError(f"--parts: {SITE}/ has no {INDEX}; type in the repository: {documenting(folder.parent)}")
    return found


def _page(text: str, ground: str, *, documented: bool) -> str:
    """Return the page as it is without a server, with what a home page has."""
    for place, there in (
        ('data-transport="http"', 'data-transport="worker"'),
        (CHARSET, f'{CHARSET}\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        ("</head>", LINKS.format(ground=ground)),
        ('id="home" hidden', 'id="home"' if documented else 'id="home" hidden'),
    ):
        if place not in text:
            raise ValueError(f"{INDEX}: found no {place} for what it has without a server")
        text = text.replace(place, there, 1)
    return text
