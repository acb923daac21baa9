// Lidar and gates: a sensor that looks around, lines that count who crosses them and which way, and zones that know who is in them.

import "../many.css";
import type { App, Copy, Mount, Screen } from "../app";
import type { Gate, Scene, World, Zone } from "../carom";
import { html, svg } from "../dom";
import { Drop } from "../drop";
import { Figure, type Place } from "../figure";
import { lidarLesson } from "../lessons";
import { grouped } from "../numbers";
import { ENDINGS, PRESETS, SERVED, fromFile, fromServer, preset } from "../scenes";
import { around, type View } from "../stage";

interface State {
  scene: string;
  /** Where the sensor is; null for where the scene has it, or its first ball. */
  sensor: Place | null;
  beams: number;
}

const FIRST: State = { scene: "corridor", sensor: [330, 250], beams: 180 };
const FILE = "file";
const BEAMS = [4, 12, 36, 90, 180, 360, 720, 1440];

/** The scenes that have gates, zones, a lidar, or much to look at. */
const SCENES = ["corridor", "maze", "museum", "geofence", "tiles", "chamber", "stadium"];

/** So many bodies are drawn at most; pictures of more are on another screen. */
const MOST_BODIES = 400;

/** So many gates have handles. */
const MOST_HANDLES = 6;

export const mount: Mount = (root, app) => new Lidar(root, app);

class Lidar implements Screen {
  private state = FIRST;
  private scene: Scene | null = null;
  private world: World | null = null;
  private view: View = [0, 0, 1, 1];
  private dt = 1 / 60;
  private running = false;
  private request = 0;
  private asked = 0;
  private readonly figure: Figure;
  private readonly drop: Drop;
  private readonly still = svg("g", {});
  private readonly light = svg("g", {});
  private readonly balls = svg("g", {});
  private readonly moving = svg("g", {});
  private readonly play = html("button", { type: "button", class: "play", onclick: () => this.setRunning(!this.running) }, "Play");
  private readonly readings = html("dl", {});
  private readonly gateRows = html("tbody", {});
  private readonly gateTable = html("section", { "aria-label": "Gates" });
  private readonly zoneRows = html("tbody", {});
  private readonly zoneTable = html("section", { "aria-label": "Zones" });
  private readonly sceneChoice = html("select", { "aria-label": "Scene", onchange: () => this.change({ scene: this.sceneChoice.value, sensor: this.sceneChoice.value === FIRST.scene ? FIRST.sensor : null }) });
  private readonly beamsChoice = html("input", { type: "range", min: 0, max: BEAMS.length - 1, step: 1, "aria-label": "Number of beams" });
  private readonly beamsShown = html("output", {});

  constructor(
    root: HTMLElement,
    private readonly app: App,
  ) {
    this.drop = new Drop(root, ENDINGS, (file) => void this.take(file));
    const board = html("div", { class: "board" });
    this.buildChoices();
    this.gateTable.append(
      html("h2", {}, "Gates"),
      html("p", { class: "note" }, "Forward is from a gate's right to its left, looking along it; the little arrow shows it. The ends can be dragged."),
      html("table", {}, html("thead", {}, html("tr", {}, ...["gate", "forward", "backward", "difference"].map((name, index) => html("th", { scope: "col", class: index ? "number" : "" }, name)))), this.gateRows),
    );
    this.zoneTable.append(
      html("h2", {}, "Zones"),
      html("p", { class: "note" }, "Who entered less who left is who came in since the start; of zones side by side exactly one has whoever stands on their edge."),
      html("table", {}, html("thead", {}, html("tr", {}, ...["zone", "entered", "left", "inside"].map((name, index) => html("th", { scope: "col", class: index ? "number" : "" }, name)))), this.zoneRows),
    );
    root.append(
      html("header", { class: "lede" },
        html("h1", {}, "What does it see? Who went through?"),
        html("p", {}, "Drag the sensor: every beam ends at the first thing it meets, be it a wall, a ball, or a wall that moves. The dashed lines are gates; they stop nobody and miss nobody, however fast.")),
      html("div", { class: "bench" },
        html("div", { class: "stage" }, board, html("div", { class: "inputs" }, this.choicesRow(), html("div", { class: "transport" }, this.play, html("button", { type: "button", onclick: () => this.single() }, "Step"), html("button", { type: "button", onclick: () => this.restart() }, "Restart")))),
        html("div", { class: "beside" }, html("section", { class: "figures-of-run", "aria-label": "What the sensor sees" }, html("h2", {}, "The sensor"), this.readings), this.gateTable, this.zoneTable)),
      lidarLesson(),
    );
    this.figure = new Figure(board, "A scene with a sensor and gates", 0.68, () => this.draw());
    this.figure.under.append(this.light, this.still);
    this.figure.main.append(this.moving, this.balls);
  }

