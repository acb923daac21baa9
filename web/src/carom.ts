// The library, as the page sees it: typed, and with errors as values in the library's own words.

import initExplain, * as wasm from "../pkg/explain/carom.js";
import explainUrl from "../pkg/explain/carom_bg.wasm.gz?url";
// Types only: the second module is fetched when a screen needs it.
import type * as Worlds from "../pkg/worlds/carom.js";

/** An answer, or why there is none. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: string };

/** A number of a working: `exact` is null where it is rounded. */
export interface Scalar {
  decimal: number;
  exact: string | null;
}

export type Pair = [Scalar, Scalar];

export type Point = [x: number, y: number];

export interface Cost {
  multiplications: number;
  divisions: number;
  comparisons: number;
}

/** One line of a working; which of the last fields are there says what kind of line it is. */
export interface Line {
  step?: string;
  says?: string;
  formula: string;
  numbers: string;
  remarks?: string[];
  cost?: Cost;
  value?: Scalar | Pair;
  holds?: boolean;
  plain?: boolean;
}

export interface Section {
  title: string;
  words?: string[];
  table?: { head: string[]; rows: string[][] };
  lines: Line[];
}

export interface Working {
  title: string;
  sections: Section[];
}

export type Method = "BothEnds" | "OneDot" | "Straddle";

export interface Hit {
  t: number;
  point: Point;
  normal: Point;
  feature: "Side" | "A" | "B";
  contact: "Crosses" | "Ends" | "Starts" | "Along" | "Leaves" | "Overlaps";
}

export interface Explanation {
  method: Method;
  steps: Section;
  hit: Hit | null;
  time: Scalar | null;
  point: Pair | null;
}

export interface Textbook {
  method: Method;
  steps: Section;
  hit: [number | null, Point] | null;
}

/** One collision, worked out. */
export interface Meeting {
  case: { wall: [Point, Point]; from: Point; to: Point; radius: number; corners: Point[] };
  working: Working;
  hit: Hit | null;
  time: Scalar | null;
  at: Pair | null;
  end: Pair;
  methods: Explanation[];
  textbook: Textbook[];
}

export interface MeetingCase {
  wall: [[string, string], [string, string]];
  from: [string, string];
  to: [string, string];
  radius: string;
  restitution?: string;
  /** Of a shape: its corners around its position, two of a capsule. */
  corners?: [string, string][];
}

/** What became of one edge in one flight. */
export type Look = "Left" | "Passed" | { Rejected: { step: string } } | { Touched: { time: Scalar } };

/** A whole frame in a chamber, worked out. */
export interface Course {
  case: { chamber: Point[]; from: Point; to: Point; radius: number };
  working: Working;
  bounces: { obstacle: number; time: Scalar; at: Pair }[];
  legs: { from: Pair; to: Pair; looks: Look[] }[];
  end: Pair;
  turned: boolean;
  convex: boolean;
  inside: boolean;
}

export interface CourseCase {
  chamber: [string, string][];
  from: [string, string];
  to: [string, string];
  radius: string;
  restitution?: string;
  method: Method;
}

export interface SceneSummary {
  name: string | null;
  about: string | null;
  format: string;
  view: [number, number, number, number] | null;
  walls: number;
  bodies: number;
  gates: number;
  scans: { name: string | null; origin: [number, number]; beams: number; reach: number }[];
  dt: number;
  duration: number;
  gravity: [number, number];
  skipped: { what: string; why: string; kept: boolean }[];
}

export type Strategy = "BruteForce" | "Bounds" | "Quadtree" | "Bvh" | "Grid";

export const STRATEGIES: readonly Strategy[] = ["BruteForce", "Bounds", "Quadtree", "Bvh", "Grid"];

export interface WorldEvent {
  time: number;
  kind: "wall" | "group" | "squeezed" | "body" | "gate" | "enters" | "leaves";
  /** The body it happened to, or the group that crosses a gate; the sensor or zone that something enters or leaves. */
  body: string;
  other: string;
  x: number;
  y: number;
  forward?: boolean;
  /** What a body is squeezed against. */
  against?: string;
}

