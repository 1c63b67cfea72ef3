"""What a STEP file of a set holds that this program wrote itself, told as `forms` tells it of those of the CAD kernel.

Where a slot of `forms` says how often an instance is named in it, and here it does not, instances are shared.
"""

from __future__ import annotations

from quasiprint.formats.step.forms import FORMS as KERNELS

NEW: dict[str, str] = {
    "protocol": (
        "APPLICATION_PROTOCOL_DEFINITION('international standard','ap242_managed_model_based_3d_engineering',2014,"
        "{application:1})"
    ),
    "application": "APPLICATION_CONTEXT('managed model based 3d engineering')",
    "product": "PRODUCT('TEXT','TEXT','',({product_context}))",
    "definition": "PRODUCT_DEFINITION('design','',{formation:1},{definition_context})",
    # units
    "context": (
        "(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({uncertainty}))"
        "GLOBAL_UNIT_ASSIGNED_CONTEXT(({millimetre},{radian},{steradian}))REPRESENTATION_CONTEXT('','3D'))"
    ),
    "uncertainty": "UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(REAL),{millimetre},'distance_accuracy_value','')",
    # solids
    "solid": "MANIFOLD_SOLID_BREP('TEXT',{shell:1})",
    "face": "ADVANCED_FACE('',({outer|inner+:1}),{plane|cylinder|cone},FLAG)",
    "outer": "FACE_OUTER_BOUND('',{loop},.T.)",
    "inner": "FACE_BOUND('',{loop},.T.)",
    "edge": "EDGE_CURVE('',{vertex},{vertex},{line|circle|drawn|seam},.T.)",
    "vertex": "VERTEX_POINT('',{point})",
    "drawn": "SURFACE_CURVE('',{line|circle},({pcurve+}),.CURVE_3D.)",
    "seam": "SEAM_CURVE('',{line},({pcurve+}),.CURVE_3D.)",
    "line": "LINE('',{point},{vector})",
    "circle": "CIRCLE('TEXT',{axes},REAL)",
    "cylinder": "CYLINDRICAL_SURFACE('',{axes},REAL)",
    "cone": "CONICAL_SURFACE('',{axes},REAL,REAL)",
    # edges as they run on cylinders and cones: angle and height
    "pcurve": "PCURVE('',{cylinder|cone},{drawing})",
    "drawing": "DEFINITIONAL_REPRESENTATION('',({flat_line}),{flat})",
    "flat": (
        "(GEOMETRIC_REPRESENTATION_CONTEXT(2)PARAMETRIC_REPRESENTATION_CONTEXT()REPRESENTATION_CONTEXT('2D','plane'))"
    ),
    "flat_line": "LINE('2D',{flat_point},{flat_vector})",
    "flat_vector": "VECTOR('2D',{flat_direction},1.)",
    "flat_point": "CARTESIAN_POINT('',(REAL,REAL))",
    "flat_direction": "DIRECTION('',(REAL,REAL))",
    # colours
    "styled": "STYLED_ITEM('color',({style}),{solid:1})",
}
ONCE = (  # what all others share
    "protocol", "application", "product_context", "definition_context",
    "uncertainty", "millimetre", "radian", "steradian",
)  # fmt: skip
GONE = ("bound", "patch", "spline")  # of the kernel's, which this program does not write
FORMS: dict[str, str] = {**{kind: said for kind, said in KERNELS.items() if kind not in GONE}, **NEW}
HEADER = (
    "ISO-10303-21;HEADER;FILE_DESCRIPTION(('quasiprint set'),'2;1');"
    "FILE_NAME('TEXT','2000-01-01T00:00:00',(''),(''),'quasiprint','quasiprint','');"
    "FILE_SCHEMA(('AP242_MANAGED_MODEL_BASED_3D_ENGINEERING_MIM_LF { 1 0 10303 442 1 1 4 }'));ENDSEC;DATA;"
)
KERNEL = b"'Open CASCADE STEP processor "


def own(content: bytes) -> bool:
    """Tell whether a file is none that the CAD kernel wrote, as its header has it."""
    return KERNEL not in content[: 1 << 12]
