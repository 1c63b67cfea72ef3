"""The version of the program, which a set's manifest tells."""

__version__ = "2.0.0"
RELEASED: tuple[str, ...] = ("1.0.0",)  # earlier versions that were released: a set may be of one of these
