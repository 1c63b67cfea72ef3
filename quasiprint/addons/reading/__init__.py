"""Made files read back. In: the files of a set, and its design. Out: which piece each shape is, and what is wrong.

Begin with `proof`, which the core finds by the entry point ``quasiprint.readers``: an importer of each format returns
plain geometry, and the recogniser names it. Nothing here is shared with what wrote the files, but the model."""
