// A chamber: its edge table, and a ball that bounces through it until the frame is used up.

import type { App, Copy, Mount, Screen } from "../app";
import type { Course, CourseCase, Look, Method, Section } from "../carom";
import { html } from "../dom";
import { Field } from "../fields";
import { Figure, decimal, type Moved, type Place } from "../figure";
import { letter, plainLetter, words } from "../formula";
import { chamberLesson } from "../lessons";
import { presetList } from "../presets";
import presets from "../presets.json";
import { Scrub } from "../scrub";
import { pairText, plainSection, shortText } from "../steps";
import { Tabs } from "../tabs";
import { rustNumber } from "./collision";

const METHODS = [
  { name: "both-ends", method: "BothEnds", title: "1 · Both ends" },
  { name: "one-dot", method: "OneDot", title: "2 · One dot" },
  { name: "straddle", method: "Straddle", title: "3 · Straddle" },
] as const;

type Tab = (typeof METHODS)[number]["name"];

/** Corners and places as they were written, and how it is looked at. */
interface State {
  chamber: [string, string][];
  from: [string, string];
  to: [string, string];
  radius: string;
  method: Tab;
  /** The flight whose tests are shown, from 0. */
  flight: number;
}

const FIRST: State = {
  chamber: [["0", "0"], ["100", "0"], ["300", "200"], ["50", "400"], ["100", "100"]],
  from: ["80", "50"],
  to: ["420", "610"],
  radius: "0",
  method: "both-ends",
  flight: 0,
};

/** So many flights have a column in the table. */
const COLUMNS = 5;

const MOST_CORNERS = 40;

export const mount: Mount = (root, app) => new Chamber(root, app);

class Chamber implements Screen {
  private state: State = FIRST;
  private course: Course | null = null;
  /** The part of the motion at which its handle is, so that it stays in sight. */
  private part = 1;
  private edge: number | null = null;
  /** The corners of a chamber that is being drawn. */
  private drawing: Place[] | null = null;
  private readonly figure: Figure;
  private readonly scrub: Scrub;
  private readonly tabs: Tabs<Tab>;
  private readonly verdict = html("div", { class: "verdict" });
  /** Below the figure, which must not move while something is dragged. */
  private readonly note = html("div", { class: "below" });
  private readonly edges = html("div", { class: "edge-table" });
  private readonly working = html("div", { class: "working-body" });
  private readonly fields: { from: Field; to: Field; radius: Field };
  private readonly drawButton = html("button", { type: "button", onclick: () => this.startDrawing() }, "Draw one");

  constructor(
    root: HTMLElement,
    private readonly app: App,
  ) {
    const board = html("div", { class: "board" });
    this.tabs = new Tabs<Tab>(METHODS, "The method that tests the edges", (method) => this.change({ ...this.state, method }, "commit"));
    this.scrub = new Scrub(app, (t) => this.drawAt(t));
    const pair = (name: "from" | "to", title: string, what: string) =>
      new Field(app.carom, title, what, ["x", "y"], (numbers) => this.change({ ...this.state, [name]: numbers as [string, string] }, "commit"));
    this.fields = {
      from: pair("from", "Bs", "Bs, where the ball starts"),
      to: pair("to", "Be", "Be, where it would end without walls"),
      radius: new Field(app.carom, "r", "the ball's radius", [""], (numbers) => this.change({ ...this.state, radius: numbers[0]! }, "commit")),
    };
    root.append(
      html("header", { class: "lede" },
        html("h1", {}, "One frame, several walls"),
        html("p", {}, "The ball has one frame to fly. Each time it meets an edge, what is left of the frame is flown in a new direction, and every edge is asked again. Drag the ball, its goal or a corner."),
      ),
      html("div", { class: "bench" },
        html("div", { class: "stage" }, this.verdict, board, this.note, this.scrub.element,
          html("div", { class: "inputs" },
            html("div", { class: "given" }, this.fields.from.element, this.fields.to.element, this.fields.radius.element),
            html("div", { class: "buttons" },
              this.drawButton,
              html("button", { type: "button", onclick: () => this.addCorner() }, "Add a corner"),
              html("button", { type: "button", onclick: () => this.change({ ...this.state, to: longer(this.course!, 2), flight: 0 }, "commit") }, "Twice as fast"),
              html("button", { type: "button", onclick: () => this.change({ ...this.state, to: longer(this.course!, 0.5), flight: 0 }, "commit") }, "Half as fast"),
            ),
          ),
        ),
        html("aside", { class: "working", "aria-label": "The edges and the working" }, html("h2", {}, "The edge table"), this.tabs.element, this.edges, this.working),
      ),
      presetList("Chambers to try", presets.chamber, (preset) => {
        const read = fromAddress(new URLSearchParams(preset.case));
        if (typeof read !== "string") this.change({ ...read, method: this.state.method }, "commit", true);
      }),
      chamberLesson(),
    );
    this.tabs.controls(this.working);
    this.figure = new Figure(board, "A chamber and a ball, with handles to drag", 0.86, () => this.draw());
    this.figure.svg.addEventListener("pointerdown", (event) => this.drawCorner(event));
    this.figure.svg.addEventListener("keydown", (event) => this.key(event));
    this.show(new URLSearchParams());
  }

