/* Shows the bodies of a piece, or a whole table of them, to be turned by mouse, touch and keys. README.md tells its use;
   three.bundle.js is loaded before. */
const T = QuasiprintThree;
const START = { around: -0.55, above: 0.95 }; // radians: from the right and from above
const OVER = { around: 0, above: 1.15 }; // of a plate
const STEP = Math.PI / 16; // a key's turn
const LOWEST = -1.45, HIGHEST = 1.55, NEAREST = 0.35, FARTHEST = 3;
const SHARP = 24; // degrees, from which on an edge is drawn
const CROWD = 100; // things: of more, each is small, and edges of inlays would blacken it
const PLAIN = "#f4efe4"; // of a body that no palette colours

const shapes = new WeakMap(); // by body: many pieces have the same

/* Return the faces of a body, and what returns its sharp edges: to find them takes longer than all the rest. */
function shape(body, unit) {
  if (!shapes.has(body)) {
    const indexed = new T.BufferGeometry();
    indexed.setAttribute("position", new T.BufferAttribute(Float32Array.from(body.corners, (step) => step * unit), 3));
    indexed.setIndex(new T.BufferAttribute(Uint32Array.from(body.triangles), 1));
    const faces = indexed.toNonIndexed();
    faces.computeVertexNormals(); // of three corners that nothing shares: flat
    let found = null;
    shapes.set(body, { faces, edges: () => (found ??= new T.EdgesGeometry(indexed, SHARP)) });
  }
  return shapes.get(body);
}

/* Whether this browser draws bodies. */
export function available() {
  try {
    return Boolean(document.createElement("canvas").getContext("webgl2"));
  } catch {
    return false;
  }
}

/* Put a viewer into a block that has a size. options.label: what a screen reader says of it.
   Throws where the browser draws no bodies: ask available() before. */
