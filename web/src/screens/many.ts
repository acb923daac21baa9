// Many: thousands of balls, what each strategy looks at, and the naive way beside it.

import "../many.css";
import type { App, Copy, Mount, Screen } from "../app";
import { STRATEGIES, type Scene, type Strategy } from "../carom";
import { CostTable } from "../costs";
import { html } from "../dom";
import { Drop } from "../drop";
import { EventList } from "../events";
import { manyLesson } from "../lessons";
import { Numbers, grouped } from "../numbers";
import { Run } from "../run";
import { ENDINGS, PRESETS, SERVED, billiard, fromFile, fromServer, preset } from "../scenes";
import { Stage } from "../stage";

interface State {
  /** The name of a preset, `served`, or `file` for one that was dropped. */
  scene: string;
  balls: number | null;
  speed: number;
  strategy: Strategy | null;
  tree: Strategy | null;
  naive: boolean;
  /** The mass of the big ball in the billiard that counts π is 100ᵏ. */
  k: number;
}

const FIRST: State = { scene: "chamber", balls: 2000, speed: 0.5, strategy: null, tree: null, naive: true, k: 3 };

const FILE = "file";
const BALLS = [10, 100, 1000, 2000, 5000, 10_000, 20_000];
const SPEEDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
const TREES: { tree: Strategy | null; title: string }[] = [
  { tree: null, title: "no tree" },
  { tree: "Quadtree", title: "quadtree" },
  { tree: "Bvh", title: "box tree" },
];
const LARGEST_K = 5;

/** So many milliseconds of a picture's time go into steps while many are wanted at once. */
const BUDGET = 12;

/** So often, in milliseconds, figures are shown anew. */
const FIGURES_EVERY = 100;

export const mount: Mount = (root, app) => new Many(root, app);

class Many implements Screen {
  private state = FIRST;
  private scene: Scene | null = null;
  private run: Run | null = null;
  private running = false;
  /** The frame to be run to as fast as possible. */
  private goal: number | null = null;
  private request = 0;
  private shownAt = 0;
  /** Counts the scenes that were asked for, so that one that comes late is known to be late. */
  private asked = 0;
  private readonly exact: Stage;
  private readonly naive: Stage;
  private readonly drop: Drop;
  private readonly numbers = new Numbers();
  private readonly costs = new CostTable((strategy) => this.change({ strategy }));
  private readonly events = new EventList(() => this.showEvents());
  private readonly escapesOfNaive = html("b", { class: "q-wrong", "data-naive-escapes": "" });
  private readonly escapes = html("b", { "data-escapes": "" });
  private hasTwin = true;
  private readonly naiveSide = html("figure", { class: "side" });
  private readonly play = html("button", { type: "button", class: "play", onclick: () => this.setRunning(!this.running) }, "Play");
  private readonly frameField = html("input", { type: "number", min: 0, max: 1_000_000, step: 1, value: 600, "aria-label": "Frame to run to" });
  private readonly controls: { set(state: State): void }[] = [];
  private readonly sceneChoice = html("select", { "aria-label": "Scene", onchange: () => this.choose(this.sceneChoice.value) });

  constructor(
    root: HTMLElement,
    private readonly app: App,
  ) {
    this.drop = new Drop(root, ENDINGS, (file) => void this.take(file));
    const exactSide = html("figure", { class: "side" });
    const draw = () => this.draw();
    this.exact = new Stage(exactSide, "The balls as carom moves them", draw);
    this.naive = new Stage(this.naiveSide, "The same balls, moved the naive way", draw);
    exactSide.append(html("figcaption", {}, html("strong", {}, "carom"), " looks at the whole way of every ball. Outside: ", this.escapes));
    this.naiveSide.append(html("figcaption", {}, html("strong", {}, "The naive way"), " lets every ball jump from frame to frame, then turns those that overlap a wall. Outside: ", this.escapesOfNaive));
    root.append(
      html("header", { class: "lede" },
        html("h1", {}, "Thousands of balls, and nobody gets out."),
        html("p", {}, "One picture is carom’s, the other that of the test most games begin with. Make the balls faster, and see who stays inside.")),
      html("div", { class: "choices" }, ...this.buildChoices()),
      this.numbers.counter,
      html("div", { class: "sides" }, exactSide, this.naiveSide),
      html("div", { class: "transport" }, ...this.buildTransport()),
      html("div", { class: "readings" }, this.numbers.element, this.costs.element, this.events.element),
      manyLesson(),
    );
    root.addEventListener("keydown", this.key);
  }