  show(address: URLSearchParams): void {
    this.drawing = null;
    const read = fromAddress(address);
    const fault = typeof read === "string" ? read : this.answer(read).error;
    if (typeof read === "string" || fault !== undefined) {
      this.app.problem(`This link cannot be read: ${fault}. Here is the first chamber instead.`);
      this.change(FIRST, "passing", true);
      return;
    }
    this.change(read, "passing", true);
  }

  copies(): Copy[] {
    const { chamber, from, to, radius } = this.state;
    const disc = Number(radius) === 0 ? "" : ` --radius ${radius}`;
    const corners = chamber.map((corner) => corner.join(",")).join(" ");
    return [
      { name: "Rust", text: this.asRust() },
      { name: "JSON", text: this.asScene() },
      { name: "Command line", text: `carom explain --chamber '${corners}' --from ${from.join(",")} --to ${to.join(",")}${disc}` },
    ];
  }

  picture(): SVGSVGElement {
    return this.figure.svg;
  }

  close(): void {
    this.figure.close();
    this.scrub.close();
  }

  private answer(state: State): { course: Course; error?: undefined } | { error: string } {
    const method: Method = METHODS.find((one) => one.name === state.method)!.method;
    const asked: CourseCase = { chamber: state.chamber, from: state.from, to: state.to, radius: state.radius, method };
    const answer = this.app.carom.course(asked);
    if (!answer.ok) return { error: answer.error };
    return { course: answer.value };
  }

  private change(state: State, how: "commit" | "passing", refit = false): boolean {
    const answer = this.answer(state);
    if (answer.error !== undefined) {
      this.app.status(answer.error);
      this.verdict.replaceChildren(html("p", { class: "fault" }, answer.error));
      return false;
    }
    const { course } = answer;
    // Corners given clockwise are taken the other way round, as the table needs them.
    this.state = course.turned ? { ...state, chamber: [state.chamber[0]!, ...state.chamber.slice(1).reverse()] } : state;
    this.state = { ...this.state, flight: Math.min(Math.max(this.state.flight, 0), course.legs.length - 1) };
    this.course = course;
    this.edge = null;
    if (how === "commit") {
      this.app.problem(null);
      this.app.save(toAddress(this.state), "commit");
    }
    const corners = course.case.chamber;
    const start = course.case.from;
    if (refit || (how === "commit" && !this.figure.holds([...corners, start]))) this.figure.fit([...corners, start]);
    if (refit || how === "commit") this.part = visiblePart(course);
    this.render();
    return true;
  }

  private render(): void {
    const course = this.course!;
    this.tabs.choose(this.state.method);
    this.tabs.element.hidden = course.case.radius > 0;
    this.fields.from.set(this.state.from);
    this.fields.to.set(this.state.to);
    this.fields.radius.set([this.state.radius]);
    this.verdict.replaceChildren(...verdictWords(course));
    this.note.replaceChildren(...(course.inside ? [] : [html("p", { class: "misled-note" }, "The ball starts outside of the chamber.")]));
    this.edges.replaceChildren(this.edgeTable(course));
    this.working.replaceChildren(...flightSections(course, this.state.flight).map((section) => plainSection(section, this.pointer(section))));
    this.scrub.mark(course.bounces[0]?.time.decimal ?? null);
    this.draw();
    this.app.status(spoken(course));
  }

