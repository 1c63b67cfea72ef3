"""Prints a solved rectangle in the text form: ``python -m quasiprint_macmahon | quasiprint score macmahon -``."""

import json

from quasiprint_macmahon.layout import solve

TILES = [{"tile": "".join(map(str, tile.colours)), "cell": tile.cell, "turn": 0} for tile in solve()]
print(json.dumps({"tiles": TILES}))  # noqa: T201 - that is what it is for
