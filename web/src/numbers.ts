// The figures of a run: what was counted, what is kept, how long it takes.

import type { Figures } from "./carom";
import { html } from "./dom";
import type { Run } from "./run";

/** The first digits of π, as the billiard counts them: ⌊π·10ᵏ⌋. */
const DIGITS = "314159265";

/** Asking who is outside takes at most this part of the time. */
const PART_FOR_OUTSIDE = 0.04;

export class Numbers {
  readonly element = html("section", { class: "figures-of-run", "aria-label": "Figures" });
  private readonly rows = new Map<string, HTMLElement>();
  private readonly list = html("dl", {});
  /** What the billiard has counted, for those who look at the picture. */
  readonly counter = html("p", { class: "counter", hidden: true });
  private readonly pace = new Pace();
  private readonly unplaced = html("p", { class: "note", hidden: true });
  private outside: number | null = null;
  private askAgain = 0;
  private k: number | null = null;

  constructor() {
    this.element.append(html("h2", {}, "Figures"), this.list, this.unplaced);
    for (const name of ["frame", "time", "balls", "walls", "energy", "bounces", "collisions", "crossings", "step", "picture", "rate", "state"]) {
      const value = html("dd", { "data-figure": name });
      this.rows.set(name, value);
      this.list.append(html("div", {}, html("dt", {}, NAMES[name]!), value));
    }
  }

  /** Another run begins. @param k of the billiard that counts π, null for all others. */
  begin(run: Run, k: number | null): void {
    this.k = k;
    this.askAgain = 0;
    this.pace.clear();
    this.counter.hidden = k === null;
    this.unplaced.hidden = run.unplaced === 0;
    this.unplaced.textContent = `${grouped(run.unplaced)} found no room.`;
  }

  /** A picture took so many milliseconds. */
  took(now: number, step: number, draw: number): void {
    this.pace.add(now, step, draw);
  }

  /** Shows the figures of now, and says how many balls are outside, null if there is no inside. */
  show(run: Run, now: number, isPaused: boolean): { outside: number | null } {
    const figures = run.world.figures();
    this.say("frame", grouped(run.frame));
    this.say("time", `${figures.time.toFixed(2)} s`);
    this.say("balls", grouped(run.world.bodies().length / 3));
    this.say("walls", grouped(run.setting.segments.length / 4 + run.setting.pillars.length / 3));
    this.say("energy", energy(run, figures));
    this.say("bounces", grouped(figures.bounces));
    this.say("collisions", grouped(figures.collisions));
    this.say("crossings", grouped(figures.crossings));
    const { step, draw, rate } = this.pace.average();
    this.say("step", `${step.toFixed(1)} ms`);
    this.say("picture", `${draw.toFixed(1)} ms`);
    this.say("rate", isPaused ? "paused" : `${rate.toFixed(0)} a second`);
    this.say("state", isPaused ? run.world.stateHash() : "while paused");
    this.count(figures);
    if (isPaused || now >= this.askAgain) {
      const start = performance.now();
      this.outside = run.world.hasRooms() ? run.world.escapes() : null;
      this.askAgain = now + Math.max(200, (performance.now() - start) / PART_FOR_OUTSIDE);
    }
    return { outside: this.outside };
  }

  /** The count of the billiard, with the digits that are right set apart. */
  private count({ bounces, collisions }: Figures): void {
    if (this.k === null) return;
    const wanted = DIGITS.slice(0, this.k + 1);
    const count = bounces + collisions;
    const is = String(count) === wanted;
    this.counter.dataset["count"] = String(count);
    this.counter.replaceChildren(html("b", { class: is ? "q-hit" : "" }, grouped(count)), html("span", {}, is ? ` collisions: π = ${wanted[0]}${wanted.length > 1 ? `.${wanted.slice(1)}` : ""}…` : ` collisions, on the way to ${grouped(Number(wanted))}`));
  }

  private say(name: string, text: string): void {
    const row = this.rows.get(name)!;
    if (row.textContent !== text) row.textContent = text;
  }
}

const NAMES: Record<string, string> = {
  frame: "frame",
  time: "time",
  balls: "balls",
  walls: "walls",
  energy: "energy",
  bounces: "bounces at walls",
  collisions: "collisions of two",
  crossings: "gates crossed",
  step: "one step takes",
  picture: "drawing it",
  rate: "frames",
  state: "state hash",
};

/** What is left of the energy, and how much is off that nothing accounts for. */
function energy(run: Run, { energy, lost }: Figures): string {
  if (run.energy === 0) return energy.toPrecision(6);
  const kept = (100 * energy) / run.energy;
  if (lost > 0 || run.summary.gravity.some((part) => part !== 0)) return `${kept.toFixed(1)} %`;
  const drift = Math.abs(energy / run.energy - 1);
  return drift === 0 ? "100 %, to the last bit" : `100 %, off by ${drift.toExponential(0)}`;
}

/** How long steps and drawings take, and how many pictures there are a second, over the last second or so. */
class Pace {
  private readonly times: [number, number, number][] = [];

  clear(): void {
    this.times.length = 0;
  }

  add(now: number, step: number, draw: number): void {
    this.times.push([now, step, draw]);
    if (this.times.length > 60) this.times.shift();
  }

  average(): { step: number; draw: number; rate: number } {
    const count = this.times.length;
    if (count < 2) return { step: 0, draw: 0, rate: 0 };
    const sum = (part: 1 | 2) => this.times.reduce((all, one) => all + one[part], 0);
    const span = this.times[count - 1]![0] - this.times[0]![0];
    return { step: sum(1) / count, draw: sum(2) / count, rate: span > 0 ? (1000 * (count - 1)) / span : 0 };
  }
}

/** 314,159. */
export function grouped(number: number): string {
  return Number.isInteger(number) ? number.toLocaleString("en-US") : String(number);
}