  private draw(): void {
    if (!this.course || !this.figure) return;
    this.figure.clear();
    if (this.drawing) {
      this.drawDraft(this.drawing);
      return;
    }
    const { figure, course } = this;
    const corners = course.case.chamber;
    const start = course.case.from;
    figure.polygon(figure.under, corners, "room");
    corners.forEach((corner, index) => {
      const next = corners[(index + 1) % corners.length]!;
      figure.line(figure.main, corner, next, `wall${this.edge === index ? " wall-strong" : ""}`);
      const outward: Place = [next[1] - corner[1], corner[0] - next[0]];
      figure.label(figure.main, [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2], String(index), "wall", outward, 16);
    });
    if (this.edge !== null) this.drawEdge(corners, this.edge);
    this.drawPath(start);
    const place = (name: "from" | "to"): Moved => (to, how) => this.change({ ...this.state, [name]: to, flight: 0 }, how);
    const { to } = course.case;
    const goal: Place = [start[0] + this.part * (to[0] - start[0]), start[1] + this.part * (to[1] - start[1])];
    const ids = ["Bs", "Be", ...corners.map((_, index) => `corner-${index}`)];
    figure.keepHandles(ids);
    corners.forEach((corner, index) =>
      figure.handle(`corner-${index}`, `corner ${index} of the chamber; Delete removes it`, corner, "wall", (to, how) => this.moveCorner(index, to, how)),
    );
    figure.handle("Bs", "Bs, where the ball starts", start, "path", place("from"));
    const named = this.part === 1 ? "Be, where the ball would end without walls" : `the motion, drawn at ${partText(this.part)} of its length`;
    figure.handle("Be", named, goal, "path", (wanted, how) => this.aimAt(wanted, start, how));
    figure.label(figure.main, start, plainLetter("Bs"), "path", [start[0] - goal[0] || -0.5, start[1] - goal[1] || -0.5], 20);
    figure.label(figure.main, goal, this.part === 1 ? plainLetter("Be") : `${partText(this.part)} V`, "path", [goal[0] - start[0] || 0.5, goal[1] - start[1] || 0.5], 20);
    figure.line(figure.under, start, goal, "path-untaken");
    this.drawAt(this.scrub.time());
  }

  private drawPath(start: Place): void {
    const { figure, course } = this;
    const places: Place[] = [start, ...course!.bounces.map((bounce): Place => [bounce.at[0].decimal, bounce.at[1].decimal]), [course!.end[0].decimal, course!.end[1].decimal]];
    places.slice(1).forEach((place, index) => {
      const chosen = index === this.state.flight;
      figure.arrow(figure.main, places[index]!, place, index === 0 ? "path" : "after", chosen ? "way way-strong" : "way", index < course!.bounces.length ? 6 : 0);
    });
    course!.bounces.slice(0, 60).forEach((bounce, index) => {
      const at = places[index + 1]!;
      figure.disc(figure.under, at, course!.case.radius, "disc-hit");
      figure.dot(figure.main, at, 5.5, "ring-hit");
      // Numbers of bounces in one place stand one behind the other.
      const before = places.slice(1, index + 1).filter((place) => figure.length(Math.hypot(place[0] - at[0], place[1] - at[1])) < 16).length;
      if (course!.bounces.length <= 12) figure.label(figure.main, at, String(index + 1), "hit", inward(course!, bounce.obstacle), 16 + 15 * before);
    });
    const end = places[places.length - 1]!;
    figure.disc(figure.under, start, course!.case.radius, "disc-path");
    figure.disc(figure.under, end, course!.case.radius, "disc-after");
    figure.dot(figure.main, end, 4.5, course!.bounces.length ? "fill-after" : "fill-path");
    if (course!.bounces.length) figure.label(figure.main, end, plainLetter("Be'"), "after", onward(places), 18);
  }

  /** An edge that is pointed at: its line, its outer side, and the ends of the flight. */
  private drawEdge(corners: Place[], index: number): void {
    const [a, b] = [corners[index]!, corners[(index + 1) % corners.length]!];
    this.figure.halfPlane(this.figure.under, a, b, 1, "half");
    this.figure.ray(this.figure.under, a, b, "line-wall");
    const middle: Place = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const normal: Place = [b[1] - a[1], a[0] - b[0]];
    const size = 60 / this.figure.length(1) / (Math.hypot(...normal) || 1);
    this.figure.arrow(this.figure.overlay, middle, [middle[0] + size * normal[0], middle[1] + size * normal[1]], "normal", "strong");
    const leg = this.course!.legs[this.state.flight];
    if (!leg) return;
    const ends: Place[] = [leg.from, leg.to].map(([x, y]) => [x.decimal, y.decimal]);
    this.figure.line(this.figure.overlay, ends[0]!, ends[1]!, "line-path");
    for (const end of ends) this.figure.dot(this.figure.overlay, end, 10, "ring-path");
  }

