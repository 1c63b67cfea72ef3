"""Count the words of the documentation, README.md among it: what stands between blanks and has a letter or digit.

python docs/words.py            the pages as they are, by part
python docs/words.py --pages    each page
python docs/words.py COMMIT     the pages as they were in a commit
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = {
    "docs/decisions/": "decisions",
    "docs/proof/": "proofs",
    "docs/howto/": "how-tos",
    "docs/tutorials/": "tutorials",
    "docs/findings/": "findings",
    "docs/reference/": "reference",
}


def pages(commit: str) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each page, of the working tree or of a commit."""
    if not commit:
        paths = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
        yield from ((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths)
        return
    names = _git("ls-tree", "-r", "--name-only", commit, "README.md", "docs").splitlines()
    yield from ((name, _git("show", f"{commit}:{name}")) for name in names if name.endswith(".md"))


def count(text: str) -> int:
    """Return how many words a text has."""
    return sum(any(map(str.isalnum, word)) for word in text.split())


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return done.stdout


def main() -> None:
    """Print the counts."""
    ask = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    ask.add_argument("commit", nargs="?", default="", help="a commit; the working tree without it")
    ask.add_argument("--pages", action="store_true", help="count each page by itself")
    options = ask.parse_args()
    words: Counter[str] = Counter()
    number: Counter[str] = Counter()
    for name, text in pages(options.commit):
        part = next((part for start, part in PARTS.items() if name.startswith(start)), "other pages")
        for each in ([name] if options.pages else [part]) + ["all"]:
            words[each] += count(text)
            number[each] += 1
    for each, many in sorted(words.items(), key=lambda one: (one[0] == "all", one[0])):
        print(f"{many:7,}  {number[each]:3}  {each}")


if __name__ == "__main__":
    main()
