// What each strategy looks at to find the first wall that every ball meets.

import { STRATEGIES, type Strategy } from "./carom";
import { html } from "./dom";
import type { Run } from "./run";

/** Counting takes at most this part of the time. */
const PART_FOR_COUNTING = 0.04;

/** As many balls are counted as brute force needs this number of questions for. */
const MOST_QUESTIONS = 20_000;

const TITLES: Record<Strategy, [string, string]> = {
  BruteForce: ["brute force", "ask every wall"],
  Bounds: ["bounds", "every wall whose box the path's box meets"],
  Quadtree: ["quadtree", "a square divided in four, again and again"],
  Bvh: ["box tree", "boxes in boxes"],
  Grid: ["grid", "equal cells side by side"],
};

export class CostTable {
  readonly element: HTMLElement;
  private readonly rows = new Map<Strategy, { row: HTMLElement; boxes: HTMLElement; walls: HTMLElement; bar: HTMLElement; button: HTMLButtonElement }>();
  private run: Run | null = null;
  private again = 0;

  constructor(chosen: (strategy: Strategy) => void) {
    const body = html("tbody", {});
    for (const strategy of STRATEGIES) {
      const [title, about] = TITLES[strategy];
      const button = html("button", { type: "button", class: "link", title: `Run with ${title}`, "data-strategy": strategy, onclick: () => chosen(strategy) }, title);
      const [boxes, walls, bar] = [html("td", { class: "number" }), html("td", { class: "number", "data-walls-asked": strategy }), html("span", { class: "bar" })];
      const row = html("tr", {}, html("th", { scope: "row" }, button, html("span", { class: "about" }, about)), boxes, walls, html("td", { class: "bars", "aria-hidden": "true" }, bar));
      this.rows.set(strategy, { row, boxes, walls, bar, button });
      body.append(row);
    }
    const head = html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "strategy"), html("th", { scope: "col" }, "boxes"), html("th", { scope: "col" }, "walls"), html("td", {})));
    this.element = html("section", { class: "costs", "aria-label": "Strategies" },
      html("h2", {}, "Strategies, side by side"),
      html("p", { class: "note" }, "What each looks at, for one ball and frame. The answers are the same bits."),
      html("table", {}, head, body));
  }

  begin(run: Run): void {
    this.run = run;
    this.again = 0;
    const used = run.world.strategy();
    for (const [strategy, { row, button }] of this.rows) {
      row.classList.toggle("used", strategy === used);
      button.setAttribute("aria-pressed", String(strategy === used));
    }
    this.refresh(performance.now());
  }

  /** Counts anew, not too often. */
  refresh(now: number): void {
    if (!this.run || now < this.again) return;
    const start = performance.now();
    const { segments, pillars } = this.run.setting;
    const walls = Math.max(1, segments.length / 4 + pillars.length / 3);
    const balls = Math.max(1, Math.min(this.run.world.bodies().length / 3, Math.floor(MOST_QUESTIONS / walls)));
    const costs = this.run.world.costs(this.run.summary.dt, balls);
    this.again = now + Math.max(500, (performance.now() - start) / PART_FOR_COUNTING);
    const each = STRATEGIES.map((strategy, index) => ({ strategy, boxes: costs[2 * index]! / balls, walls: costs[2 * index + 1]! / balls }));
    const most = Math.max(...each.map(({ boxes, walls }) => boxes + walls), 1e-9);
    for (const { strategy, boxes, walls } of each) {
      const row = this.rows.get(strategy)!;
      row.boxes.textContent = short(boxes);
      row.walls.textContent = short(walls);
      row.bar.style.setProperty("--part", String((boxes + walls) / most));
    }
  }
}

function short(number: number): string {
  return number >= 100 ? number.toFixed(0) : number.toFixed(1);
}
