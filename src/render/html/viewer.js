"use strict";
(() => {
  const $ = (s, e = document) => e.querySelector(s);
  const canvas = $("#view3d canvas"), box = $("#view3d");
  if (!canvas) return;
  const gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
  document.body.dataset.webgl = gl ? "ok" : "none";
  if (!gl) { $("#nogl").hidden = false; return; }
  const V = JSON.parse($("#gouge-view").content.textContent);
  box.hidden = false;
  const bytes = s => Uint8Array.from(atob(s), c => c.charCodeAt(0));
  const u16 = s => new Uint16Array(bytes(s).buffer), u32 = s => new Uint32Array(bytes(s).buffer);
  // Everything is drawn in millimetres from the origin of the scene.
  const local = p => p.map((v, k) => v - V.origin[k]);
  const zones = V.zones.map(c => [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16) / 255));

  const shader = (type, text) => {
    const s = gl.createShader(type);
    gl.shaderSource(s, "#version 300 es\nprecision highp float;\n" + text);
    gl.compileShader(s);
    if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(s));
    return s;
  };
  const program = (vs, fs) => {
    const p = gl.createProgram();
    gl.attachShader(p, shader(gl.VERTEX_SHADER, vs));
    gl.attachShader(p, shader(gl.FRAGMENT_SHADER, fs));
    ["place", "tint"].forEach((name, i) => gl.bindAttribLocation(p, i, name));
    gl.linkProgram(p);
    const u = {};
    for (let i = gl.getProgramParameter(p, gl.ACTIVE_UNIFORMS) - 1; i >= 0; i--) {
      const n = gl.getActiveUniform(p, i).name;
      u[n] = gl.getUniformLocation(p, n);
    }
    return { p, u };
  };
  const solid = program(
    `in vec3 place;in vec4 tint;uniform mat4 eye;uniform vec3 shift;uniform float step;out vec3 at;out vec4 color;
     void main(){at=place*step+shift;color=tint;gl_Position=eye*vec4(at,1.);}`,
    `in vec3 at;in vec4 color;uniform vec3 toward;uniform float alpha;out vec4 o;
     void main(){vec3 n=normalize(cross(dFdx(at),dFdy(at)));float l=.35+.65*abs(dot(n,toward));
     l*=.88+.12*n.z*n.z;o=vec4(color.rgb*l,alpha);}`);
  const line = program(
    `in vec3 place;in vec4 tint;uniform mat4 eye;uniform float step,size,near;out vec4 color;
     void main(){color=tint;gl_Position=eye*vec4(place*step,1.);gl_Position.z-=near*gl_Position.w;gl_PointSize=size;}`,
    `in vec4 color;uniform float round_;out vec4 o;
     void main(){if(color.a<.01||(round_>.5&&length(gl_PointCoord-.5)>.5))discard;o=color;}`);

  const buffer = (data, target = gl.ARRAY_BUFFER) => {
    const b = gl.createBuffer();
    gl.bindBuffer(target, b);
    gl.bufferData(target, data, gl.STATIC_DRAW);
    return b;
  };
  const mesh = (place, tint, index, type) => {
    const vao = gl.createVertexArray();
    gl.bindVertexArray(vao);
    buffer(place);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, type, false, 0, 0);
    buffer(tint);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, 0, 0);
    if (index) buffer(index, gl.ELEMENT_ARRAY_BUFFER);
    gl.bindVertexArray(null);
    return { vao, count: index ? index.length : place.length / 3 };
  };
  const paint = (n, of) => {
    const t = new Uint8Array(4 * n);
    for (let i = 0; i < n; i++) t.set(of(i), 4 * i);
    return t;
  };
  const rgb = (c, a = 255) => [...c.map(v => Math.round(255 * v)), a];
  const PART = [.72, .7, .64], CLAMP = [.62, .54, .7];
  const bodies = V.bodies.map(b => {
    const z = bytes(b.zones), own = b.role === "part" ? PART : CLAMP;
    const tint = paint(z.length, i => rgb(z[i] === 255 ? own : zones[Math.min(z[i], zones.length - 1)]));
    return { fixture: b.role !== "part", ...mesh(u16(b.vertices), tint, u32(b.triangles), gl.UNSIGNED_SHORT) };
  });
  const path = u16(V.path), moves = bytes(V.moves), lines = u32(V.lines);
  const count = moves.length;
  // Colours of the path: also told apart by lightness.
  const BLUE = [0, .45, .7], RAPID = [.55, .55, .55], BAD = [.84, .37, 0], OPEN = [.8, .47, .65];
  const ends = new Uint16Array(6 * count), tints = new Uint8Array(8 * count);
  for (let i = 1; i < count; i++) {
    ends.set(path.subarray(3 * i - 3, 3 * i + 3), 6 * i);
    const m = moves[i], c = m & 16 ? BAD : m & 32 ? OPEN : (m & 15) === 1 ? RAPID : BLUE;
    const t = rgb(c, m === 0 ? 0 : 255);
    tints.set(t, 8 * i);
    tints.set(t, 8 * i + 4);
  }
  const way = mesh(ends, tints, null, gl.UNSIGNED_SHORT);
  const wayBuffer = (() => { gl.bindVertexArray(way.vao); const b = buffer(tints); gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, 0, 0); gl.bindVertexArray(null); return b; })();
  const deep = bytes(V.contact_zones);
  const dots = mesh(u16(V.contacts), paint(deep.length, i => rgb(zones[Math.min(deep[i], zones.length - 1)])), null, gl.UNSIGNED_SHORT);

  const TURN = 40, TOOL = { cutter: [.34, .71, .91], shank: [.2, .55, .75], holder: [0, .62, .45] };
  const lathe = list => {
    const place = [], index = [];
    const tint = [];
    for (const [, component, points] of list) {
      const base = place.length / 3;
      for (const [r, z] of points)
        for (let k = 0; k < TURN; k++) {
          const w = 2 * Math.PI * k / TURN;
          place.push(r * Math.cos(w), r * Math.sin(w), z);
          tint.push(...rgb(TOOL[component]));
        }
      for (let i = 0; i + 1 < points.length; i++)
        for (let k = 0; k < TURN; k++) {
          const a = base + i * TURN + k, b = base + i * TURN + (k + 1) % TURN;
          index.push(a, b, a + TURN, b, b + TURN, a + TURN);
        }
    }
    return mesh(new Float32Array(place), new Uint8Array(tint), new Uint32Array(index), gl.FLOAT);
  };
  const tools = {};
  for (const n of new Set(V.tools.map(t => t[0])))
    tools[n] = { all: lathe(V.tools.filter(t => t[0] === n)), bare: lathe(V.tools.filter(t => t[0] === n && t[1] !== "holder")) };

  // The part's box: bodies in steps.
  const lo = [1e9, 1e9, 1e9], hi = [-1e9, -1e9, -1e9];
  V.bodies.forEach(b => u16(b.vertices).forEach((v, i) => { lo[i % 3] = Math.min(lo[i % 3], v * V.step); hi[i % 3] = Math.max(hi[i % 3], v * V.step); }));
  const middle = lo.map((v, k) => (v + hi[k]) / 2), size = Math.max(...hi.map((v, k) => v - lo[k]), 1e-6);
  const cam = { yaw: -.6, pitch: .8, far: 1.7 * size, at: middle.slice() };
  const shown = { path: true, rapid: true, fixture: true, holder: true, tool: true, part: true };
  let pose = null, until = count;

  const matrix = () => {
    const w = canvas.width, h = canvas.height, cy = Math.cos(cam.yaw), sy = Math.sin(cam.yaw), cp = Math.cos(cam.pitch), sp = Math.sin(cam.pitch);
    const back = [sy * cp, -cy * cp, sp], right = [cy, sy, 0], up = [-sy * sp, cy * sp, cp];
    const eye = cam.at.map((v, k) => v + back[k] * cam.far);
    const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const f = 2.2, n = cam.far * .02, z = cam.far * 4 + 4 * size, a = -(z + n) / (z - n), b = -2 * z * n / (z - n);
    const rows = [right.concat(-dot(right, eye)), up.concat(-dot(up, eye)), back.concat(-dot(back, eye))];
    const m = new Float32Array(16);
    for (let k = 0; k < 4; k++) {
      m[4 * k] = rows[0][k] * f * Math.min(1, h / w);
      m[4 * k + 1] = rows[1][k] * f * Math.min(1, w / h);
      m[4 * k + 2] = rows[2][k] * a + (k === 3 ? b : 0);
      m[4 * k + 3] = -rows[2][k];
    }
    return { m, back, right, up };
  };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let waiting = false;
  const draw = () => { if (!waiting) { waiting = true; requestAnimationFrame(paintAll); } };
  const paintAll = () => {
    waiting = false;
    const ratio = Math.min(devicePixelRatio || 1, 2), w = Math.round(canvas.clientWidth * ratio), h = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
    gl.viewport(0, 0, w, h);
    dark.matches ? gl.clearColor(.09, .095, .11, 1) : gl.clearColor(.965, .96, .945, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    const { m, back } = matrix();
    gl.useProgram(solid.p);
    gl.uniformMatrix4fv(solid.u.eye, false, m);
    gl.uniform3f(solid.u.toward, ...back);
    gl.uniform1f(solid.u.alpha, 1);
    gl.uniform3f(solid.u.shift, 0, 0, 0);
    gl.uniform1f(solid.u.step, V.step);
    for (const b of bodies) {
      if (b.fixture ? !shown.fixture : !shown.part) continue;
      gl.bindVertexArray(b.vao);
      gl.drawElements(gl.TRIANGLES, b.count, gl.UNSIGNED_INT, 0);
    }
    gl.useProgram(line.p);
    gl.uniformMatrix4fv(line.u.eye, false, m);
    gl.uniform1f(line.u.step, V.step);
    gl.uniform1f(line.u.near, .0006);
    gl.uniform1f(line.u.round_, 0);
    if (shown.path) {
      gl.bindVertexArray(way.vao);
      gl.drawArrays(gl.LINES, 0, 2 * until);
    }
    if (dots.count) {
      gl.uniform1f(line.u.round_, 1);
      gl.uniform1f(line.u.size, 6 * ratio);
      gl.uniform1f(line.u.near, .001);
      gl.bindVertexArray(dots.vao);
      gl.drawArrays(gl.POINTS, 0, dots.count);
    }
    const tool = pose && tools[pose.tool];
    if (tool && shown.tool) {
      gl.useProgram(solid.p);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      gl.uniform3f(solid.u.shift, ...pose.at);
      gl.uniform1f(solid.u.step, 1);
      gl.uniform1f(solid.u.alpha, .45);
      const t = shown.holder ? tool.all : tool.bare;
      gl.bindVertexArray(t.vao);
      gl.drawElements(gl.TRIANGLES, t.count, gl.UNSIGNED_INT, 0);
      gl.disable(gl.BLEND);
    }
    gl.bindVertexArray(null);
    document.body.dataset.view = [cam.yaw, cam.pitch, cam.far, ...cam.at].map(v => v.toFixed(4)).join(",");
  };
  const repaintPath = () => {
    const t = tints.slice();
    if (!shown.rapid) for (let i = 1; i < count; i++) if ((moves[i] & 15) === 1 && !(moves[i] & 16)) t[8 * i + 3] = t[8 * i + 7] = 0;
    gl.bindBuffer(gl.ARRAY_BUFFER, wayBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, t, gl.STATIC_DRAW);
  };

  const note = $("#view3d output"), slider = $("#view3d input[type=range]");
  slider.max = Math.max(count - 1, 0);
  slider.value = slider.max;
  const toolAt = i => { const w = V.tool_runs; let n = 0; for (const [first, number] of w) if (i >= first) n = number; return n; };
  slider.oninput = () => {
    const i = +slider.value;
    until = i + 1;
    const at = [0, 1, 2].map(k => path[3 * i + k] * V.step);
    pose = { tool: toolAt(i), at };
    note.textContent = `line ${lines[i]}: X${(at[0] + V.origin[0]).toFixed(3)} Y${(at[1] + V.origin[1]).toFixed(3)} Z${(at[2] + V.origin[2]).toFixed(3)}`;
    draw();
  };
  let playing = 0;
  const play = $("#play");
  play.onclick = () => {
    playing = playing ? 0 : 1;
    play.textContent = playing ? "Pause" : "Play";
    if (playing && +slider.value >= +slider.max) slider.value = 0;
    const step = () => {
      if (!playing) return;
      slider.value = +slider.value + Math.max(1, count / 900);
      slider.oninput();
      if (+slider.value >= +slider.max) { playing = 0; play.textContent = "Play"; } else requestAnimationFrame(step);
    };
    step();
  };
  document.querySelectorAll("#view3d input[type=checkbox]").forEach(c => {
    c.onchange = () => { shown[c.value] = c.checked; if (c.value === "rapid") repaintPath(); draw(); };
  });
  const show = id => {
    const w = V.witnesses.find(w => w[0] === id);
    if (!w) return;
    const radius = Math.max(...V.tools.filter(t => t[0] === w[1]).flatMap(t => t[2].map(p => p[0])), size * .02);
    cam.at = local(w[2]);
    cam.far = Math.min(10 * radius, 1.7 * size);
    pose = { tool: w[1], at: local(w[3]) };
    note.textContent = `region ${id}`;
    document.body.dataset.region = id;
    draw();
  };
  document.querySelectorAll("[data-show]").forEach(e => {
    e.hidden = false;
    e.onclick = () => { show(+e.dataset.show); box.scrollIntoView({ block: "nearest" }); };
  });
  $("#home").onclick = () => { cam.at = middle.slice(); cam.far = 1.7 * size; cam.yaw = -.6; cam.pitch = .8; draw(); };
  $("#top").onclick = () => { cam.yaw = 0; cam.pitch = Math.PI / 2; draw(); };
  $("#side").onclick = () => { cam.yaw = 0; cam.pitch = 0; draw(); };

  let held = null;
  canvas.onpointerdown = e => { held = [e.clientX, e.clientY]; canvas.setPointerCapture(e.pointerId); };
  canvas.onpointerup = () => { held = null; };
  canvas.onpointermove = e => {
    if (!held) return;
    const dx = e.clientX - held[0], dy = e.clientY - held[1];
    held = [e.clientX, e.clientY];
    if (e.shiftKey || e.buttons & 6) {
      const { right, up } = matrix(), k = cam.far / canvas.clientHeight / 1.1;
      cam.at = cam.at.map((v, i) => v - right[i] * dx * k + up[i] * dy * k);
    } else {
      cam.yaw -= dx * .008;
      cam.pitch = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, cam.pitch + dy * .008));
    }
    draw();
  };
  canvas.oncontextmenu = e => e.preventDefault();
  canvas.addEventListener("wheel", e => { e.preventDefault(); cam.far = Math.max(size * 1e-4, Math.min(6 * size, cam.far * Math.exp(e.deltaY * .001))); draw(); }, { passive: false });
  new ResizeObserver(draw).observe(canvas);
  dark.addEventListener("change", draw);
  draw();

  // For tests: clicks the first region and says what the picture became.
  if (location.hash === "#test") {
    const hash = () => { const p = new Uint8Array(4 * canvas.width * canvas.height); gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, p); let h = 0; for (const v of p) h = (Math.imul(h, 31) + v) | 0; const seen = new Set(); for (let i = 0; i < p.length; i += 4) seen.add(p[i] << 16 | p[i + 1] << 8 | p[i + 2]); return [h >>> 0, seen.size]; };
    paintAll();
    const before = hash(), view = document.body.dataset.view, button = $("[data-show]");
    if (button) button.click();
    paintAll();
    const after = hash();
    document.body.dataset.test = JSON.stringify({ before, after, view, then: document.body.dataset.view, error: gl.getError() });
  }
})();