  private drawAt(t: number): void {
    if (!this.course || !this.figure || this.drawing) return;
    this.figure.overlay.querySelectorAll(".mover").forEach((element) => element.remove());
    const place = placeAt(this.course, t);
    const { radius } = this.course.case;
    if (radius > 0) this.figure.disc(this.figure.overlay, place, radius, "mover moving-disc");
    this.figure.dot(this.figure.overlay, place, 5, "mover moving");
    const step = this.figure.step() / 10;
    this.scrub.say(`(${decimal(place[0], step)}, ${decimal(place[1], step)})`.replaceAll("-", "−"));
  }

  /** The edges with vector, normal and constant, and what became of each in the flights around the chosen one. */
  private edgeTable(course: Course): HTMLElement {
    const rows = course.working.sections.find((section) => section.table)?.table?.rows ?? [];
    const first = Math.max(0, Math.min(this.state.flight - 1, course.legs.length - COLUMNS));
    const shown = course.legs.slice(first, first + COLUMNS).map((leg, index) => ({ leg, number: first + index }));
    const choose = (flight: number) => this.change({ ...this.state, flight }, "commit");
    const head = html("tr", {},
      html("th", { scope: "col" }, "edge"),
      html("th", { scope: "col" }, letter("E")),
      html("th", { scope: "col" }, letter("N")),
      html("th", { scope: "col" }, letter("D")),
      ...shown.map(({ number }) => html("th", { scope: "col" }, html("button", { type: "button", class: "flight", "aria-pressed": String(number === this.state.flight), "aria-label": `Flight ${number + 1}`, title: `Flight ${number + 1}: show its tests`, onclick: () => choose(number) }, String(number + 1)))),
    );
    const body = rows.map((row, edge) => {
      const point = (index: number | null) => () => {
        this.edge = index;
        this.draw();
      };
      const cells = [row[3], row[4], (row[5] ?? "").replace(/\$.*= (.*)\$/, "$$$1$$")];
      return html("tr", { tabindex: 0, onpointerenter: point(edge), onpointerleave: point(null), onfocus: point(edge), onblur: point(null) },
        html("th", { scope: "row" }, String(edge)),
        ...cells.map((cell) => html("td", {}, words(cell ?? ""))),
        ...shown.map(({ leg, number }) => lookCell(leg.looks[edge], course.bounces[number]?.obstacle === edge)),
      );
    });
    const convex = course.convex ? "It is convex." : "It is not convex: a corner points inward.";
    return html("div", {},
      html("div", { class: "table", tabindex: 0, role: "region", "aria-label": "The edge table" }, html("table", {}, html("thead", {}, html("tr", { class: "over" }, html("td", { colspan: 4 }), html("th", { colspan: shown.length, scope: "colgroup" }, shown.length > 1 ? "flights" : "flight")), head), html("tbody", {}, ...body))),
      html("p", { class: "note" }, `${convex} A letter is the step that rejects the edge, a number the time of its hit; the first hit of a flight is framed.`),
    );
  }

  /** Shows the edge that a section is about while a line of it is pointed at. */
  private pointer(section: Section): (line: unknown) => void {
    const edge = /^Edge (\d+)/.exec(section.title)?.[1];
    return (line) => {
      this.edge = line && edge !== undefined ? Number(edge) : null;
      this.draw();
    };
  }

  private moveCorner(index: number, to: [string, string], how: "commit" | "passing"): void {
    const chamber = [...this.state.chamber];
    chamber[index] = to;
    this.change({ ...this.state, chamber }, how);
  }

  private aimAt(wanted: [string, string], start: Place, how: "commit" | "passing"): void {
    if (this.part === 1) {
      this.change({ ...this.state, to: wanted, flight: 0 }, how);
      return;
    }
    const step = this.figure.step();
    const to = wanted.map((text, axis) => decimal(start[axis]! + (Number(text) - start[axis]!) / this.part, step)) as [string, string];
    this.change({ ...this.state, to, flight: 0 }, how);
  }