  show(address: URLSearchParams): void {
    const read = fromAddress(address);
    if (typeof read === "string") {
      this.app.problem(`This link is not understood: ${read}.`);
      if (!this.world) this.takeOver(FIRST);
      return;
    }
    this.takeOver(read);
  }

  copies(): Copy[] {
    return this.scene ? [{ name: "Scene as JSON", text: this.scene.json() }] : [];
  }

  picture(): SVGSVGElement {
    return this.figure.svg;
  }

  close(): void {
    cancelAnimationFrame(this.request);
    this.figure.close();
    this.drop.close();
    this.world?.free();
    this.scene?.free();
  }

  private change(part: Partial<State>, how: "commit" | "passing" = "commit"): void {
    const state = { ...this.state, ...part };
    this.app.problem(null);
    this.app.save(toAddress(state), how);
    this.takeOver(state);
  }

  private takeOver(state: State): void {
    if (this.world && (state.scene === this.state.scene || state.scene === FILE)) {
      this.state = state;
      this.look();
      return;
    }
    void this.read(state);
  }

  private async read(state: State): Promise<void> {
    this.asked += 1;
    const asked = this.asked;
    const found = state.scene === SERVED ? await fromServer(this.app.carom) : preset(this.app.carom, state.scene);
    if (asked === this.asked) this.use(found, state);
  }

  private async take(file: File): Promise<void> {
    this.asked += 1;
    const asked = this.asked;
    const found = await fromFile(this.app.carom, file);
    if (asked !== this.asked) return;
    this.app.problem(null);
    this.use(found, { ...this.state, scene: FILE, sensor: null });
  }

  /** Goes on with a scene that was read, or says why it cannot be read and goes on with the old one. */
  private use(found: Awaited<ReturnType<typeof fromFile>>, state: State): void {
    const world = found.ok ? this.app.carom.world(found.value) : found;
    if (!found.ok || !world.ok) {
      this.app.problem(world.ok ? "" : world.error);
      if (!this.world && state.scene !== FIRST.scene) this.takeOver(FIRST);
      return;
    }
    const isFirst = this.world === null;
    this.world?.free();
    this.scene?.free();
    [this.scene, this.world, this.state] = [found.value, world.value, state];
    const summary = found.value.summary();
    this.dt = summary.dt;
    this.view = around(this.world.segments(), this.world.pillars());
    this.state = { ...state, sensor: state.sensor ?? summary.scans[0]?.origin ?? this.free() };
    this.figure.keepHandles([]);
    this.nameScene();
    this.draw();
    if (isFirst) this.setRunning(!this.app.calm());
  }

  /** A place that is likely to be free: where the first ball is, or the middle. */
  private free(): Place {
    const [x, y] = this.world!.bodies();
    return x === undefined || y === undefined ? [(this.view[0] + this.view[2]) / 2, (this.view[1] + this.view[3]) / 2] : [x, y];
  }

