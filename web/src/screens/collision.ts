// One collision: a moving point or disc and a wall, and every step of the working.

import type { App, Copy, Mount, Screen } from "../app";
import type { Line, Meeting, MeetingCase, Scalar } from "../carom";
import { html } from "../dom";
import { drawCase, drawLine, drawMover, type Shown } from "../drawn";
import { Exercise } from "../exercise";
import { Field } from "../fields";
import { Figure, decimal, type Place } from "../figure";
import { letter, words } from "../formula";
import { presetList } from "../presets";
import presets from "../presets.json";
import { Scrub } from "../scrub";
import { pairText, plainSection, scalarText, shortText, stepList } from "../steps";
import { Tabs } from "../tabs";
import { collisionLesson } from "../lessons";

/** The names of the tabs in addresses, which are those of the command line. */
const METHODS = [
  { name: "both-ends", method: "BothEnds", title: "1 · Both ends" },
  { name: "one-dot", method: "OneDot", title: "2 · One dot" },
  { name: "straddle", method: "Straddle", title: "3 · Straddle" },
  { name: "plain", method: null, title: "Plain floats" },
] as const;

type Tab = (typeof METHODS)[number]["name"];

/** A case with how it is looked at; numbers as they were written. */
interface State extends MeetingCase {
  method: Tab;
  /** What moves, as on the command line: empty for a point or disc, or `box:-1,0,1,3`, `capsule:0,-1,0,1`, `polygon:0,0,2,0,1,2`. */
  shape: string;
}

const FIRST: State = { wall: [["0", "-3"], ["0", "3"]], from: ["-2", "2"], to: ["3", "-1"], radius: "0", method: "both-ends", shape: "" };

/** The slider of radii goes to this part of the wall's length. */
const LARGEST_RADIUS = 0.4;

export const mount: Mount = (root, app) => new Collision(root, app);

class Collision implements Screen {
  private state: State = FIRST;
  private meeting: Meeting | null = null;
  private pointed: Line | null = null;
  private readonly figure: Figure;
  private readonly scrub: Scrub;
  private readonly tabs: Tabs<Tab>;
  private readonly exercise: Exercise;
  private readonly verdict = html("div", { class: "verdict" });
  /** Below the figure, which must not move while something is dragged. */
  private readonly note = html("div", { class: "below" });
  private readonly working = html("div", { class: "working-body" });
  private readonly radius = html("input", { type: "range", min: 0, max: 100, step: 1, "aria-label": "Radius r of what moves; 0 is a point" });
  private readonly shapes = html("select", { "aria-label": "What moves" },
    ...[["", "a point or disc"], ["box", "a box"], ["capsule", "a capsule"], ["polygon", "a polygon"]].map(([value, text]) => html("option", { value: value! }, text!)));
  private readonly fields: { set(state: State): void }[];

  constructor(
    root: HTMLElement,
    private readonly app: App,
  ) {
    const board = html("div", { class: "board" });
    this.tabs = new Tabs<Tab>(METHODS, "How it is worked out", (method) => this.change({ ...this.state, method }, "commit"));
    this.scrub = new Scrub(app, (t) => this.drawAt(t));
    this.exercise = new Exercise(app, {
      changed: () => this.render(),
      another: (next) => this.change({ ...this.state, shape: "", ...next }, "commit", true),
    });
    const given = html("div", { class: "given" });
    this.fields = this.buildFields(given);
    this.radius.addEventListener("input", () => this.slideRadius("passing"));
    this.radius.addEventListener("change", () => this.slideRadius("commit"));
    this.shapes.addEventListener("change", () => this.chooseShape(this.shapes.value));
    root.append(
      html("header", { class: "lede" },
        html("h1", {}, "It was before the wall. Now it is behind it."),
        html("p", {}, "Between two frames a ball jumps from ", letter("Bs"), " to ", letter("Be"), ". Did it go through the wall from ", letter("P0"), " to ", letter("P1"), ", when, and where? Drag any of the four points, and read every step."),
      ),
      html("div", { class: "bench" },
        html("div", { class: "stage" }, this.verdict, board, this.note, this.scrub.element,
          html("div", { class: "inputs" }, given, html("label", { class: "shape" }, html("span", {}, "What moves"), this.shapes), html("label", { class: "slider" }, html("span", {}, "a point"), this.radius, html("span", {}, "a disc"))),
        ),
        html("aside", { class: "working", "aria-label": "The working" }, this.exercise.element, this.tabs.element, this.working),
      ),
      presetList("Cases to try", presets.collision, (preset) => this.preset(preset)),
      collisionLesson(),
    );
    this.tabs.controls(this.working);
    this.figure = new Figure(board, "A wall and a moving point, with handles to drag", 0.62, () => this.draw());
    this.show(new URLSearchParams());
  }

