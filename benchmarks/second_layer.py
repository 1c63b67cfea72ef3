"""Counts anew what the program brings of the boards of 7 × 7, and compares: see its programme module.

Prints one JSON document; fails if the file is not what is counted. With --write, it is written anew.

    python benchmarks/second_layer.py [--write]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from quasiprint.games.majomino.dissection.programme import DIGEST, SECOND, build, pack

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the file anew")
    asked = parser.parse_args()
    whole = build(7)
    first = whole.first[2:]
    data = pack(whole.counts[first[0] : first[1]])
    digest = hashlib.sha256(zlib.decompress(data)).hexdigest()
    if asked.write:
        SECOND.write_bytes(data)
    same = SECOND.read_bytes() == data and digest == DIGEST
    print(json.dumps({"boards": whole.total, "states": int(first[1] - first[0]), "digest": digest, "same": same}))
    sys.exit(not same)
