"""Exact searches: boards cut into regions, perfect play on them, regions filled with the tiles of a set."""