  show(address: URLSearchParams): void {
    const read = fromAddress(address);
    if (typeof read === "string") {
      this.app.problem(`This link cannot be read: ${read}. Here is the first case instead.`);
      this.change(FIRST, "passing", true);
      return;
    }
    const answer = this.app.carom.meeting(asked(read));
    if (!answer.ok) {
      this.app.problem(`This link cannot be read: ${answer.error}. Here is the first case instead.`);
      this.change(FIRST, "passing", true);
      return;
    }
    this.change(read, "passing", true);
  }

  copies(): Copy[] {
    const { wall, from, to, radius, shape } = this.state;
    const at = ([x, y]: [string, string]) => `${x},${y}`;
    const disc = Number(radius) === 0 ? "" : ` --radius ${radius}`;
    const command = `carom explain --wall ${at(wall[0])},${at(wall[1])} --from ${at(from)} --to ${at(to)}${shape === "" ? "" : ` --shape ${shape}`}${disc}`;
    return [
      { name: "Rust", text: this.asRust() },
      { name: "JSON", text: this.asScene() },
      { name: "Command line", text: command },
    ];
  }

  picture(): SVGSVGElement {
    return this.figure.svg;
  }

  close(): void {
    this.figure.close();
    this.scrub.close();
  }

  /** Takes a state over if the library can answer it; else says why not, and stays. */
  private change(state: State, how: "commit" | "passing", refit = false): boolean {
    const answer = this.app.carom.meeting(asked(state));
    if (!answer.ok) {
      this.app.status(answer.error);
      this.verdict.replaceChildren(html("p", { class: "fault" }, answer.error));
      return false;
    }
    const isNew = this.meeting === null || caseKey(state) !== caseKey(this.state);
    this.state = state;
    this.meeting = answer.value;
    if (how === "commit") {
      this.app.problem(null);
      this.app.save(toAddress(state), "commit");
    }
    if (isNew) this.exercise.ask(answer.value);
    this.aim(refit || how === "commit", refit);
    this.render();
    return true;
  }

  /** Chooses the view: anew for a new case, and when something has left it. */
  private aim(mayMove: boolean, refit: boolean): void {
    const meeting = this.meeting!;
    const { radius: r, corners } = meeting.case;
    const around = ([x, y]: Place): Place[] => [[0, 0] as Place, ...corners].flatMap(([a, b]): Place[] => [[x + a - r, y + b - r], [x + a + r, y + b + r]]);
    const { wall, from, to } = meeting.case;
    const end: Place = [meeting.end[0].decimal, meeting.end[1].decimal];
    const places = [...wall, ...around(from), ...around(to), ...around(end)];
    if (refit || (mayMove && !this.figure.holds(places))) this.figure.fit(places);
  }