  /** Everything anew: after another scene or another size. */
  private draw(): void {
    const { world, figure } = this;
    if (!world || !figure) return;
    figure.fit([[this.view[0], this.view[1]], [this.view[2], this.view[3]]]);
    const segments = world.segments();
    let walls = "";
    for (let i = 0; i < segments.length; i += 4) walls += `M${this.px(segments[i]!, segments[i + 1]!)}L${this.px(segments[i + 2]!, segments[i + 3]!)}`;
    this.still.replaceChildren(svg("path", { d: walls, class: "thin-wall" }));
    const pillars = world.pillars();
    for (let i = 0; i < pillars.length; i += 3) figure.disc(this.still, [pillars[i]!, pillars[i + 1]!], pillars[i + 2]!, "pillar");
    this.drawZones(world.zones());
    this.drawGates(world.gates());
    this.drawBodies();
    this.look();
  }

  private px(x: number, y: number): string {
    const [px, py] = this.figure.px([x, y]);
    return `${px.toFixed(1)} ${py.toFixed(1)}`;
  }

  private drawZones(zones: Zone[]): void {
    const ring = (points: Place[]) => `M${points.map(([x, y]) => this.px(x, y)).join("L")}Z`;
    zones.forEach(({ rings }) => this.still.prepend(svg("path", { d: rings.map(ring).join(""), class: "zone" })));
    this.zoneTable.hidden = zones.length === 0;
    this.tellZones(zones);
  }

  private tellZones(zones: Zone[]): void {
    const rows = zones.map(({ name, entered, left, inside }) => html("tr", { "data-zone": name }, html("th", { scope: "row" }, name), ...[entered, left, inside].map((count) => html("td", { class: "number" }, grouped(count)))));
    this.zoneRows.replaceChildren(...rows);
  }

  private drawGates(gates: Gate[]): void {
    const { figure } = this;
    this.still.querySelectorAll(".gate, .gate-way").forEach((element) => element.remove());
    gates.forEach(({ name, from, to }, index) => {
      figure.line(this.still, from, to, "gate");
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const length = Math.hypot(dx, dy) || 1;
      const middle: Place = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      const reach = 16 / figure.length(1);
      figure.arrow(this.still, middle, [middle[0] - (dy / length) * reach, middle[1] + (dx / length) * reach], "after", "gate-way");
      if (index >= MOST_HANDLES) return;
      const move = (end: "from" | "to") => (place: [string, string]) => this.moveGate(index, end, [Number(place[0]), Number(place[1])]);
      figure.handle(`gate-${index}-from`, `${name}, its first end`, from, "after", move("from"));
      figure.handle(`gate-${index}-to`, `${name}, its other end`, to, "after", move("to"));
    });
    this.gateTable.hidden = gates.length === 0;
    this.tellGates(gates);
  }

  private moveGate(index: number, end: "from" | "to", place: Place): void {
    const gate = this.world?.gates()[index];
    if (!gate || !this.world) return;
    const ends = { from: gate.from, to: gate.to, [end]: place };
    const moved = this.world.moveGate(index, ends.from, ends.to);
    this.app.problem(moved.ok ? null : moved.error);
    this.drawGates(this.world.gates());
  }

  private tellGates(gates: Gate[]): void {
    const rows = gates.map(({ name, forward, backward }) => html("tr", { "data-gate": name }, html("th", { scope: "row" }, name), ...[forward, backward, forward - backward].map((count) => html("td", { class: "number" }, grouped(count).replace("-", "−")))));
    this.gateRows.replaceChildren(...rows);
  }

