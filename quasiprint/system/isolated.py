"""The first that runs in a program that `children` starts: it imports nothing of this package, and little else.

Python was started isolated for it. It takes this package from where the parent has it, so that both are of one version,
and looks for libraries where the parent does, after Python's own folders: what lies in another folder comes before
nothing. Arguments: the folder of the package; how many folders of libraries there are, and each; the program's file;
its own arguments.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as type checkers take it; to import the name takes a third of what a start takes
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec


class Package:
    """Finds this package, if a program asks for it."""

    folder = ""

    @classmethod
    def find_spec(cls, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Return where the package is, None for any other."""
        if name != "quasiprint":
            return None
        from importlib.util import spec_from_file_location

        return spec_from_file_location(name, f"{cls.folder}/__init__.py", submodule_search_locations=[cls.folder])


def main() -> None:
    """Run the program, as this one."""
    Package.folder, count, *rest = sys.argv[1:]
    folders, (program, *words) = rest[: int(count)], rest[int(count) :]
    sys.path += [folder for folder in folders if folder not in sys.path]
    sys.meta_path.insert(0, Package)
    sys.argv[:] = [program, *words]
    with open(program, "rb") as file:
        code = compile(file.read(), program, "exec", dont_inherit=True)
    everything = globals()
    everything["__file__"] = program
    exec(code, everything)


if __name__ == "__main__":
    main()
