#!/usr/bin/env bash
# A packer of rectangles leaves out what does not fit, and with decimal fractions what does.
#
# rectpack 0.2.2.
# Guess: five squares of 60 on a sheet of 100 raise an error; nine squares of 0.1 fill a sheet of 0.3.
# Seen: one square is placed and four are not, without an error; of the nine squares four are placed, since 0.1 + 0.1 + 0.1
# is more than 0.3. In whole tenths all nine are placed.
# For a maker: count what lies on the sheets; give whole hundredths of a millimetre.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check rectpack==0.2.2
environment/bin/python - <<'END'
from rectpack import newPacker


def placed(sheet, side, count):
    packer = newPacker()
    packer.add_bin(sheet, sheet)
    for number in range(count):
        packer.add_rect(side, side, rid=number)
    packer.pack()
    return len(packer.rect_list())


assert placed(100, 60, 5) == 1
assert placed(0.3, 0.1, 9) == 4
assert placed(3, 1, 9) == 9
END
echo "as stated"