  private render(): void {
    const meeting = this.meeting!;
    const hidden = this.exercise.hides();
    this.tabs.choose(this.state.method);
    this.fields.forEach((field) => field.set(this.state));
    this.shapes.value = this.state.shape.split(":")[0]!;
    const length = distance(...meeting.case.wall);
    if (document.activeElement !== this.radius) this.radius.value = String(Math.round((100 * meeting.case.radius) / (length * LARGEST_RADIUS)));
    this.verdict.replaceChildren(...(hidden ? [html("p", { class: "hidden-answer" }, "Work it out, then type your answer.")] : this.verdictWords(meeting)));
    this.note.replaceChildren(...(hidden ? [] : this.misledNote(meeting)));
    this.working.hidden = hidden;
    this.tabs.element.hidden = hidden || meeting.methods.length === 0;
    this.working.replaceChildren(...(hidden ? [] : this.workingParts(meeting)));
    this.scrub.mark(hidden || !meeting.hit ? null : meeting.hit.t);
    this.scrub.element.classList.toggle("veiled", hidden);
    this.draw();
    if (!hidden) this.app.status(spoken(meeting));
  }

  private draw(): void {
    if (!this.meeting || !this.figure) return;
    const hidden = this.exercise.hides();
    drawCase(this.figure, this.meeting, { hidden, tab: this.state.method });
    this.drawAt(this.scrub.time());
    if (this.pointed && !hidden) drawLine(this.figure, this.pointed, this.shown());
    const move = (place: keyof Pick<State, "from" | "to"> | 0 | 1) => (to: [string, string], how: "commit" | "passing") => {
      if (typeof place === "number") {
        const wall: State["wall"] = [...this.state.wall];
        wall[place] = to;
        this.change({ ...this.state, wall }, how);
      } else {
        this.change({ ...this.state, [place]: to }, how);
      }
    };
    const { wall, from, to, corners } = this.meeting.case;
    const cornerIds = corners.map((_, index) => `C${index}`);
    this.figure.keepHandles(["P0", "P1", "Bs", "Be", ...cornerIds]);
    corners.forEach(([x, y], index) => {
      const name = `Corner ${index + 1} of what moves, where it starts`;
      this.figure.handle(cornerIds[index]!, name, [from[0] + x, from[1] + y], "corner", (place, how) => this.moveCorner(index, place, how));
    });
    this.figure.handle("P0", "P0, an end of the wall", wall[0], "wall", move(0));
    this.figure.handle("P1", "P1, the other end of the wall", wall[1], "wall", move(1));
    this.figure.handle("Bs", "Bs, where the path starts", from, "path", move("from"));
    this.figure.handle("Be", "Be, where the path ends", to, "path", move("to"));
  }

  /** Takes a corner of what moves to a place in the plane: corners are written around the start of the path. */
  private moveCorner(index: number, place: [string, string], how: "commit" | "passing"): void {
    const { from } = this.meeting!.case;
    const step = this.figure.step() / 10;
    const corner: [string, string] = [decimal(Number(place[0]) - from[0], step), decimal(Number(place[1]) - from[1], step)];
    this.change({ ...this.state, shape: withCorner(this.state.shape, index, corner) }, how);
  }

  /** The mover at a time of the frame. */
  private drawAt(t: number): void {
    if (!this.meeting || !this.figure) return;
    this.figure.overlay.querySelectorAll(".mover").forEach((element) => element.remove());
    const [x, y] = placeAt(this.meeting, t, this.exercise.hides());
    const { radius, corners } = this.meeting.case;
    if (radius > 0 || corners.length > 0) drawMover(this.figure, this.figure.overlay, [x, y], this.meeting.case, "mover moving-disc");
    this.figure.dot(this.figure.overlay, [x, y], 5, "mover moving");
    this.scrub.say(`(${decimal(x, 0.01)}, ${decimal(y, 0.01)})`.replaceAll("-", "−"));
  }

  private shown(): Shown {
    const explanation = this.meeting!.methods.find((one) => one.method === this.chosen()?.method);
    return { meeting: this.meeting!, lines: explanation?.steps.lines ?? [] };
  }