  /** A corner in the middle of the longest edge. */
  private addCorner(): void {
    const corners = this.course!.case.chamber;
    if (corners.length >= MOST_CORNERS) return;
    const after = (index: number) => corners[(index + 1) % corners.length]!;
    const length = (index: number) => Math.hypot(after(index)[0] - corners[index]![0], after(index)[1] - corners[index]![1]);
    const longest = corners.map((_, index) => index).reduce((best, index) => (length(index) > length(best) ? index : best), 0);
    const [a, b] = [corners[longest]!, after(longest)];
    // A little outward, so that it can be seen.
    const middle: Place = [(a[0] + b[0]) / 2 + (b[1] - a[1]) / 10, (a[1] + b[1]) / 2 - (b[0] - a[0]) / 10];
    const chamber = [...this.state.chamber];
    chamber.splice(longest + 1, 0, this.figure.written(middle));
    this.change({ ...this.state, chamber }, "commit");
  }

  private key(event: KeyboardEvent): void {
    const id = event.target instanceof SVGElement ? event.target.dataset["handle"] : undefined;
    const corner = id?.startsWith("corner-") ? Number(id.slice(7)) : -1;
    if (corner < 0 || !["Delete", "Backspace"].includes(event.key) || this.state.chamber.length <= 3) return;
    event.preventDefault();
    this.change({ ...this.state, chamber: this.state.chamber.filter((_, index) => index !== corner) }, "commit");
  }

  private startDrawing(): void {
    if (this.drawing) {
      this.endDrawing();
      return;
    }
    this.drawing = [];
    this.figure.keepHandles([]);
    this.drawButton.textContent = "Close it";
    this.verdict.replaceChildren(html("p", { class: "hidden-answer" }, "Click or tap corner after corner; then “Close it”, or click the first one again."));
    this.app.status("Drawing: click corner after corner in the figure.");
    this.draw();
  }

  private drawCorner(event: PointerEvent): void {
    if (!this.drawing || event.button !== 0) return;
    event.preventDefault();
    const place = this.figure.at(event);
    const first = this.drawing[0];
    const [x, y] = this.figure.px(place);
    if (first && this.drawing.length >= 3 && Math.hypot(this.figure.px(first)[0] - x, this.figure.px(first)[1] - y) < 18) {
      this.endDrawing();
      return;
    }
    if (this.drawing.length < MOST_CORNERS) this.drawing.push(place);
    this.draw();
  }

  private drawDraft(draft: Place[]): void {
    draft.slice(1).forEach((place, index) => this.figure.line(this.figure.main, draft[index]!, place, "wall"));
    draft.forEach((place, index) => this.figure.dot(this.figure.main, place, index === 0 ? 9 : 6, "ring-wall"));
  }

  /** The chamber that was drawn, with a ball in it; if it is none, it says why, and the one before stays. */
  private endDrawing(): void {
    const draft = this.drawing ?? [];
    this.drawing = null;
    this.drawButton.textContent = "Draw one";
    const chamber = draft.map((place) => this.figure.written(place));
    const state = draft.length < 3 ? null : ballInside({ ...this.state, chamber, flight: 0 }, draft, (state) => this.answer(state), (place) => this.figure.written(place));
    if (state === null) {
      this.render();
      return;
    }
    if (!this.change(state, "commit", true)) {
      const fault = this.verdict.textContent ?? "";
      this.render();
      this.app.problem(`That is no chamber: ${fault}`);
    }
  }

  private asRust(): string {
    const { chamber, from, to, radius } = this.state;
    const place = ([x, y]: [string, string]) => `[${rustNumber(x)}, ${rustNumber(y)}]`;
    return `use carom::{Limits, Polygon, Sweep, Walls};

fn main() -> Result<(), carom::Error> {
    let chamber = Polygon::new([${chamber.map(place).join(", ")}])?;
    let walls = Walls::new(chamber.edges());
    let ball = Sweep::disc(${place(from)}, ${place(to)}, ${rustNumber(radius)})?;
    for bounce in walls.bounce(&ball, Limits::default()).bounces {
        println!("edge {} at {} in {:?}", bounce.wall.index(), bounce.time, bounce.at);
    }
    Ok(())
}
`;
  }

  private asScene(): string {
    const { chamber, from, to, radius } = this.course!.case;
    const body = { position: from, velocity: [to[0] - from[0], to[1] - from[1]], ...(radius > 0 ? { radius } : {}) };
    return JSON.stringify({ carom: 1, name: "A chamber", world: { dt: 1, duration: 1 }, walls: [{ polygon: chamber }], bodies: [body] }, null, 2);
  }
}

