"""From a request to a set. In comes a `run.Request`; out go findings, or artefacts for a sink, the manifest last.

Begin with `run.settle`, which reads everything from outside, and `make.Making`, which plans, proves and encodes.
`workshop.Build` holds what is designed and laid out, `start_page` the page to open first, `verify` the way back.
"""