  private chosen() {
    return METHODS.find((one) => one.name === this.state.method);
  }

  private verdictWords(meeting: Meeting): HTMLElement[] {
    const { hit, time, at } = meeting;
    const parts: HTMLElement[] = [];
    if (hit && time && at) {
      const isDisc = !isPoint(meeting);
      const turns = !isDisc || !["Leaves", "Along"].includes(hit.contact);
      const what = this.state.shape.split(":")[0] || "disc";
      const contact = isDisc ? DISC_CONTACTS[hit.contact]!.replace("disc", what) : CONTACTS[hit.contact]!;
      const how = hit.feature === "Side" ? contact : `${contact}, ${hit.contact === "Along" ? "from" : "at"} its end ${hit.feature === "A" ? "P₀" : "P₁"}${hit.contact === "Along" ? " on" : ""}`;
      parts.push(
        html("p", { class: "answer yes", "data-verdict": "hit", "data-time": time.exact ?? String(time.decimal) },
          html("strong", {}, "Hit"), " at ", letter("ti"), " = ", html("b", { class: "q-hit" }, scalarText(time, 4)),
          " in ", letter("Bi"), " = ", html("b", { class: "q-hit" }, pairText(at))),
        html("p", { class: "detail" }, `${how}. ${turns ? "Reflected, the frame ends in " : "It is free to go, and the frame ends in "}`, letter(turns ? "Be'" : "Be"), " = ", html("b", { class: turns ? "q-after" : "q-path" }, pairText(meeting.end)), "."),
      );
    } else {
      const last = meeting.methods[0]?.steps.lines.findLast((line) => line.step)?.step;
      parts.push(
        html("p", { class: "answer no", "data-verdict": "no hit" }, html("strong", {}, "No hit"), last ? ` : step ${last} of method 1 decides it` : ""),
        html("p", { class: "detail" }, "The path ends where it was to end, in ", letter("Be"), " = ", html("b", { class: "q-path" }, pairText(meeting.end)), "."),
      );
    }
    return parts;
  }

  private misledNote(meeting: Meeting): HTMLElement[] {
    const wrong = misled(meeting);
    if (wrong.length === 0 || this.state.method === "plain") return [];
    const which = wrong.length === 3 ? "all three methods" : `method${wrong.length > 1 ? "s" : ""} ${wrong.join(" and ")}`;
    const button = html("button", { type: "button", class: "link", onclick: () => this.change({ ...this.state, method: "plain" }, "commit") }, "See how");
    return [html("p", { class: "misled-note" }, `As printed in textbooks, in plain floats, ${which} would get this wrong. `, button)];
  }

  private workingParts(meeting: Meeting): HTMLElement[] {
    const pointed = (line: Line | null) => {
      this.pointed = line;
      this.draw();
    };
    const sections = meeting.working.sections;
    const notes = (sections[0]?.words ?? []).slice(1).map((text) => html("p", { class: "note" }, words(text)));
    if (meeting.methods.length === 0) {
      return [...notes, ...sections.slice(1, -1).map((section) => plainSection(section, pointed))];
    }
    const chosen = this.chosen();
    if (!chosen?.method) return this.plainParts(meeting, pointed);
    const explanation = meeting.methods.find((one) => one.method === chosen.method)!;
    const cost = explanation.steps.lines.reduce((sum, line) => [sum[0]! + (line.cost?.multiplications ?? 0), sum[1]! + (line.cost?.divisions ?? 0), sum[2]! + (line.cost?.comparisons ?? 0)], [0, 0, 0]);
    const after = sections.find((section) => /^(Reflection|Reflected|After)/i.test(section.title)) ?? (meeting.hit ? sections[sections.length - 2] : undefined);
    return [
      ...notes,
      html("p", { class: "cost" }, `${count(cost[0]!, "multiplication")}, ${count(cost[1]!, "division")}, ${count(cost[2]!, "comparison")} until the verdict. All three methods agree.`),
      stepList(explanation.steps, explanation.method, pointed),
      ...(after ? [plainSection(after, pointed)] : []),
    ];
  }

