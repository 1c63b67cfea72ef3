"""Numbers and plane geometry without rounding: Z[ζ10], Z[ω], polygons, patches, orbits."""