  show(address: URLSearchParams): void {
    const read = fromAddress(address);
    if (typeof read === "string") {
      this.app.problem(`This link is not understood: ${read}.`);
      if (!this.run) this.takeOver(FIRST);
      return;
    }
    this.takeOver(read);
  }

  copies(): Copy[] {
    if (!this.scene) return [];
    const file = [FILE, SERVED, "pi"].includes(this.state.scene) ? "scene.json" : `scenes/${this.state.scene}.json`;
    const command = `carom run ${file} --frames ${this.run?.frame ?? 0} --no-picture`;
    return [{ name: "Scene as JSON", text: this.scene.json() }, { name: "Command line", text: command }];
  }

  picture(): HTMLCanvasElement {
    return this.exact.canvas;
  }

  close(): void {
    cancelAnimationFrame(this.request);
    this.exact.close();
    this.naive.close();
    this.drop.close();
    this.run?.close();
    this.scene?.free();
  }

  /** Takes over a part of a state that the reader has chosen, and notes it in the address. */
  private change(part: Partial<State>): void {
    const state = { ...this.state, ...part };
    this.app.problem(null);
    this.app.save(toAddress(state), "commit");
    this.takeOver(state);
  }

  /** The billiard has two balls of its own, which the naive way does not let collide; others begin as the last. */
  private choose(scene: string): void {
    const was = this.state.scene === "pi";
    if (scene === "pi") this.change({ scene, balls: null, naive: false });
    else this.change(was ? { scene, balls: FIRST.balls, naive: true } : { scene });
  }

  /** Another scene is read; the same one with other balls is begun anew. */
  private takeOver(state: State): void {
    const isOther = !this.scene || state.scene !== this.state.scene || (state.scene === "pi" && state.k !== this.state.k);
    if (isOther && state.scene !== FILE) {
      void this.read(state);
      return;
    }
    this.begin(state);
  }

  private async read(state: State): Promise<void> {
    this.asked += 1;
    const asked = this.asked;
    const found = state.scene === SERVED ? await fromServer(this.app.carom) : state.scene === "pi" ? billiard(this.app.carom, state.k) : preset(this.app.carom, state.scene);
    if (asked === this.asked) this.use(found, state);
  }

  private async take(file: File): Promise<void> {
    this.asked += 1;
    const asked = this.asked;
    this.app.status(`Reading ${file.name}…`);
    const found = await fromFile(this.app.carom, file);
    if (asked !== this.asked) return;
    this.app.problem(null);
    const own = found.ok && found.value.summary().bodies > 0;
    this.use(found, { ...this.state, scene: FILE, balls: own ? null : (this.state.balls ?? 1000) });
  }

  /** Goes on with a scene that was read, or says why it cannot be read and goes on with the old one. */
  private use(found: Awaited<ReturnType<typeof fromFile>>, state: State): void {
    if (!found.ok) {
      this.app.problem(found.error);
      this.app.status("The scene could not be read.");
      if (!this.run && state.scene !== FIRST.scene) this.takeOver(FIRST);
      return;
    }
    const old = this.scene;
    this.scene = found.value;
    this.begin(state);
    old?.free();
    this.tellScene();
  }

  private tellScene(): void {
    if (!this.run) return;
    const { name, skipped } = this.run.summary;
    const lost = skipped.filter((one) => !one.kept);
    if (lost.length > 0) this.app.problem(`Left out of the scene: ${lost.slice(0, 3).map((one) => `${one.what} (${one.why})`).join("; ")}${lost.length > 3 ? ` and ${lost.length - 3} more` : ""}.`);
    this.app.status(`${name ?? "A scene"}: ${this.run.world.bodies().length / 3} balls, ${this.run.setting.segments.length / 4} walls.`);
  }