  /** What the textbook's forms say in plain floats, beside the exact answer. */
  private plainParts(meeting: Meeting, pointed: (line: Line | null) => void): HTMLElement[] {
    const exact = meeting.hit !== null;
    const rows = meeting.textbook.map((said, index) => {
      const wrong = isMisled(meeting, index);
      const t = said.hit ? said.hit[0] : null;
      const verdict = said.hit ? `hit at ${t === null ? "NaN" : String(t).replace("-", "−")}` : "no hit";
      return html("tr", { class: wrong ? "wrong" : "right", "data-plain": said.hit ? "hit" : "no hit" },
        html("th", { scope: "row" }, METHODS[index]!.title), html("td", {}, verdict), html("td", {}, wrong ? "wrong" : "right"));
    });
    return [
      html("p", { class: "note" }, "The same three methods as a textbook prints them, computed in 64-bit floats as a program would. Exactly, the answer is ", html("strong", {}, exact ? `a hit at ${meeting.time ? shortText(meeting.time) : ""}` : "no hit"), "."),
      html("div", { class: "table", tabindex: 0, role: "region", "aria-label": "What plain floats say" }, html("table", { class: "plain-table" }, html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "method"), html("th", { scope: "col" }, "plain floats say"), html("th", { scope: "col" }, "which is"))), html("tbody", {}, ...rows))),
      ...meeting.textbook.map((said) => html("details", { class: "part" }, html("summary", {}, said.steps.title), stepList(said.steps, said.method, pointed))),
      ...remarks(meeting),
    ];
  }

  private preset(preset: { case: Record<string, string> }): void {
    const read = fromAddress(new URLSearchParams(preset.case));
    if (typeof read !== "string") this.change({ ...read, method: preset.case["method"] ? read.method : this.state.method }, "commit", true);
  }

  /** A box, a capsule or a polygon about a tenth of the wall in size, or a point or disc. */
  private chooseShape(kind: string): void {
    const length = distance(...this.meeting!.case.wall);
    const size = decimal(0.1 * length, this.figure.step());
    const [half, high] = [size, decimal(1.5 * Number(size), this.figure.step())];
    const shapes: Record<string, string> = {
      box: `box:-${half},-${high},${half},${high}`,
      capsule: `capsule:0,-${high},0,${high}`,
      polygon: `polygon:-${half},-${high},${half},-${high},${high},0,0,${high},-${high},0`,
    };
    const shape = shapes[kind] ?? "";
    const radius = kind === "capsule" && Number(this.state.radius) === 0 ? half : kind === "box" || kind === "polygon" ? "0" : this.state.radius;
    if (!this.change({ ...this.state, shape, radius }, "commit")) this.shapes.value = this.state.shape.split(":")[0]!;
  }

  private slideRadius(how: "commit" | "passing"): void {
    const { wall } = this.meeting!.case;
    const length = distance(...wall);
    const step = this.figure.step();
    const radius = decimal((Number(this.radius.value) / 100) * LARGEST_RADIUS * length, step);
    this.change({ ...this.state, radius }, how);
  }

  private buildFields(host: HTMLElement): { set(state: State): void }[] {
    const xy = ["x", "y"];
    const pair = (name: string, what: string, get: (state: State) => [string, string], put: (state: State, value: [string, string]) => State) => {
      const field = new Field(this.app.carom, name, what, xy, (numbers) => this.change(put(this.state, numbers as [string, string]), "commit"));
      host.append(field.element);
      return { set: (state: State) => field.set(get(state)) };
    };
    const radius = new Field(this.app.carom, "r", "the radius", [""], (numbers) => this.change({ ...this.state, radius: numbers[0]! }, "commit"));
    const fields = [
      pair("P0", "P0, an end of the wall", (state) => state.wall[0], (state, value) => ({ ...state, wall: [value, state.wall[1]] })),
      pair("P1", "P1, the other end of the wall", (state) => state.wall[1], (state, value) => ({ ...state, wall: [state.wall[0], value] })),
      pair("Bs", "Bs, where the path starts", (state) => state.from, (state, value) => ({ ...state, from: value })),
      pair("Be", "Be, where the path ends", (state) => state.to, (state, value) => ({ ...state, to: value })),
      { set: (state: State) => radius.set([state.radius]) },
    ];
    host.append(radius.element);
    return fields;
  }

  private asRust(): string {
    const { wall, from, to, radius, shape } = this.state;
    const place = ([x, y]: [string, string]) => `[${rustNumber(x)}, ${rustNumber(y)}]`;
    if (shape !== "") {
      const corners = cornersOf(shape);
      const [a, b] = [place(corners[0]!), place(corners[shape.startsWith("box") ? 2 : 1]!)];
      const grown = `.grown(${rustNumber(radius)})?`;
      const [needs, made] = shape.startsWith("box")
        ? ["Aabb, Mover, Segment", `Mover::aabb(&Aabb::new(${a}, ${b})?)${grown}`]
        : shape.startsWith("polygon")
          ? ["Mover, Polygon, Segment", `Mover::polygon(&Polygon::new([${corners.map(place).join(", ")}])?)?${grown}`]
          : ["Mover, Segment", `Mover::capsule(${a}, ${b}, ${rustNumber(radius)})?`];
      return `use carom::{${needs}};

fn main() -> Result<(), carom::Error> {
    let wall = Segment::new(${place(wall[0])}, ${place(wall[1])})?;
    let shape = ${made};
    let path = shape.sweep(${place(from)}, ${place(to)})?;
    match path.first_touch(&wall) {
        Some(hit) => println!("{:?} touches at {} in {:?}", hit.mover, hit.t, hit.point),
        None => println!("no hit"),
    }
    Ok(())
}
`;
    }
    const sweep = Number(radius) === 0 ? `Sweep::point(${place(from)}, ${place(to)})?` : `Sweep::disc(${place(from)}, ${place(to)}, ${rustNumber(radius)})?`;
    return `use carom::{Segment, Sweep};

fn main() -> Result<(), carom::Error> {
    let wall = Segment::new(${place(wall[0])}, ${place(wall[1])})?;
    let path = ${sweep};
    match path.first_touch(&wall) {
        Some(hit) => println!("hit at {} in {:?}; the frame ends in {:?}", hit.t, hit.point, path.reflected(&hit, 1.0)),
        None => println!("no hit"),
    }
    Ok(())
}
`;
  }

  /** A scene whose one frame of a second is this case. */
  private asScene(): string {
    const { wall, from, to, radius, corners } = this.meeting!.case;
    if (corners.length > 0) {
      const way = [to[0] - from[0], to[1] - from[1]] as const;
      const length = Math.hypot(...way);
      const kind = this.state.shape.split(":")[0]!;
      const form = kind === "box" ? { box: [...corners[0]!, ...corners[2]!] } : { [kind]: corners };
      // It runs along its path: up is to the left of that.
      const run = length > 0 ? { up: [-way[1], way[0]], moves: [{ for: 1, run: length }] } : {};
      const character = { position: from, ...form, ...(radius > 0 ? { radius } : {}), ...run };
      const about = "The shape is a character, which `carom run` plays and `carom explain --scene` explains; the page plays scenes without their characters.";
      return JSON.stringify({ carom: 1, name: "One collision", about, world: { dt: 1, duration: 1 }, walls: [{ segment: wall }], characters: [character] }, null, 2);
    }
    const body = { position: from, velocity: [to[0] - from[0], to[1] - from[1]], ...(radius > 0 ? { radius } : {}) };
    return JSON.stringify({ carom: 1, name: "One collision", world: { dt: 1, duration: 1 }, walls: [{ segment: wall }], bodies: [body] }, null, 2);
  }
}