export interface Figures {
  time: number;
  energy: number;
  momentum: Point;
  bounces: number;
  collisions: number;
  crossings: number;
  squeezed: number;
  held: number;
  compared: number;
  lost: number;
  end: "completed" | "event limit" | "jammed";
}

export interface Gate {
  name: string;
  from: Point;
  to: Point;
  forward: number;
  backward: number;
}

/** What moves and is neither a point nor a disc. */
export interface Moving {
  shapes: { corners: Point[]; radius: number }[];
  /** x0, y0, x1, y1 of each wall that moves. */
  walls: number[];
  /** x, y and radius of each that is round. */
  pillars: number[];
}

export interface Zone {
  name: string;
  /** The outline, then the holes. */
  rings: Point[][];
  entered: number;
  left: number;
  inside: number;
}

/** Loads the first module; to be awaited once, before anything else here is used. */
export async function load(): Promise<Carom> {
  await initExplain({ module_or_path: unpacked(explainUrl) });
  return new Carom();
}

/** A module, unpacked; some servers do that on the way. */
async function unpacked(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  const packed = new Blob([await answer.arrayBuffer()]);
  const start = new Uint8Array(await packed.slice(0, 2).arrayBuffer());
  const isPacked = start[0] === 0x1f && start[1] === 0x8b;
  const module = isPacked ? packed.stream().pipeThrough(new DecompressionStream("gzip")) : packed.stream();
  return new Response(module, { headers: { "Content-Type": "application/wasm" } });
}

export class Carom {
  /** The second module and its memory, once it is there. */
  private worlds: { module: typeof Worlds; memory: WebAssembly.Memory } | null = null;

  /** Fetches what scenes and worlds need. The shell awaits it for the screens that say so. */
  async loadWorlds(): Promise<void> {
    if (this.worlds) return;
    const [module, { default: url }] = await Promise.all([import("../pkg/worlds/carom.js"), import("../pkg/worlds/carom_bg.wasm.gz?url")]);
    const { memory } = await module.default({ module_or_path: unpacked(url) });
    this.worlds = { module, memory };
  }

  /** A number as people write it: 6, 0.25, 1e3, 1/3. */
  number(text: string): Answer<Scalar> {
    return parsed(() => wasm.number(text));
  }

  /** One mover and one wall. */
  meeting(asked: MeetingCase): Answer<Meeting> {
    return parsed(() => wasm.meeting(JSON.stringify(asked)));
  }

  /** A whole frame in a chamber. */
  course(asked: CourseCase): Answer<Course> {
    return parsed(() => wasm.course(JSON.stringify(asked)));
  }

  /** A scene from a text, in any format that carom reads; `name` is the file's. */
  scene(text: string, name: string): Answer<Scene> {
    return attempt(() => new Scene(this.loaded().module.Scene.read(text, name)));
  }

  /** A world from a scene; without a strategy the scene's own, or the one that suits it. */
  world(scene: Scene, strategy?: Strategy): Answer<World> {
    const { module, memory } = this.loaded();
    return attempt(() => new World(new module.World(scene.inner, strategy ?? ""), memory));
  }

  /** The bodies of a world, moved the naive way. */
  naive(world: World): Naive {
    const { module, memory } = this.loaded();
    return new Naive(new module.Naive(world.inner), memory);
  }

  private loaded(): { module: typeof Worlds; memory: WebAssembly.Memory } {
    if (!this.worlds) throw new Error("scenes and worlds are not loaded");
    return this.worlds;
  }
}

/** A scene that has been read. */
export class Scene {
  constructor(readonly inner: Worlds.Scene) {}

  summary(): SceneSummary {
    return JSON.parse(this.inner.summary()) as SceneSummary;
  }

  /** As carom's own JSON. */
  json(): string {
    return this.inner.to_json();
  }

  free(): void {
    this.inner.free();
  }
}

/** A world that runs. Views of memory hold until the next call that changes it. */
export class World {
  constructor(
    readonly inner: Worlds.World,
    private readonly memory: WebAssembly.Memory,
  ) {}