export function create(block, options = {}) {
  const canvas = document.createElement("canvas");
  canvas.tabIndex = 0;
  canvas.className = "viewer";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", options.label ?? "");
  const renderer = new T.WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
  block.append(canvas);

  const scene = new T.Scene();
  const camera = new T.PerspectiveCamera(28, 1, 0.1, 10000);
  scene.add(new T.HemisphereLight("#ffffff", "#7d766b", 1.45));
  const lamp = new T.DirectionalLight("#ffffff", 1.95);
  const fill = new T.DirectionalLight("#dfe8ff", 0.5);
  scene.add(lamp, lamp.target, fill, fill.target);

  const inks = new Map(); // materials, by colour
  const lines = new Map();
  let group = new T.Group();
  let size = new T.Vector3(50, 50, 5), turns = 16; // half of what is shown, and in how many directions it is to fit
  let radius = 50, around = START.around, above = START.above, far = 1;
  let start = START, asked = 0, gone = false;
  scene.add(group);

  const bright = (colour) => colour.r * 0.3 + colour.g * 0.59 + colour.b * 0.11;
  function ink(rgb) {
    if (!inks.has(rgb)) {
      const material = new T.MeshPhongMaterial({ color: rgb, specular: "#3a3a3a", shininess: 22 });
      material.polygonOffset = true; // so that edges lie in front of their faces
      material.polygonOffsetFactor = material.polygonOffsetUnits = 1;
      inks.set(rgb, material);
      const light = bright(material.color) > 0.09;
      lines.set(rgb, new T.LineBasicMaterial({
        color: light ? "#000000" : "#ffffff", transparent: true, opacity: light ? 0.42 : 0.3,
      }));
    }
    return inks.get(rgb);
  }

  /* Return a body in its colour: its faces and its edges. plain: the faces alone. */
  function solid(meshes, [key, colour], plain = false) {
    const rgb = colour === null ? meshes.base ?? PLAIN : meshes.palette[colour];
    const { faces, edges } = shape(meshes.bodies[key], meshes.unit);
    const body = new T.Mesh(faces, ink(rgb));
    return plain ? [body] : [body, new T.LineSegments(edges(), lines.get(rgb))];
  }

  /* Let an object be drawn at many places at once, as three.js draws its InstancedMesh; lines, too. */
  function several(object, places) {
    const matrices = new Float32Array(16 * places.length);
    const box = object.geometry.boundingBox ?? (object.geometry.computeBoundingBox(), object.geometry.boundingBox);
    const around = new T.Box3();
    places.forEach(([, x, y, angle], k) => {
      const c = Math.cos((angle * Math.PI) / 180), s = Math.sin((angle * Math.PI) / 180);
      matrices.set([c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x, y, 0, 1], 16 * k);
      for (let corner = 0; corner < 8; corner += 1) {
        const px = corner & 1 ? box.min.x : box.max.x, py = corner & 2 ? box.min.y : box.max.y;
        around.expandByPoint(new T.Vector3(px * c - py * s + x, px * s + py * c + y, corner & 4 ? box.min.z : box.max.z));
      }
    });
    const instanceMatrix = new T.BufferAttribute(matrices, 16);
    Object.assign(instanceMatrix, { isInstancedBufferAttribute: true, meshPerAttribute: 1 });
    const told = { isInstancedMesh: true, instanceMatrix, instanceColor: null, morphTexture: null, count: places.length };
    return Object.assign(object, told, { boundingBox: around, frustumCulled: false });
  }

  function put(made, flat) {
    scene.remove(group);
    group.traverse((one) => one.isInstancedMesh && one.dispatchEvent({ type: "dispose" }));
    group = made;
    scene.add(group);
    const box = new T.Box3().setFromObject(group);
    const middle = box.getCenter(new T.Vector3());
    radius = Math.max(box.getSize(new T.Vector3()).length() / 2, 1);
    size = box.getSize(new T.Vector3()).multiplyScalar(0.5);
    group.position.sub(middle);
    turns = flat ? 1 : 16; // a plate is fitted as it lies
    start = flat ? OVER : START;
    reset();
  }

  function reset() {
    ({ around, above } = start);
    far = 1;
    draw();
  }

  /* Return from how far all of it is seen, as it lies at first. slope: of the edges of what is seen, across and up. */
  function needed(across, up) {
    let most = 0;
    const sin = Math.sin(start.above), cos = Math.cos(start.above);
    for (let k = 0; k < turns * 8; k += 1) {
      const a = start.around + (Math.floor(k / 8) * 2 * Math.PI) / turns;
      const x = k & 1 ? size.x : -size.x, y = k & 2 ? size.y : -size.y, z = k & 4 ? size.z : -size.z;
      const right = x * Math.cos(a) + y * Math.sin(a), away = y * Math.cos(a) - x * Math.sin(a);
      const high = away * sin + z * cos, near = z * sin - away * cos;
      most = Math.max(most, near + Math.max(Math.abs(right) / across, Math.abs(high) / up));
    }
    return most;
  }

  function paint() {
    asked = 0;
    if (gone) return;
    const wide = canvas.clientWidth || 1, high = canvas.clientHeight || 1;
    camera.aspect = wide / high;
    const slope = Math.tan((camera.fov * Math.PI) / 360);
    const away = needed(slope * camera.aspect, slope) * 1.06 * far;
    const flat = Math.cos(above) * away;
    camera.position.set(Math.sin(around) * flat, -Math.cos(around) * flat, Math.sin(above) * away);
    camera.up.set(0, 0, 1);
    if (Math.cos(above) < 0.03) camera.up.set(-Math.sin(around), Math.cos(around), 0);
    camera.near = Math.max(away - radius * 2, away / 100);
    camera.far = away + radius * 2;
    camera.lookAt(0, 0, 0);
    camera.updateProjectionMatrix();
    const over = (right, up, toward) => new T.Vector3(right, up, toward).applyQuaternion(camera.quaternion);
    lamp.position.copy(over(-0.7, 1.1, 1.2));
    fill.position.copy(over(1.4, -0.4, 0.8));
    renderer.render(scene, camera);
  }

  function draw() {
    if (!asked && !gone) asked = requestAnimationFrame(paint);
  }

  function turn(right, up) {
    around -= right;
    above = Math.min(HIGHEST, Math.max(LOWEST, above + up));
    draw();
  }

  function zoom(by) {
    far = Math.min(FARTHEST, Math.max(NEAREST, far * by));
    draw();
  }

  const keys = {
    ArrowLeft: () => turn(-STEP, 0), ArrowRight: () => turn(STEP, 0),
    ArrowUp: () => turn(0, STEP), ArrowDown: () => turn(0, -STEP),
    "+": () => zoom(0.85), "=": () => zoom(0.85), "-": () => zoom(1 / 0.85), Home: reset, 0: reset,
  };
  canvas.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });

  const fingers = new Map();
  const apart = () => {
    const [a, b] = [...fingers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y) || 1;
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const before = fingers.size === 2 ? apart() : 0;
    const dx = event.clientX - last.x, dy = event.clientY - last.y;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (before) zoom(before / apart());
    else turn((dx / canvas.clientWidth) * 5, (dy / canvas.clientHeight) * 4);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(event.deltaY * 0.0012));
  }, { passive: false });
  canvas.addEventListener("dblclick", reset);

  const sized = new ResizeObserver(() => {
    renderer.setPixelRatio(Math.min(devicePixelRatio || 1, 2));
    renderer.setSize(block.clientWidth, block.clientHeight, false);
    if (asked) cancelAnimationFrame(asked);
    paint(); // at once: a canvas of another size is empty
  });
  sized.observe(block);

  return {
    canvas,
    /* Show everything that lies on a table: {items: [[id, x, y, degrees], …]}. */
    show(meshes, { items }, label) {
      if (label) canvas.setAttribute("aria-label", label);
      const whole = new T.Group(), places = new Map(); // of each body in its colour, whatever has it
      for (const item of items) {
        for (const part of meshes.things[item[0]] ?? []) {
          const key = part.join(" ");
          if (!places.has(key)) places.set(key, [part, []]);
          places.get(key)[1].push(item);
        }
      }
      for (const [part, own] of places.values()) {
        const drawn = solid(meshes, part, items.length > CROWD && part[1] !== null);
        whole.add(...drawn.map((one) => several(one, own)));
      }
      put(whole, items.length > 1);
    },
    dispose() {
      gone = true;
      cancelAnimationFrame(asked);
      sized.disconnect();
      for (const one of [...inks.values(), ...lines.values()]) one.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
      canvas.remove();
    },
  };
}