/** What became of an edge in a flight. */
function lookCell(look: Look | undefined, isFirst: boolean): HTMLElement {
  if (look === undefined) return html("td");
  if (look === "Left") return html("td", { class: "look left", title: "just left: the flight leads away from it" }, "left");
  if (look === "Passed") return html("td", { class: "look left", title: "can be touched from its other side only" }, "passes");
  if ("Rejected" in look) {
    const { step } = look.Rejected;
    return html("td", { class: "look rejected", title: step ? `step ${step} rejects it` : "too far away" }, html("i", {}, step || "far"));
  }
  const time = shortText(look.Touched.time);
  return html("td", { class: `look touched${isFirst ? " first" : ""}`, title: isFirst ? "the first hit of this flight" : "hit later than another" }, html("span", {}, time.length > 7 ? look.Touched.time.decimal.toFixed(4) : time));
}

/** The sections of one flight, from the tests to what becomes of its hit. */
function flightSections(course: Course, flight: number): Section[] {
  const { sections } = course.working;
  const start = sections.findIndex((section) => section.title.startsWith(`Flight ${flight + 1}:`));
  if (start < 0) return [];
  const rest = sections.slice(start + 1).findIndex((section) => /^(Flight \d+:|Result|And so on)/.test(section.title));
  return sections.slice(start, rest < 0 ? undefined : start + 1 + rest);
}

function verdictWords(course: Course): HTMLElement[] {
  const { bounces } = course;
  const bounceWords = bounces.length === 1 ? "1 bounce" : `${bounces.length} bounces`;
  const list = bounces.slice(0, 3).map((bounce) => `edge ${bounce.obstacle} at ${timeText(bounce.time)}`);
  const more = bounces.length > 3 ? ", …" : "";
  const parts = [
    html("p", { class: "answer", "data-bounces": bounces.length, "data-edges": bounces.map((bounce) => bounce.obstacle).join(",") }, html("strong", {}, bounces.length ? bounceWords : "No bounce"), bounces.length ? `: ${list.join(", ")}${more}` : ""),
    html("p", { class: "detail" }, "The frame ends in ", letter(bounces.length ? "Be'" : "Be"), " = ", html("b", { class: bounces.length ? "q-after" : "q-path" }, endText(course)), "."),
  ];
  return parts;
}

function endText(course: Course): string {
  const text = pairText(course.end);
  return text.length <= 32 ? text : `≈ (${course.end.map((x) => decimal(x.decimal, 0.0001).replace("-", "−")).join(", ")})`;
}

function timeText(time: { decimal: number; exact: string | null }): string {
  const text = shortText(time);
  return text.length <= 9 ? text : time.decimal.toFixed(4);
}

function spoken(course: Course): string {
  const edges = course.bounces.slice(0, 6).map((bounce) => `edge ${bounce.obstacle} at ${timeText(bounce.time)}`);
  return `${course.bounces.length} bounces${edges.length ? `: ${edges.join(", ")}` : ""}. The frame ends in ${endText(course)}.`;
}

/** Where the ball is at a time of the frame. */
function placeAt(course: Course, t: number): Place {
  const stops = [
    { t: 0, at: course.case.from },
    ...course.bounces.map((bounce) => ({ t: bounce.time.decimal, at: [bounce.at[0].decimal, bounce.at[1].decimal] as Place })),
    { t: 1, at: [course.end[0].decimal, course.end[1].decimal] as Place },
  ];
  const next = Math.max(1, stops.findIndex((stop) => t <= stop.t));
  const [a, b] = [stops[next - 1]!, stops[next] ?? stops[stops.length - 1]!];
  const part = b.t > a.t ? (t - a.t) / (b.t - a.t) : 1;
  return [a.at[0] + part * (b.at[0] - a.at[0]), a.at[1] + part * (b.at[1] - a.at[1])];
}

/** The largest of 1, 1/2, 1/4 … of the motion that ends near the chamber. */
function visiblePart(course: Course): number {
  const { chamber, from, to } = course.case;
  const xs = chamber.map((p) => p[0]);
  const ys = chamber.map((p) => p[1]);
  const [w, h] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  const isNear = (part: number) => {
    const [x, y] = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
    return x >= Math.min(...xs) - w / 12 && x <= Math.max(...xs) + w / 12 && y >= Math.min(...ys) - h / 12 && y <= Math.max(...ys) + h / 12;
  };
  let part = 1;
  while (!isNear(part) && part > 1 / 65536) part /= 2;
  return part;
}

