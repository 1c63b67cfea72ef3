"""Bodies as CadQuery builds them: a room that nothing needs to make files, and that is imported only where it is used."""
