"""Parts of pages that show bodies. In: meshes, as `preview.mesh_value` gives them. Out: pictures that ask no host.

Begin with `viewer.js`, which draws with three.js."""
