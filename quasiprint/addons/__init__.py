"""Add-ons: what the core's interfaces offer comes in; more commands, formats and games go out, by entry points. Nothing
outside of this folder imports anything in it. Begin with the `__init__` of one of them."""
