"""Files for further machines and programs. In: a set as it is produced. Out: files, each kind in a package with
`write.py`: LightBurn (`lbrn2`), sheets in colours (`inlay`), cutting plotters (`cutter`), OBJ, Tabletop Simulator
(`tts`), PNG. None is made unless it is asked for. Begin with `lbrn2.write`; `painting` draws for three of them.
"""
