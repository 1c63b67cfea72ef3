"""Parts of pages that show bodies. In: meshes, as `meshes` packs them. Out: one HTML file that asks no host.

Begin with `meshes`, then `viewer.js`, which draws with three.js."""
