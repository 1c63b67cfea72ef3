"""What makes the folder of the static studio a project's home page: the documentation beside it, ways from one to the
other, icons, what a browser needs to install it and to keep it, and what web spaces should say.

The documentation is made by Sphinx, from the repository; whoever has it puts it among the parts. It is taken by the
kinds of its files, and bounded. Its pages may ask this folder alone, and run the scripts that are in it alone: each
page says so itself, with the digests of what stands in it.

No address of a host is anywhere: the folder lies wherever somebody puts it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

from quasiprint.drawing.face_shapes import paint_svg
from quasiprint.errors import InputError

SITE, DOCS, INDEX = "site", "docs", "index.html"
# what of a site is taken, "" for a licence; what Sphinx keeps for itself is not
TAKEN = frozenset(
    {"", ".html", ".css", ".js", ".json", ".png", ".svg", ".woff2", ".toml", ".py", ".txt", ".pdf", ".inv"}
)
MOST, MOST_FILES = 64 << 20, 3000  # bytes and files of a site
ICONS = (192, 512)  # pixels
BACKGROUND = "#fffdf9"
WORKER, BROWSER = "sw.js", Path(__file__).parent / "browser"
UNKEPT = frozenset({WORKER, ".htaccess", ".nojekyll", "_headers", "README.txt"})  # nobody's browser needs them
HEAD = re.compile(r'<meta charset="utf-8" ?/?>', re.IGNORECASE)
INLINE = re.compile(r"<script(?P<of>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
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

ABOUT = """quasiprint: this folder is a whole home page. Copy it to any web space, into any folder, as it is.

index.html is the studio: covers, play, make. docs/ is the documentation, if there is any.
It asks no other host for anything. After the first visit it works without a network.

It needs https, or a browser keeps nothing for the next visit. Files that end in .mjs are text/javascript, those in
.wasm application/wasm, those in .webmanifest application/manifest+json; most web spaces know that. For others there
are .htaccess (Apache) and _headers (Cloudflare, Netlify); delete what you do not need. .nojekyll is for GitHub.
"""
SAID = {
    "Content-Security-Policy": "frame-ancestors 'self'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
MEDIA = {".mjs": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}


def documenting(parts: Path) -> str:
    """Return the command that makes the documentation, to be typed in the repository."""
    return f"python -m sphinx -q -b html -t studio docs {parts / SITE}"


def besides(files: Mapping[str, bytes], parts: Path) -> dict[str, bytes]:
    """Return what belongs into the folder besides the studio's own files, and its page with ways to all that. Raises
    InputError for documentation that cannot be taken."""
    docs = documentation(parts / SITE) if (parts / SITE).is_dir() else {}
    drawing = files["icon.svg"].decode()
    (ground,) = GROUND.findall(drawing)
    square = drawing.replace(ROUND, "")  # the whole square filled: systems cut it to a shape of their own
    icons = paint_svg((square, side, side) for side in ICONS)
    made = {f"icon-{side}.png": icon for side, icon in zip(ICONS, icons, strict=True)}
    made["manifest.webmanifest"] = manifest(ground)
    made[INDEX] = _page(files[INDEX].decode(), ground, documented=bool(docs)).encode()
    made["offline.js"] = (BROWSER / "offline.js").read_bytes()
    made |= {"README.txt": ABOUT.encode(), ".nojekyll": b"", ".htaccess": _apache(), "_headers": _headers()}
    return {**made, **{f"{DOCS}/{name}": content for name, content in docs.items()}}


def worker(files: Mapping[str, bytes], digest: str, first: frozenset[str]) -> bytes:
    """Return the service worker of a folder: it knows each file's digest. first: those that are kept before it takes
    over; the rest comes later."""
    kept = {name: content for name, content in files.items() if name not in UNKEPT}
    order = sorted(kept, key=lambda name: (name not in first, name.startswith(f"{DOCS}/"), name))
    told = {name: hashlib.sha256(kept[name]).hexdigest() for name in order}
    text = (BROWSER / WORKER).read_text(encoding="utf-8")
    text = text.replace("$DIGEST", digest).replace("$FIRST", str(len(first & kept.keys())))
    return text.replace("$FILES", json.dumps(told, indent=0)).encode()


def documentation(folder: Path) -> dict[str, bytes]:
    """Return the files of a site, by their paths, its pages with a policy. Raises InputError for what is none, or is
    too large."""
    found: dict[str, bytes] = {}
    left = MOST
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if any(part.startswith(".") for part in name.parts) or path.suffix not in TAKEN:
            continue
        if path.is_dir() and not path.is_symlink():
            continue
        if path.is_symlink() or not path.is_file():
            raise InputError(f"--parts: {SITE}/{name.as_posix()!r} is no ordinary file")
        left -= path.stat().st_size
        if left < 0 or len(found) == MOST_FILES:
            raise InputError(f"--parts: {SITE}/ has more than {MOST_FILES} files or {MOST >> 20} MiB")
        content = path.read_bytes()
        found[name.as_posix()] = with_policy(content, name.as_posix()) if path.suffix == ".html" else content
    if INDEX not in found:
        raise InputError(f"--parts: {SITE}/ has no {INDEX}; type in the repository: {documenting(folder.parent)}")
    return found


def with_policy(content: bytes, name: str) -> bytes:
    """Return a page that says what it may ask for and run: its own folder, and the scripts that stand in it."""
    text = content.decode("utf-8")
    inside = [one["text"] for one in INLINE.finditer(text) if " src=" not in one["of"]]
    digests = dict.fromkeys(base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in inside)
    scripts = " ".join(("'self'", *(f"'sha256-{one}'" for one in digests)))
    policy = (
        f"default-src 'none'; script-src {scripts}; connect-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'self'"
    )
    made, count = HEAD.subn(f'\\g<0>\n<meta http-equiv="Content-Security-Policy" content="{policy}">', text, count=1)
    if not count:
        raise InputError(f"--parts: {SITE}/{name} is no page of Sphinx's")
    return made.encode()


def manifest(ground: str) -> bytes:
    """Return what tells a browser how the page is installed."""
    icons: list[dict[str, str]] = [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}]
    icons += [
        {"src": f"icon-{side}.png", "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}
        for side in ICONS
        for purpose in ("any", "maskable")
    ]
    told = {
        **{"name": "quasiprint studio", "short_name": "quasiprint", "start_url": "./", "scope": "./"},
        **{"description": "Tile games to play, and to make yourself: for a 3D printer, a laser or paper."},
        **{"display": "standalone", "background_color": BACKGROUND, "theme_color": ground, "icons": icons},
    }
    return (json.dumps(told, indent=1) + "\n").encode()


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


def _apache() -> bytes:
    types = [f"AddType {media} {suffix}" for suffix, media in MEDIA.items()]
    told = [f'Header set {name} "{said}"' for name, said in SAID.items()]
    inside = "\n".join(("<IfModule mod_headers.c>", *told, "</IfModule>"))
    return "\n".join((*types, inside, "")).encode()


def _headers() -> bytes:
    lines = ["/*", *(f"  {name}: {said}" for name, said in SAID.items())]
    for suffix, media in MEDIA.items():
        lines += [f"/*{suffix}", f"  Content-Type: {media}"]
    return "\n".join((*lines, "")).encode()