  private drawBodies(): void {
    const { shapes, walls, pillars } = this.world!.moving();
    const line = (points: Place[]) => `M${points.map(([x, y]) => this.px(x, y)).join("L")}`;
    const shown = shapes.map(({ corners, radius }) => svg("path", { d: `${line(corners)}Z`, class: "shape", "stroke-width": 2 * this.figure.length(radius) }));
    let path = "";
    for (let i = 0; i < walls.length; i += 4) path += line([[walls[i]!, walls[i + 1]!], [walls[i + 2]!, walls[i + 3]!]]);
    this.moving.replaceChildren(...shown, svg("path", { d: path, class: "thin-wall" }));
    for (let i = 0; i < pillars.length; i += 3) this.figure.disc(this.moving, [pillars[i]!, pillars[i + 1]!], pillars[i + 2]!, "pillar");
    const bodies = this.world!.bodies();
    const count = Math.min(bodies.length / 3, MOST_BODIES);
    while (this.balls.childElementCount < count) this.balls.append(svg("circle", { class: "ball" }));
    while (this.balls.childElementCount > count) this.balls.lastElementChild!.remove();
    [...this.balls.children].forEach((ball, index) => {
      const [x, y] = this.figure.px([bodies[3 * index]!, bodies[3 * index + 1]!]);
      ball.setAttribute("cx", x.toFixed(1));
      ball.setAttribute("cy", y.toFixed(1));
      ball.setAttribute("r", String(Math.max(1.5, this.figure.length(bodies[3 * index + 2]!))));
    });
  }

  /** Casts the beams, draws what they see and says it, but not of every frame. */
  private look(isSaid = true): void {
    if (!this.world) return;
    const [x, y] = this.state.sensor ?? this.free();
    const reach = Math.hypot(this.view[2] - this.view[0], this.view[3] - this.view[1]);
    const { beams } = this.state;
    // Asked twice: browsers compile what is asked for the first time.
    this.world.scan(x, y, beams, reach);
    const start = performance.now();
    const seen = this.world.scan(x, y, beams, reach);
    const took = performance.now() - start;
    if (!seen.ok) {
      this.app.problem(seen.error);
      return;
    }
    const ends = seen.value;
    const origin = this.px(x, y);
    let [rays, outline] = ["", ""];
    const touched = new Set<number>();
    let nearest = Infinity;
    for (let i = 0; i < ends.length; i += 4) {
      const end = this.px(ends[i]!, ends[i + 1]!);
      rays += `M${origin}L${end}`;
      outline += `${outline ? "L" : "M"}${end}`;
      if (ends[i + 3]! >= 0) {
        touched.add(ends[i + 3]!);
        nearest = Math.min(nearest, ends[i + 2]!);
      }
    }
    const dots = beams <= 720 ? hits(ends, (px, py) => this.figure.px([px, py])) : "";
    this.light.replaceChildren(svg("path", { d: `${outline}Z`, class: "seen" }), svg("path", { d: rays, class: "beams" }), svg("path", { d: dots, class: "touches" }));
    this.figure.handle("sensor", "The sensor", [x, y], "hit", (place, how) => this.change({ sensor: [Number(place[0]), Number(place[1])] }, how));
    this.tell({ beams, touched: touched.size, nearest, took }, isSaid);
  }

  private tell({ beams, touched, nearest, took }: { beams: number; touched: number; nearest: number; took: number }, isSaid: boolean): void {
    this.beamsChoice.value = String(Math.max(0, BEAMS.indexOf(beams)));
    this.beamsShown.textContent = grouped(beams);
    const near = Number.isFinite(nearest) ? nearest.toPrecision(6) : "none in reach";
    const rows: [string, string, string][] = [
      ["beams", "beams", grouped(beams)],
      ["touched", "things seen", grouped(touched)],
      ["nearest", "nearest seen, along a beam", near],
      ["took", "asking took", `${took.toFixed(2)} ms`],
    ];
    this.readings.replaceChildren(...rows.map(([name, title, value]) => html("div", {}, html("dt", {}, title), html("dd", { "data-figure": name }, value))));
    if (isSaid) this.app.status(`The sensor sees ${touched} ${touched === 1 ? "thing" : "things"}; the nearest is at ${near}.`);
  }

  private setRunning(running: boolean): void {
    this.running = running;
    this.play.textContent = running ? "Pause" : "Play";
    cancelAnimationFrame(this.request);
    if (running) this.request = requestAnimationFrame(this.tick);
  }

  private readonly tick = () => {
    if (!this.running) return;
    this.request = requestAnimationFrame(this.tick);
    this.step();
  };

