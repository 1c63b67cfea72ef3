"""Files: paths and bytes come in; files within limits, and folders and archives that are whole or not there, go out.
Begin with `staging` (where files go, whole); `stored` has what they lie in, `ownership` their names and manifests."""
