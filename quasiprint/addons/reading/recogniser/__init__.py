"""Names what files show by plain geometry. In: lines on sheets, paths and words on pages, bodies in space, in mm
(`shapes`). Out: things with their ids, where they lie, and findings (`match.Found`).

Begin with `expected` (what a set must look like) and `match` (which thing a shape is); `scenes` and `mesh` see bodies,
`sheets` what is flat."""