  private step(): void {
    if (!this.world) return;
    const { vanished } = this.world.bricks();
    this.world.advance(this.dt);
    if (this.world.bricks().vanished !== vanished) this.draw();
    this.drawBodies();
    this.look(!this.running);
    this.tellGates(this.world.gates());
    this.tellZones(this.world.zones());
  }

  private single(): void {
    this.setRunning(false);
    this.step();
  }

  private restart(): void {
    if (!this.world) return;
    this.world.reset();
    this.draw();
    this.tellGates(this.world.gates());
    this.tellZones(this.world.zones());
  }

  private buildChoices(): void {
    const offered = PRESETS.filter(({ name }) => SCENES.includes(name));
    offered.sort((a, b) => SCENES.indexOf(a.name) - SCENES.indexOf(b.name));
    this.sceneChoice.append(...offered.map(({ name, title }) => html("option", { value: name }, title)));
    this.beamsChoice.addEventListener("input", () => this.change({ beams: BEAMS[Number(this.beamsChoice.value)]! }, "passing"));
    this.beamsChoice.addEventListener("change", () => this.change({ beams: BEAMS[Number(this.beamsChoice.value)]! }));
  }

  private choicesRow(): HTMLElement {
    return html("div", { class: "choices" },
      html("label", { class: "choice" }, html("span", {}, "Scene"), this.sceneChoice), this.drop.button,
      html("label", { class: "choice" }, html("span", {}, "Beams"), this.beamsChoice, this.beamsShown));
  }

  private nameScene(): void {
    this.sceneChoice.querySelector("[data-own]")?.remove();
    const { scene } = this.state;
    if (![...this.sceneChoice.options].some((option) => option.value === scene)) {
      this.sceneChoice.prepend(html("option", { value: scene, "data-own": "" }, this.scene?.summary().name ?? "your file"));
    }
    this.sceneChoice.value = scene;
  }
}

/** A small square at the end of every beam that meets something, as one path. */
function hits(ends: Float64Array, px: (x: number, y: number) => Place): string {
  let path = "";
  for (let i = 0; i < ends.length; i += 4) {
    if (ends[i + 3]! < 0) continue;
    const [x, y] = px(ends[i]!, ends[i + 1]!);
    path += `M${(x - 1.6).toFixed(1)} ${(y - 1.6).toFixed(1)}h3.2v3.2h-3.2z`;
  }
  return path;
}

function toAddress({ scene, sensor, beams }: State): URLSearchParams {
  const address = new URLSearchParams();
  // A file of the reader's is on no link.
  address.set("scene", scene === FILE ? FIRST.scene : scene);
  if (sensor) address.set("sensor", sensor.join(","));
  if (beams !== FIRST.beams) address.set("beams", String(beams));
  return address;
}

/** The state that an address holds, or what is wrong with it. */
function fromAddress(address: URLSearchParams): State | string {
  const known = ["scene", "sensor", "beams"];
  const unknown = [...address.keys()].find((key) => !known.includes(key));
  if (unknown !== undefined) return `“${unknown.slice(0, 40)}” is not known; expected ${known.join(", ")}`;
  const scene = address.get("scene") ?? FIRST.scene;
  if (scene !== SERVED && !PRESETS.some((preset) => preset.name === scene)) return `there is no scene “${scene.slice(0, 40)}”`;
  const written = address.get("sensor");
  const usual = scene === FIRST.scene ? FIRST.sensor : null;
  const sensor = written?.split(",").map((part) => (part.trim() === "" ? NaN : Number(part))) ?? usual;
  if (sensor && !(sensor.length === 2 && sensor.every(Number.isFinite))) return `sensor is “${written!.slice(0, 40)}”; expected two numbers, as in 3,4`;
  const beams = Number(address.get("beams") ?? FIRST.beams);
  if (!(Number.isInteger(beams) && beams >= 1 && beams <= 10_000)) return `beams is “${address.get("beams")!.slice(0, 40)}”; expected 1 to 10000`;
  return { scene, sensor: sensor as Place | null, beams };
}
