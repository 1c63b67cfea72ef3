"""The lab's commands: words come in, answers, files of results and figures go out. Begin with `solve`."""
