"""Drawings on faces: lettering, symbols, plane areas."""
