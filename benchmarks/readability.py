"""How long the sentences of the books are: the share with more than 25 words, by book.

    python benchmarks/readability.py                  as the texts are now
    python benchmarks/readability.py --before COMMIT  and as they were in a commit

A sentence ends with a full stop, a question or an exclamation mark. Tables, headings and figures' other texts than
captions are left out; a field is one word.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from pathlib import Path

from measuring import ROOT, table

LONG = 25  # words
TEXTS = "quasiprint/games/*/rules/*/*.md"
FIGURE = re.compile(r"^```figure.*?^caption: (.*?)$.*?^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = re.compile(r"^(#.*|\|.*|<!--.*-->)$", re.MULTILINE)
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )")
SENTENCE = re.compile(r"[.!?]+[*\"”“)]*(?=\s|$)")


def sentences(text: str) -> list[int]:
    """Return how many words each sentence of a book's template has."""
    plain = LEFT_OUT.sub("\n", FIGURE.sub(r"\n\1\n", text)).replace("> ", "")
    parts = (part for block in BLOCK.split(plain) for part in SENTENCE.split(block))
    counts = [len(re.findall(r"[\w$][\w$'’-]*", part)) for part in parts]
    return [count for count in counts if count]


def share(text: str) -> str:
    """Return which share of a text's sentences is long."""
    counts = sentences(text)
    return f"{100 * sum(count > LONG for count in counts) / len(counts):.0f} % of {len(counts)}"


def before(commit: str, name: str) -> str:
    """Return a text as it was in a commit."""
    done = subprocess.run(["git", "show", f"{commit}:{name}"], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", metavar="COMMIT", help="compare with the texts of a commit")
    asked = parser.parse_args()
    rows = []
    for path in sorted(Path(ROOT).glob(TEXTS)):
        name = path.relative_to(ROOT).as_posix()
        was = [share(before(asked.before, name))] if asked.before else []
        rows.append([f"{path.stem} ({path.parent.name})", *was, share(path.read_text(encoding="utf-8"))])
    print(table(["book", *["before"] * bool(asked.before), f"sentences over {LONG} words"], rows))


if __name__ == "__main__":
    main()