  /** Begins a run of the scene. */
  private begin(state: State): void {
    if (!this.scene) return;
    // A scene without balls of its own gets some.
    const own = this.scene.summary().bodies > 0;
    const balls = state.balls ?? (own ? null : 1000);
    const made = Run.of(this.app.carom, this.scene, { ...state, balls });
    if (!made.ok) {
      this.app.problem(made.error);
      return;
    }
    const isNew = !this.run || state.scene !== this.state.scene || state.k !== this.state.k;
    this.run?.close();
    this.run = made.value;
    this.state = { ...state, balls };
    this.goal = null;
    const { walls, pillars } = this.run.world.moving();
    this.hasTwin = walls.length + pillars.length + this.run.world.bricks().all === 0;
    this.controls.forEach((control) => control.set(this.state));
    this.naiveSide.hidden = !this.showsNaive();
    this.numbers.begin(this.run, state.scene === "pi" ? state.k : null);
    this.costs.begin(this.run);
    this.exact.show(this.run.setting, this.run.view);
    this.naive.show({ ...this.run.setting, boxes: new Float64Array() }, this.run.view);
    this.showFigures();
    this.showEvents();
    if (isNew) this.setRunning(!this.app.calm());
    this.next();
  }

  private setRunning(running: boolean): void {
    this.running = running;
    this.goal = null;
    this.play.textContent = running ? "Pause" : "Play";
    if (!running) {
      this.showFigures();
      this.showEvents();
    }
    this.next();
  }

  private next(): void {
    cancelAnimationFrame(this.request);
    this.request = requestAnimationFrame(this.tick);
  }

  /** What is done for every picture. */
  private readonly tick = (now: number) => {
    const { run } = this;
    if (!run || !(this.running || this.goal !== null)) return;
    this.next();
    const start = performance.now();
    const step = () => run.step(this.events.isOpen() || !this.running, this.showsNaive());
    if (this.goal === null) {
      step();
    } else {
      while (run.frame < this.goal && performance.now() - start < BUDGET) step();
    }
    const stepped = performance.now();
    this.draw();
    this.numbers.took(now, stepped - start, performance.now() - stepped);
    if (this.goal !== null && run.frame >= this.goal) this.setRunning(false);
    else if (this.isOver()) this.setRunning(false);
    else if (now - this.shownAt > FIGURES_EVERY) {
      this.shownAt = now;
      this.showFigures();
      if (this.events.isOpen()) this.showEvents();
      this.costs.refresh(now);
    }
  };

  /** The billiard that counts ends when its balls have parted; other scenes go on. */
  private isOver(): boolean {
    return this.goal === null && this.state.scene === "pi" && this.state.balls === null && this.run !== null && this.run.parted;
  }

  /** The naive way knows no walls that move or vanish: where there are some, it would lose balls for want of walls, and is not shown. */
  private showsNaive(): boolean {
    return this.state.naive && this.hasTwin;
  }

  private draw(): void {
    if (!this.run) return;
    if (this.run.refresh()) this.exact.show(this.run.setting, this.run.view);
    this.exact.draw(this.run.world.bodies(), this.run.world.moving());
    if (this.showsNaive()) this.naive.draw(this.run.naive.bodies());
  }

  private showFigures(): void {
    if (!this.run) return;
    const { outside } = this.numbers.show(this.run, performance.now(), !this.running && this.goal === null);
    this.escapes.textContent = outside === null ? "no closed walls here" : grouped(outside);
    this.escapes.dataset["escapes"] = outside === null ? "" : String(outside);
    const leaked = this.showsNaive() && outside !== null ? this.run.naive.escapes() : null;
    this.escapesOfNaive.textContent = leaked === null ? "–" : grouped(leaked);
    this.escapesOfNaive.dataset["naiveEscapes"] = String(leaked ?? "");
  }

  private showEvents(): void {
    if (this.run) this.events.show(this.run, !this.running && this.goal === null);
  }