  /** A step of so many seconds, its events kept; how many there were. */
  step(dt: number): number {
    return this.inner.step(dt);
  }

  /** The same without keeping events. */
  advance(dt: number): number {
    return this.inner.advance(dt);
  }

  reset(): void {
    this.inner.reset();
  }

  /** x, y and radius of every body, a view without a copy. */
  bodies(): Float64Array {
    return new Float64Array(this.memory.buffer, this.inner.bodies_at(), 3 * this.inner.bodies());
  }

  /** Puts discs in at random places inside; how many found room. */
  fill(count: number, radius: number, speed: number, seed: number): number {
    return this.inner.fill(count, radius, speed, seed);
  }

  /** Removes all bodies but the first ones. */
  keep(count: number): void {
    this.inner.keep(count);
  }

  events(limit: number): WorldEvent[] {
    return JSON.parse(this.inner.events(limit)) as WorldEvent[];
  }

  figures(): Figures {
    return JSON.parse(this.inner.figures()) as Figures;
  }

  escapes(): number {
    return this.inner.escapes();
  }

  /** Whether there are closed walls to be inside of. */
  hasRooms(): boolean {
    return this.inner.has_rooms();
  }

  stateHash(): string {
    return this.inner.state_hash();
  }

  /** How many walls vanish when they are touched, and how many of them have. */
  bricks(): { all: number; vanished: number } {
    const [all = 0, vanished = 0] = this.inner.bricks();
    return { all, vanished };
  }

  /** x0, y0, x1, y1 of every wall. */
  segments(): Float64Array {
    return this.inner.segments();
  }

  /** x, y and radius of every pillar. */
  pillars(): Float64Array {
    return this.inner.pillars();
  }

  strategy(): Strategy {
    return this.inner.strategy() as Strategy;
  }

  /** Min x, min y, max x, max y, depth and walls (−1 if divided) of every square or box of a tree. */
  boxes(strategy: Strategy): Float64Array {
    return this.inner.boxes(strategy);
  }

  /** Boxes and walls looked at for the next paths of the first `most` bodies, by each strategy in the order of STRATEGIES. */
  costs(dt: number, most: number): Float64Array {
    return this.inner.costs(dt, most);
  }

  /** x, y, distance and wall (−1 for none) of every beam, a view without a copy. */
  scan(x: number, y: number, beams: number, reach: number): Answer<Float64Array> {
    return attempt(() => {
      const count = this.inner.scan(x, y, beams, reach);
      return new Float64Array(this.memory.buffer, this.inner.beams_at(), 4 * count);
    });
  }

  /** What something is called that the last scan saw, by its number. */
  seenName(number: number): string {
    return this.inner.seen_name(number);
  }

  gates(): Gate[] {
    return JSON.parse(this.inner.gates()) as Gate[];
  }

  moving(): Moving {
    return JSON.parse(this.inner.moving()) as Moving;
  }

  zones(): Zone[] {
    return JSON.parse(this.inner.zones()) as Zone[];
  }

  moveGate(index: number, from: Point, to: Point): Answer<void> {
    return attempt(() => this.inner.move_gate(index, from[0], from[1], to[0], to[1]));
  }

  free(): void {
    this.inner.free();
  }
}

/** Bodies that jump from frame to frame, and leak. */
export class Naive {
  constructor(
    private readonly inner: Worlds.Naive,
    private readonly memory: WebAssembly.Memory,
  ) {}

  step(dt: number): void {
    this.inner.step(dt);
  }

  bodies(): Float64Array {
    return new Float64Array(this.memory.buffer, this.inner.bodies_at(), 3 * this.inner.bodies());
  }

  escapes(): number {
    return this.inner.escapes();
  }

  free(): void {
    this.inner.free();
  }
}

function attempt<T>(call: () => T): Answer<T> {
  try {
    return { ok: true, value: call() };
  } catch (error) {
    return { ok: false, error: typeof error === "string" ? error : `carom stopped here: ${String(error)}` };
  }
}

function parsed<T>(call: () => string): Answer<T> {
  return attempt(() => JSON.parse(call()) as T);
}