const CONTACTS: Record<string, string> = {
  Crosses: "The path crosses the wall",
  Ends: "The path ends on the wall",
  Starts: "The path starts on the wall",
  Along: "The path runs along the wall",
  Leaves: "It touches the wall and leaves it",
  Overlaps: "It overlaps the wall from the start",
};

const DISC_CONTACTS: Record<string, string> = {
  Crosses: "The disc comes to the wall and would go deeper",
  Ends: "The disc comes to the wall just as the frame ends",
  Starts: "The disc starts on the wall and would go deeper",
  Along: "The disc touches the wall and slides along it",
  Leaves: "The disc touches the wall and leaves it",
  Overlaps: "The disc overlaps the wall from the start",
};

/** Where the mover is at a time of the frame, after the bounce too. */
function placeAt(meeting: Meeting, t: number, straight: boolean): Place {
  const between = (a: Place, b: Place, part: number): Place => [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
  const { from: bs, to: be } = meeting.case;
  const stops = meeting.hit && (isPoint(meeting) || !["Leaves", "Along"].includes(meeting.hit.contact));
  if (straight || !stops || !meeting.at || t <= meeting.hit!.t) return between(bs, be, t);
  const bi: Place = [meeting.at[0].decimal, meeting.at[1].decimal];
  const end: Place = [meeting.end[0].decimal, meeting.end[1].decimal];
  const left = 1 - meeting.hit!.t;
  return left > 0 ? between(bi, end, (t - meeting.hit!.t) / left) : end;
}

/** Whether a textbook method in plain floats says something else than the exact answer. */
function isMisled(meeting: Meeting, index: number): boolean {
  const said = meeting.textbook[index]!;
  return (said.hit !== null) !== (meeting.hit !== null) || (said.hit !== null && said.hit[0] === null);
}

function misled(meeting: Meeting): number[] {
  return meeting.textbook.map((_, index) => index + 1).filter((number) => isMisled(meeting, number - 1));
}

/** What the exact workings remark about plain floats, each remark once. */
function remarks(meeting: Meeting): HTMLElement[] {
  const lines = meeting.methods.flatMap((one) => one.steps.lines.filter((line) => line.holds !== line.plain).map((line) => ({ line, method: one.method })));
  const first = lines[0];
  if (!first?.line.remarks) return [];
  const number = METHODS.findIndex((one) => one.method === first.method) + 1;
  return [html("div", { class: "remarks open" }, html("h3", {}, `Step ${first.line.step} of method ${number}, digit by digit`), ...first.line.remarks.slice(1).map((text) => html("p", {}, words(text))))];
}

function spoken(meeting: Meeting): string {
  if (!meeting.hit || !meeting.time || !meeting.at) return "No hit.";
  return `Hit at ti = ${scalarText(meeting.time, 4)} in (${meeting.at.map((x: Scalar) => shortText(x)).join(", ")}).`;
}

function distance(a: Place, b: Place): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** `1.0`, `1.0 / 3.0`. */
export function rustNumber(text: string): string {
  const parts = text.split("/").map((part) => part.trim().replace("−", "-"));
  return parts.map((part) => (/[.e]/i.test(part) ? part : `${part}.0`)).join(" / ");
}

/** The corners of a shape as it is written in an address and on the command line. */
export function cornersOf(shape: string): [string, string][] {
  const [kind, list] = shape.split(":");
  const numbers = (list ?? "").split(",");
  const [x0, y0, x1, y1] = numbers as [string, string, string, string];
  if (kind === "polygon") return numbers.flatMap((x, i): [string, string][] => (i % 2 === 0 ? [[x, numbers[i + 1]!]] : []));
  if (kind === "box") return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
  return kind === "capsule" ? [[x0, y0], [x1, y1]] : [];
}

/**
 * A shape one of whose corners is elsewhere, as `cornersOf` counts them. A box stays one: its neighbours come along, as far as the
 * other side and no further.
 */
export function withCorner(shape: string, index: number, [x, y]: [string, string]): string {
  const kind = shape.split(":")[0]!;
  const corners = cornersOf(shape);
  corners[index] = [x, y];
  if (kind !== "box") return `${kind}:${corners.flat().join(",")}`;
  const [low, high] = [corners[0]!, corners[2]!];
  (index === 0 || index === 3 ? low : high)[0] = x;
  (index < 2 ? low : high)[1] = y;
  return isOrdered(low, high) ? `box:${[...low, ...high].join(",")}` : shape;
}

function isOrdered(low: [string, string], high: [string, string]): boolean {
  return low.every((x, axis) => valueOf(x) <= valueOf(high[axis]!));
}

/** A number or fraction, as near as a float. */
function valueOf(text: string): number {
  const [above, below] = text.split("/");
  return Number(above) / Number(below ?? 1);
}

/** A state as the library is asked. */
function asked(state: State): MeetingCase {
  return { ...state, corners: cornersOf(state.shape) };
}

function isPoint(meeting: Meeting): boolean {
  return meeting.case.radius === 0 && meeting.case.corners.length === 0;
}

function caseKey({ wall, from, to, radius, shape }: State): string {
  return JSON.stringify([wall, from, to, radius, shape]);
}

function toAddress({ wall, from, to, radius, method, shape }: State): URLSearchParams {
  const address = new URLSearchParams();
  address.set("wall", wall.flat().join(","));
  address.set("from", from.join(","));
  address.set("to", to.join(","));
  if (radius !== "0") address.set("radius", radius);
  if (shape !== "") address.set("shape", shape);
  if (method !== "both-ends") address.set("method", method);
  return address;
}

/** The state that an address holds, or what is wrong with it. */
function fromAddress(address: URLSearchParams): State | string {
  const known = ["wall", "from", "to", "radius", "shape", "method"];
  const unknown = [...address.keys()].find((key) => !known.includes(key));
  if (unknown !== undefined) return `“${unknown.slice(0, 40)}” is not known; expected ${known.join(", ")}`;
  const numbers = (key: string, expected: number, usual: string): string[] | string => {
    const parts = (address.get(key) ?? usual).split(",").map((part) => part.trim());
    return parts.length === expected ? parts : `${key} has ${parts.length} numbers; expected ${expected}, as in ${usual}`;
  };
  const wall = numbers("wall", 4, FIRST.wall.flat().join(","));
  const from = numbers("from", 2, FIRST.from.join(","));
  const to = numbers("to", 2, FIRST.to.join(","));
  const radius = address.get("radius") ?? "0";
  const method = address.get("method") ?? "both-ends";
  const shape = address.get("shape") ?? "";
  const isShape = /^(box|capsule):[^,]+(,[^,]+){3}$|^polygon:[^,]+,[^,]+(,[^,]+,[^,]+){2,}$/.test(shape);
  if (shape !== "" && !isShape) return `“${shape.slice(0, 40)}” is no shape; expected box:-1,0,1,3, capsule:0,-1,0,1 or polygon:0,0,2,0,1,2`;
  if (typeof wall === "string") return wall;
  if (typeof from === "string") return from;
  if (typeof to === "string") return to;
  if (!METHODS.some((one) => one.name === method)) return `there is no method “${method.slice(0, 40)}”; expected ${METHODS.map((one) => one.name).join(", ")}`;
  return { wall: [[wall[0]!, wall[1]!], [wall[2]!, wall[3]!]], from: [from[0]!, from[1]!], to: [to[0]!, to[1]!], radius, method: method as Tab, shape };
}