  private single(): void {
    if (!this.run) return;
    this.setRunning(false);
    this.run.step(true, this.showsNaive());
    this.draw();
    this.showFigures();
    this.showEvents();
    this.app.status(`Frame ${this.run.frame}: ${this.events.told()}`);
  }

  private restart(): void {
    this.run?.restart();
    this.draw();
    this.showFigures();
    this.showEvents();
  }

  private runTo(): void {
    const goal = Math.floor(Number(this.frameField.value));
    if (!this.run || !Number.isFinite(goal) || goal < 0 || goal > 1_000_000) {
      this.app.problem(`${this.frameField.value} is no number of a frame; expected 0 to 1,000,000.`);
      return;
    }
    if (goal < this.run.frame) this.restart();
    this.setRunning(false);
    this.goal = goal;
    this.next();
  }

  private readonly key = (event: KeyboardEvent) => {
    const inField = event.target instanceof Element && event.target.closest("input, select, button, a, summary, [tabindex]");
    if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " ") this.setRunning(!this.running);
    else if (event.key === ".") this.single();
    else return;
    event.preventDefault();
  };

  private buildChoices(): HTMLElement[] {
    const balls = choice<number | null>([null, ...BALLS], (count) => (count === null ? "the scene's own" : grouped(count)), (count) => this.change({ balls: count }));
    const trees = choice(TREES.map(({ tree }) => tree), (tree) => TREES.find((one) => one.tree === tree)!.title, (tree) => this.change({ tree }));
    const masses = choice(Array.from({ length: LARGEST_K + 1 }, (_, k) => k), (k) => `1 : ${grouped(100 ** k)}`, (k) => this.change({ k }));
    const shownSpeed = html("output", {});
    const speed = html("input", { type: "range", min: 0, max: SPEEDS.length - 1, step: 1, "aria-label": "Speed of the balls, in widths of the scene a second" });
    speed.addEventListener("change", () => this.change({ speed: SPEEDS[Number(speed.value)]! }));
    speed.addEventListener("input", () => (shownSpeed.textContent = widths(SPEEDS[Number(speed.value)]!)));
    const naive = html("input", { type: "checkbox" });
    naive.addEventListener("change", () => this.change({ naive: naive.checked }));
    const labelled = (text: string, ...parts: HTMLElement[]) => {
      if (!parts[0]!.hasAttribute("aria-label")) parts[0]!.setAttribute("aria-label", text);
      return html("label", { class: "choice" }, html("span", {}, text), ...parts);
    };
    const speedChoice = labelled("Speed", speed, shownSpeed);
    const massChoice = labelled("Masses", masses.element);
    this.sceneChoice.append(...PRESETS.map(({ name, title }) => html("option", { value: name }, title)));
    this.controls.push({
      set: (state) => {
        balls.set(state.balls);
        trees.set(state.tree);
        masses.set(state.k);
        speed.value = String(SPEEDS.reduce((best, one, index) => (Math.abs(one - state.speed) < Math.abs(SPEEDS[best]! - state.speed) ? index : best), 0));
        shownSpeed.textContent = widths(state.speed);
        naive.checked = this.showsNaive();
        naive.disabled = !this.hasTwin;
        speedChoice.hidden = state.balls === null;
        massChoice.hidden = state.scene !== "pi";
        this.nameScene(state.scene);
      },
    });
    return [
      html("div", { class: "choice" }, html("label", { class: "choice" }, html("span", {}, "Scene"), this.sceneChoice), this.drop.button, html("span", { class: "hint" }, "or drop one here: SVG, GeoJSON, WKT, Tiled, carom")),
      labelled("Balls", balls.element),
      speedChoice,
      massChoice,
      labelled("Drawn", trees.element),
      html("label", { class: "choice check" }, naive, html("span", {}, "the naive way beside it")),
    ];
  }

  /** A scene that is no preset has an entry of its own while it is there. */
  private nameScene(scene: string): void {
    this.sceneChoice.querySelector("[data-own]")?.remove();
    if (scene === FILE || scene === SERVED) {
      const name = this.scene?.summary().name ?? (scene === FILE ? "your file" : "the scene of the command line");
      this.sceneChoice.prepend(html("option", { value: scene, "data-own": "" }, name));
    }
    this.sceneChoice.value = scene;
  }

  private buildTransport(): HTMLElement[] {
    return [
      this.play,
      html("button", { type: "button", title: "One frame (.)", onclick: () => this.single() }, "Step"),
      html("button", { type: "button", onclick: () => this.restart() }, "Restart"),
      html("span", { class: "goto" }, html("button", { type: "button", onclick: () => this.runTo() }, "Run to frame"), this.frameField),
    ];
  }
}

