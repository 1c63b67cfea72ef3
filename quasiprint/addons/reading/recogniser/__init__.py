"""Names pieces (and accessories) from plain geometry: lines on sheets, paths and words on pages, bodies in space, in mm
(`shapes`). Out: pieces with their ids and places, and findings (`match.Match`).

Begin with `expected` (what a set must look like) and `match` (which piece a shape is); `scenes` and `mesh` read bodies,
`sheets` what is flat."""
