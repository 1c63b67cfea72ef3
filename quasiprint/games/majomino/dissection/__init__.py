"""Dissections of an N×N board into N regions of N cells: counted, numbered and drawn uniformly."""