/** A list to choose from, whose values are no texts. */
function choice<T>(values: T[], title: (value: T) => string, chosen: (value: T) => void): { element: HTMLSelectElement; set(value: T): void } {
  const element = html("select", {}, ...values.map((value, index) => html("option", { value: index }, title(value))));
  element.addEventListener("change", () => chosen(values[Number(element.value)]!));
  const set = (value: T) => {
    const index = values.indexOf(value);
    element.querySelector("[data-other]")?.remove();
    // A link may ask for what is not in the list.
    if (index < 0) element.append(html("option", { value: "other", "data-other": "", disabled: true }, title(value)));
    element.value = index < 0 ? "other" : String(index);
  };
  return { element, set };
}

function widths(speed: number): string {
  return `${speed} × the width a second`;
}

function toAddress({ scene, balls, speed, strategy, tree, naive, k }: State): URLSearchParams {
  const address = new URLSearchParams();
  // A file of the reader's is on no link.
  address.set("scene", scene === FILE ? FIRST.scene : scene);
  address.set("balls", balls === null ? "own" : String(balls));
  if (speed !== FIRST.speed) address.set("speed", String(speed));
  if (strategy) address.set("strategy", strategy);
  if (tree) address.set("tree", tree);
  if (naive === (scene === "pi")) address.set("naive", naive ? "yes" : "no");
  if (scene === "pi") address.set("k", String(k));
  return address;
}

/** The state that an address holds, or what is wrong with it. */
function fromAddress(address: URLSearchParams): State | string {
  const known = ["scene", "balls", "speed", "strategy", "tree", "naive", "k"];
  const unknown = [...address.keys()].find((key) => !known.includes(key));
  if (unknown !== undefined) return `“${unknown.slice(0, 40)}” is not known; expected ${known.join(", ")}`;
  const scene = address.get("scene") ?? FIRST.scene;
  if (scene !== SERVED && !PRESETS.some((preset) => preset.name === scene)) return `there is no scene “${scene.slice(0, 40)}”`;
  const usual = scene === "pi" || scene === SERVED ? "own" : String(FIRST.balls);
  const balls = address.get("balls") ?? usual;
  const speed = Number(address.get("speed") ?? FIRST.speed);
  const k = Number(address.get("k") ?? FIRST.k);
  if (balls !== "own" && !(/^[0-9]{1,6}$/.test(balls) && Number(balls) >= 1 && Number(balls) <= 100_000)) return `balls is “${balls.slice(0, 40)}”; expected own, or 1 to 100000`;
  if (!(speed >= 0 && speed <= 1000)) return `speed is “${address.get("speed")!.slice(0, 40)}”; expected 0 to 1000`;
  if (!(Number.isInteger(k) && k >= 0 && k <= LARGEST_K)) return `k is “${address.get("k")!.slice(0, 40)}”; expected 0 to ${LARGEST_K}`;
  const strategy = named(address.get("strategy"));
  const tree = named(address.get("tree"));
  if (strategy === undefined || tree === undefined) return `a strategy is one of ${STRATEGIES.join(", ")}`;
  const naive = address.get("naive") ?? (scene === "pi" ? "no" : "yes");
  return { scene, balls: balls === "own" ? null : Number(balls), speed, strategy, tree, naive: naive !== "no", k };
}

/** A strategy by its name, null for none, undefined for one that does not exist. */
function named(name: string | null): Strategy | null | undefined {
  return name === null ? null : STRATEGIES.find((one) => one === name);
}
