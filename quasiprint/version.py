"""The version of the program, which a set's manifest tells."""

__version__ = "0.2.0"
