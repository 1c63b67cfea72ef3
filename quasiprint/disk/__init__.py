"""Files: paths and bytes come in; files within limits, and folders and archives that are whole or not there, go out.
Begin with `sinks` (where files go); `staging` makes a folder by one rename, `ownership` says what may be removed."""
