"""Bodies as CadQuery builds them. Nothing needs this room to make files; CadQuery is imported where it is used."""
