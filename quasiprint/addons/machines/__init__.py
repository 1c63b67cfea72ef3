"""Files for further machines and programs: a set as it is produced comes in, files go out, each kind in a package with
`write.py`: LightBurn (`lbrn2`), cutting plotters (`cutter`), OBJ, Tabletop Simulator (`tts`), PNG. What paints pictures
for three of them is `painting`. None is made unless it is asked for.
"""
