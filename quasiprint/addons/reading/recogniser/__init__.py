"""Names pieces from plain geometry. In: lines on sheets, paths and words on pages, bodies in space, in mm (`shapes`).
Out: pieces with their ids and places, and findings (`match.Found`).

Begin with `expected` (what a set must look like) and `match` (which piece a shape is); `scenes` and `mesh` read bodies,
`sheets` what is flat."""
