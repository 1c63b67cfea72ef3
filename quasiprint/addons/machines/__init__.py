"""Files for further machines and programs: LightBurn, cutting plotters, OBJ, Tabletop Simulator, PNG."""
