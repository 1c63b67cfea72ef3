"""quasiprint: complete, proven sets of physical tile games."""

__version__ = "0.2.0"
