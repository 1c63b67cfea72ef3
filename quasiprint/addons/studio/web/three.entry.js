// What viewer.js uses of three.js, and nothing else.
export {
  Box3, BufferAttribute, BufferGeometry, Color, DirectionalLight, EdgesGeometry, Group, HemisphereLight, LineBasicMaterial,
  LineSegments, Mesh, MeshPhongMaterial, PerspectiveCamera, Scene, Vector3, WebGLRenderer,
} from "three";
