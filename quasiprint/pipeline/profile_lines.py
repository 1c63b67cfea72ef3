"""What the profiles say, a line for each."""

from __future__ import annotations

from quasiprint.model.measures import Maker
from quasiprint.model.profile import Bed, CutMarks, Material, Palette, Paper, Prices
from quasiprint.pipeline import profiles
from quasiprint.pipeline.profile_files import CALIBRATIONS, known
from quasiprint.pipeline.profiles import MeasuresProfile, Profile, SheetProfile

UNITS = {Maker.PRINTER: "a kg", Maker.LASER: "a m²", Maker.PAPER: "a leaf"}
PAID = {
    "printer": "a kg of filament",
    "laser": "a m² of sheet",
    "paper": "a leaf",
    "hour": "an hour of printing",
    "minute": "a minute of the laser",
}
WHAT = {SheetProfile: "sheet ", Paper: "page ", Bed: "bed "}  # before a line that tells several kinds


def lines() -> dict[str, dict[str, str]]:
    """Return what the profiles say, the user's own and the packaged: kind, name, line. Raises InputError for one that
    cannot be read."""
    return {kind: {name: _told(kind, name) for name in names} for kind, names in known().items()}


def _told(kind: str, name: str) -> str:
    """Return what a file of profiles says, in a line."""
    every = profiles.read_all(name)
    if kind != CALIBRATIONS:
        return line(every[0])
    return "; ".join(f"{WHAT.get(type(one), '')}{line(one)}" for one in every)


def line(profile: Profile) -> str:
    """Return what a profile says, in a line."""
    match profile:
        case Bed():
            filaments = "1 filament" if profile.extruders == 1 else f"{profile.extruders} filaments"
            kept = [f"{len(profile.keep_outs)} place{'s' * (len(profile.keep_outs) > 1)} kept free"]
            return ", ".join(
                [
                    f"{profile.width:g} × {profile.depth:g} mm",
                    f"nozzle {profile.nozzle:g} mm",
                    filaments,
                    *kept * bool(profile.keep_outs),
                    *["room for a tower"] * (profile.tower is not None),
                ]
            )
        case SheetProfile():
            stock = profile.stock
            return f"{stock.width:g} × {stock.height:g} mm, kerf {profile.kerf:g} mm, margin {stock.margin:g} mm"
        case Paper():
            marks = f", marks for {profile.marks.capitalize()} machines" if profile.marks is not CutMarks.NONE else ""
            return f"{profile.width:g} × {profile.height:g} mm, margin {profile.margin:g} mm{marks}"
        case Palette():
            return ", ".join(ink.name for ink in profile.inks)
        case Material():
            return _material(profile)
        case Prices():
            said = [f"{value:g} {what}" for key, what in PAID.items() if (value := getattr(profile, key)) is not None]
            return f"{profile.currency}: {', '.join(said)}; what is not said here is as the material says"
        case MeasuresProfile():
            return (
                f"{profile.measures.stock.thickness:g} mm thick, {profile.measures.fit.clearance:g} mm off every edge"
            )


def _material(one: Material) -> str:
    """Return what is to be known of a material, in a line."""
    said = [f"{one.process}, {one.thickness:g} ± {one.tolerance:g} mm, {one.density:g} g/cm³"]
    if one.cutting:
        said.append(f"cut {one.cutting.cut:g}, score {one.cutting.score:g}, engrave {one.cutting.engrave:g} mm/s")
    if one.printing:
        said.append(
            f"walls {one.printing.outer_wall:g} and {one.printing.inner_wall:g}, infill "
            f"{one.printing.sparse:g} mm/s, {one.printing.infill:g} % of it"
        )
    return ", ".join([*said, f"price {one.price:g} {UNITS[one.process]}"])
