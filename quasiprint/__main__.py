"""``python -m quasiprint``: the same as the command `quasiprint`, where that is not on the path."""

from quasiprint.start import main

if __name__ == "__main__":
    main()
