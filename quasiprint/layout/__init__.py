"""Where each piece lies: outlines and the sizes of sheets, beds and pages come in; arrangements, and drawings for lasers,
go out. Begin with `nesting` (sheets and beds) and `pages` (edge to edge), which share the rows of `rows`; then `sheets`,
what is engraved and cut, `shared`, neighbours that share a cut, and `plates`. `proof` checks what was made, from outside.
"""
