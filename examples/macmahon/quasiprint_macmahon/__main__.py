"""Prints a solved rectangle in the text form: ``python -m quasiprint_macmahon | quasiprint score macmahon -``."""

import json
import sys

from quasiprint_macmahon.layout import solve

json.dump({"tiles": [{"cell": tile.cell, "edges": tile.edges} for tile in solve()]}, sys.stdout)
