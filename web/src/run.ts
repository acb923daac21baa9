// A world and its naive twin on their way through time: which scene, how many balls, frame after frame.

import type { Answer, Carom, Naive, Scene, SceneSummary, Strategy, World } from "./carom";
import { around, type Setting, type View } from "./stage";

/** What a run is made of. */
export interface Wish {
  /** How many balls in place of the scene's own; null for those. */
  balls: number | null;
  /** How fast they are, in widths of the scene a second. */
  speed: number;
  strategy: Strategy | null;
  /** Which tree is drawn. */
  tree: Strategy | null;
}

/** The part of the box around all walls that the balls cover. */
const COVERED = 0.04;

/** Balls are at most this part of the scene's width across. */
const LARGEST = 0.04;

/** Balls are put in places that this number chooses: everybody sees the same. */
const SEED = 1;

export class Run {
  /** How many frames it has run. */
  frame = 0;
  /** Of two balls, whether the right one flies away from the left one, which flies away from the wall: they never meet again. */
  parted = false;
  /** How many balls found no room. */
  readonly unplaced: number;
  readonly summary: SceneSummary;
  readonly view: View;
  setting: Setting;
  /** How many walls have vanished from the setting. */
  private vanished = 0;
  /** The energy at the start. */
  readonly energy: number;
  /** The speed of the balls that were put in, in units a second. */
  readonly speed: number;
  naive: Naive;

  private constructor(
    private readonly carom: Carom,
    readonly scene: Scene,
    readonly world: World,
    wish: Wish,
  ) {
    this.summary = scene.summary();
    const [segments, pillars] = [world.segments(), world.pillars()];
    const room = around(segments, pillars);
    const [width, height] = [room[2] - room[0], room[3] - room[1]];
    this.speed = wish.speed * width;
    this.unplaced = 0;
    if (wish.balls !== null) {
      world.keep(0);
      const radius = Math.min(Math.sqrt((COVERED * width * height) / (Math.PI * wish.balls)), (LARGEST * width) / 2);
      this.unplaced = wish.balls - world.fill(wish.balls, radius, this.speed, SEED);
    }
    this.view = this.summary.view ?? room;
    const gates = world.gates().flatMap(({ from, to }) => [...from, ...to]);
    const edges = world.zones().flatMap(({ rings }) => rings.flatMap((ring) => ring.flatMap((from, index) => [...from, ...ring[(index + 1) % ring.length]!])));
    const boxes = wish.tree ? world.boxes(wish.tree) : new Float64Array();
    this.setting = { segments, pillars, gates: Float64Array.from([...gates, ...edges]), boxes };
    this.energy = world.figures().energy;
    this.naive = carom.naive(world);
  }

  /** A run from its start, or why there is none. */
  static of(carom: Carom, scene: Scene, wish: Wish): Answer<Run> {
    const world = carom.world(scene, wish.strategy ?? undefined);
    return world.ok ? { ok: true, value: new Run(carom, scene, world.value, wish) } : world;
  }

  /** One frame, with its events kept if somebody wants to see them, and with the naive way beside it if it is shown. */
  step(keepEvents: boolean, withNaive: boolean): void {
    const { dt } = this.summary;
    const [left, , , right] = this.world.bodies();
    const events = keepEvents ? this.world.step(dt) : this.world.advance(dt);
    const now = this.world.bodies();
    const [byLeft, byRight] = [now[0]! - left!, now[3]! - right!];
    this.parted = now.length === 6 && events === 0 && 0 <= byLeft && byLeft <= byRight && 0 < byRight;
    if (withNaive) this.naive.step(dt);
    this.frame += 1;
  }

  /** Takes walls out of the setting that have vanished, or back in after a restart; whether there were any. */
  refresh(): boolean {
    const { vanished } = this.world.bricks();
    if (vanished === this.vanished) return false;
    this.vanished = vanished;
    this.setting = { ...this.setting, segments: this.world.segments(), pillars: this.world.pillars() };
    return true;
  }

  /** Back to the start. */
  restart(): void {
    this.world.reset();
    this.frame = 0;
    this.parted = false;
    this.naive.free();
    this.naive = this.carom.naive(this.world);
  }

  close(): void {
    this.naive.free();
    this.world.free();
  }
}
