"""What a STEP file of a set holds: each kind of instance, as it is written, and what it refers to.

A form is the text of an instance with fields in braces, written without spaces outside texts:

    {kind}     the number of an instance of this kind; {kind|other} of one of these
    {kind:1}   such that each instance of the kind is named in this place once, {kind:2} twice, over the whole file
    {kind+}    one such number or more, with commas between them
    'TEXT'     a text, REAL a number, FLAG .T. or .F., VERSION a program's

A kind that nothing refers to is a root: roots say what the file is about. Everything else hangs on them.
"""

from __future__ import annotations

FORMS: dict[str, str] = {
    # what the file is about
    "protocol": "APPLICATION_PROTOCOL_DEFINITION('international standard','automotive_design',2000,{application:1})",
    "application": "APPLICATION_CONTEXT('core data for automotive mechanical design processes')",
    # products: the set, its pieces, their bodies
    "product": "PRODUCT('TEXT','TEXT','',({product_context:1}))",
    "product_context": "PRODUCT_CONTEXT('',{application},'mechanical')",
    "category": "PRODUCT_RELATED_PRODUCT_CATEGORY('part',$,({product:1}))",
    "formation": "PRODUCT_DEFINITION_FORMATION('','',{product:1})",
    "definition": "PRODUCT_DEFINITION('design','',{formation:1},{definition_context:1})",
    "definition_context": "PRODUCT_DEFINITION_CONTEXT('part definition',{application},'design')",
    "shape": "PRODUCT_DEFINITION_SHAPE('','',{definition:1})",
    "shaped": "SHAPE_DEFINITION_REPRESENTATION({shape:1},{assembly|body:1})",
    "assembly": "SHAPE_REPRESENTATION('',({axes+}),{context})",
    "body": "ADVANCED_BREP_SHAPE_REPRESENTATION('',({axes},{solid:1}),{context})",
    # where they are placed
    "occurrence": "NEXT_ASSEMBLY_USAGE_OCCURRENCE('TEXT','TEXT','',{definition},{definition},$)",
    "placement": "PRODUCT_DEFINITION_SHAPE('Placement','Placement of an item',{occurrence:1})",
    "placed": "CONTEXT_DEPENDENT_SHAPE_REPRESENTATION({relation:1},{placement:1})",
    "relation": (
        "(REPRESENTATION_RELATIONSHIP('','',{assembly|body},{assembly})"
        "REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION({move:1})SHAPE_REPRESENTATION_RELATIONSHIP())"
    ),
    "move": "ITEM_DEFINED_TRANSFORMATION('','',{axes},{axes})",
    # units
    "context": (
        "(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({uncertainty:1}))"
        "GLOBAL_UNIT_ASSIGNED_CONTEXT(({millimetre:1},{radian:1},{steradian:1}))"
        "REPRESENTATION_CONTEXT('Context #1','3D Context with UNIT and UNCERTAINTY'))"
    ),
    "uncertainty": (
        "UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(REAL),{millimetre:1},"
        "'distance_accuracy_value','confusion accuracy')"
    ),
    "millimetre": "(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))",
    "radian": "(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))",
    "steradian": "(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())",
    # solids
    "solid": "MANIFOLD_SOLID_BREP('',{shell:1})",
    "shell": "CLOSED_SHELL('',({face+:1}))",
    "face": "ADVANCED_FACE('',({bound+:1}),{plane|patch:1},FLAG)",
    "bound": "FACE_BOUND('',{loop:1},FLAG)",
    "loop": "EDGE_LOOP('',({side+:1}))",
    "side": "ORIENTED_EDGE('',*,*,{edge:2},FLAG)",
    "edge": "EDGE_CURVE('',{vertex},{vertex},{line|spline:1},.T.)",
    "vertex": "VERTEX_POINT('',{point})",
    "line": "LINE('',{point},{vector:1})",
    "vector": "VECTOR('',{direction},1.)",
    "plane": "PLANE('',{axes})",
    "axes": "AXIS2_PLACEMENT_3D('',{point},{direction},{direction})",
    "point": "CARTESIAN_POINT('',(REAL,REAL,REAL))",
    "direction": "DIRECTION('',(REAL,REAL,REAL))",
    "spline": (
        "B_SPLINE_CURVE_WITH_KNOTS('',1,({point},{point}),.UNSPECIFIED.,.F.,.F.,(2,2),(REAL,REAL),"
        ".PIECEWISE_BEZIER_KNOTS.)"
    ),
    "patch": (
        "B_SPLINE_SURFACE_WITH_KNOTS('',1,1,(({point},{point}),({point},{point})),.UNSPECIFIED.,.F.,.F.,.F.,"
        "(2,2),(2,2),(REAL,REAL),(REAL,REAL),.PIECEWISE_BEZIER_KNOTS.)"
    ),
    # colours
    "presentation": "MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',({styled:1}),{context})",
    "styled": "STYLED_ITEM('color',({style:1}),{solid:1})",
    "style": "PRESENTATION_STYLE_ASSIGNMENT(({usage:1}))",
    "usage": "SURFACE_STYLE_USAGE(.BOTH.,{side_style:1})",
    "side_style": "SURFACE_SIDE_STYLE('',({fill_style:1}))",
    "fill_style": "SURFACE_STYLE_FILL_AREA({fill:1})",
    "fill": "FILL_AREA_STYLE('',({fill_colour:1}))",
    "fill_colour": "FILL_AREA_STYLE_COLOUR('',{colour:1})",
    "colour": "COLOUR_RGB('',REAL,REAL,REAL)",
}
ROOTS = ("protocol", "category", "shaped", "placed", "presentation")  # in this order and number, see `account`
UNITS = frozenset({"context", "uncertainty", "millimetre", "radian", "steradian"})  # of which it says unit-wrong
STYLES = frozenset(
    {"presentation", "styled", "style", "usage", "side_style", "fill_style", "fill", "fill_colour", "colour"}
)

HEADER = (
    "ISO-10303-21;HEADER;FILE_DESCRIPTION(('Open CASCADE Model'),'2;1');"
    "FILE_NAME('TEXT','2000-01-01T00:00:00',(''),(''),'Open CASCADE STEP processor VERSION','quasiprint','Unknown');"
    "FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));ENDSEC;DATA;"
)
TRAILER = "ENDSEC;END-ISO-10303-21;"
PROCESSORS = frozenset({"7.8", "7.9"})  # versions of the kernel that write so
