"""Where each piece lies: outlines and the sizes of sheets, beds and pages come in; arrangements and drawings go out.

Begin with `nesting` (sheets, beds) and `pages` (edge to edge), which share `rows`; then `sheets`, what a laser
burns, `shared`, neighbours that share a cut, and `plates`. `proof` checks what was made, from outside.
"""
