"""From a request to a set in its folder: design, check, lay out, encode, write, record."""
