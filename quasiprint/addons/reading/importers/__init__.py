"""Importers, a module for each format: files in, plain geometry out (`recogniser.shapes`). Begin with `stl`.

They refuse what no file of a set has, and interpret nothing."""
