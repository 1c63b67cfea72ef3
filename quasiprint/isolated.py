"""The first that runs in a program that `children` starts: it imports nothing of this package.

Python was started isolated for it. It takes this package from where the parent has it, so that both are of one version,
and looks for libraries where the parent does, after Python's own folders: what lies in another folder comes before
nothing. Arguments: the folder of the package; folders of libraries, in JSON; the program's file; its own arguments.
"""

from __future__ import annotations

import json
import runpy
import sys
from importlib.util import module_from_spec, spec_from_file_location


def main() -> None:
    """Run the program."""
    package, folders, program, *words = sys.argv[1:]
    sys.path += [folder for folder in json.loads(folders) if folder not in sys.path]
    spec = spec_from_file_location("quasiprint", f"{package}/__init__.py", submodule_search_locations=[package])
    assert spec is not None
    assert spec.loader is not None
    sys.modules["quasiprint"] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules["quasiprint"])
    sys.argv[1:] = words
    runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    main()