function partText(part: number): string {
  return ({ 0.5: "½", 0.25: "¼", 0.125: "⅛" } as Record<number, string>)[part] ?? `1/${Math.round(1 / part)}`;
}

/** The goal of a motion that is so many times as long. */
function longer(course: Course, times: number): [string, string] {
  const { from, to } = course.case;
  const step = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) / 1000 || 0.001;
  const fine = 10 ** Math.floor(Math.log10(step));
  return [decimal(from[0] + times * (to[0] - from[0]), fine), decimal(from[1] + times * (to[1] - from[1]), fine)];
}

/** The direction of the last leg. */
function onward(places: Place[]): Place {
  const [a, b] = [places[places.length - 2]!, places[places.length - 1]!];
  return [b[0] - a[0] || 0.5, b[1] - a[1] || 0.5];
}

/** A direction into the chamber at an edge. */
function inward(course: Course, edge: number): Place {
  const { chamber } = course.case;
  const [a, b] = [chamber[edge]!, chamber[(edge + 1) % chamber.length]!];
  return [a[1] - b[1], b[0] - a[0]];
}

/** A state with the ball inside: where it was, or between two corners and the middle of others, asked of the library one by one. */
function ballInside(state: State, corners: Place[], ask: (state: State) => { course?: Course; error?: string | undefined }, written: (place: Place) => [string, string]): State {
  const size = Math.max(...corners.map((a) => Math.max(...corners.map((b) => Math.hypot(a[0] - b[0], a[1] - b[1])))));
  for (let i = 0; i < corners.length; i += 1) {
    const [a, b, c] = [corners[i]!, corners[(i + 1) % corners.length]!, corners[(i + 2) % corners.length]!];
    const at: Place = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3];
    const to: Place = [at[0] + size * 1.1, at[1] + size * 0.7];
    const tried = { ...state, from: written(at), to: written(to), radius: "0" };
    if (ask(tried).course?.inside) return tried;
  }
  return state;
}

function toAddress({ chamber, from, to, radius, method, flight }: State): URLSearchParams {
  const address = new URLSearchParams();
  address.set("chamber", chamber.flat().join(","));
  address.set("from", from.join(","));
  address.set("to", to.join(","));
  if (radius !== "0") address.set("radius", radius);
  if (method !== "both-ends") address.set("method", method);
  if (flight) address.set("flight", String(flight + 1));
  return address;
}

/** The state that an address holds, or what is wrong with it. */
function fromAddress(address: URLSearchParams): State | string {
  const known = ["chamber", "from", "to", "radius", "method", "flight"];
  const unknown = [...address.keys()].find((key) => !known.includes(key));
  if (unknown !== undefined) return `“${unknown.slice(0, 40)}” is not known; expected ${known.join(", ")}`;
  const list = (key: string, usual: string) => (address.get(key) ?? usual).split(",").map((part) => part.trim());
  const numbers = list("chamber", FIRST.chamber.flat().join(","));
  if (numbers.length % 2 || numbers.length < 6) return `chamber has ${numbers.length} numbers; expected two for each of three corners or more`;
  if (numbers.length > 2 * MOST_CORNERS) return `chamber has ${numbers.length / 2} corners; at most ${MOST_CORNERS} are shown here`;
  const [from, to] = [list("from", FIRST.from.join(",")), list("to", FIRST.to.join(","))];
  if (from.length !== 2) return `from has ${from.length} numbers; expected 2`;
  if (to.length !== 2) return `to has ${to.length} numbers; expected 2`;
  const method = address.get("method") ?? "both-ends";
  if (!METHODS.some((one) => one.name === method)) return `there is no method “${method.slice(0, 40)}”; expected ${METHODS.map((one) => one.name).join(", ")}`;
  const flight = Number(address.get("flight") ?? "1");
  if (!Number.isInteger(flight) || flight < 1) return `flight is “${(address.get("flight") ?? "").slice(0, 40)}”; expected a whole number from 1`;
  const chamber = Array.from({ length: numbers.length / 2 }, (_, index): [string, string] => [numbers[2 * index]!, numbers[2 * index + 1]!]);
  return { chamber, from: [from[0]!, from[1]!], to: [to[0]!, to[1]!], radius: address.get("radius") ?? "0", method: method as Tab, flight: flight - 1 };
}
