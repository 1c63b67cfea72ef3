"""The version of the program, which a set's manifest tells."""

__version__ = "0.2.0"
RELEASED: tuple[str, ...] = ()  # earlier versions that were released: a set may be of one of these
