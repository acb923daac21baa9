// Exercise mode: the answer stays hidden until the student has typed theirs. The library judges it.

import type { App } from "./app";
import type { Meeting, MeetingCase, Scalar } from "./carom";
import { html } from "./dom";
import { letter } from "./formula";
import { shortText } from "./steps";

interface Shell {
  /** Something is to be shown or hidden. */
  changed(): void;
  /** Another case is wanted. */
  another(asked: MeetingCase): void;
}

/** A time with a denominator up to this can be worked out by hand. */
const LARGEST_DENOMINATOR = 12;

export class Exercise {
  readonly element: HTMLElement;
  private isOn = false;
  private isSolved = false;
  private meeting: Meeting | null = null;
  private readonly toggle = html("button", { type: "button", class: "exercise-toggle", "aria-pressed": "false", onclick: () => this.switch() }, "Exercise");
  private readonly form: HTMLFormElement;
  private readonly verdict = html("select", { "aria-label": "Does it hit?" }, html("option", { value: "" }, "…"), html("option", { value: "hit" }, "hits"), html("option", { value: "no" }, "misses"));
  private readonly inputs = ["the time ti", "Bi, x", "Bi, y"].map((label) => html("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-label": label }));
  private readonly feedback = html("p", { class: "feedback", role: "status" });
  private readonly rest = html("span", { class: "rest" });

  constructor(
    private readonly app: App,
    private readonly shell: Shell,
  ) {
    const [time, x, y] = this.inputs as [HTMLInputElement, HTMLInputElement, HTMLInputElement];
    this.rest.append(" at ", letter("ti"), " = ", time, " in ", letter("Bi"), " = (", x, ", ", y, ")");
    this.verdict.addEventListener("change", () => (this.rest.hidden = this.verdict.value !== "hit"));
    const buttons = html("div", { class: "buttons" },
      html("button", { type: "submit", class: "primary" }, "Check"),
      html("button", { type: "button", onclick: () => this.reveal("Here is the working.") }, "Show me"),
      html("button", { type: "button", onclick: () => this.next() }, "Another case"),
    );
    this.form = html("form", { class: "exercise-form", hidden: true, onsubmit: (event) => this.check(event) },
      html("p", {}, "Your turn. The path ", this.verdict, " the wall", this.rest, "."), buttons, this.feedback);
    this.element = html("div", { class: "exercise" }, html("div", { class: "exercise-head" }, html("h2", {}, "The working"), this.toggle), this.form);
  }

  /** Whether the answer must not be shown. */
  hides(): boolean {
    return this.isOn && !this.isSolved;
  }

  /** A new case is on the board. */
  ask(meeting: Meeting): void {
    this.meeting = meeting;
    this.isSolved = false;
    this.verdict.value = "";
    this.rest.hidden = true;
    this.inputs.forEach((input) => (input.value = ""));
    this.say("", null);
  }

  private switch(): void {
    this.isOn = !this.isOn;
    this.toggle.setAttribute("aria-pressed", String(this.isOn));
    this.form.hidden = !this.isOn;
    if (this.isOn && this.meeting) this.ask(this.meeting);
    this.shell.changed();
    if (this.isOn) this.app.status("Exercise: the answer is hidden until you have typed yours.");
  }

  private check(event: Event): void {
    event.preventDefault();
    const meeting = this.meeting;
    if (!meeting) return;
    const { hit, time, at } = meeting;
    if (this.verdict.value === "") return this.say("Does the path hit or miss? Choose one.", "wrong");
    if ((this.verdict.value === "hit") !== (hit !== null)) return this.say("No. Look at the sides again: where are both ends of the path, seen from the wall?", "wrong");
    if (!hit || !time || !at) return this.reveal("Right: it misses.");
    const wanted: [string, Scalar][] = [["ti", time], ["the x of Bi", at[0]], ["the y of Bi", at[1]]];
    for (const [index, [name, value]] of wanted.entries()) {
      const wrong = this.wrong(this.inputs[index]!.value, value);
      if (wrong) return this.say(`${name}: ${wrong}`, "wrong");
    }
    this.reveal(`Right: ti = ${shortText(time)}.`);
  }

  /** What is wrong with a number, or nothing. A decimal counts if it is right to all its places. */
  private wrong(typed: string, value: Scalar): string | null {
    const answer = this.app.carom.number(typed);
    if (!answer.ok) return answer.error;
    if (answer.value.exact !== null && answer.value.exact === value.exact) return null;
    const places = /\.(\d+)$/.exec(typed.trim())?.[1]?.length ?? 0;
    const close = places >= 2 && Math.abs(answer.value.decimal - value.decimal) <= 0.5000001 * 10 ** -places;
    return close ? null : `${typed} is not it yet`;
  }

  private reveal(words: string): void {
    this.isSolved = true;
    this.say(words, "right");
    this.shell.changed();
  }

  private say(words: string, kind: "right" | "wrong" | null): void {
    this.feedback.textContent = words;
    this.feedback.className = `feedback ${kind ?? ""}`;
  }

  /** A case in small whole numbers with a short answer, now a hit and now a miss. */
  private next(): void {
    const whole = (low: number, high: number) => String(low + Math.floor(Math.random() * (high - low + 1)));
    const place = (): [string, string] => [whole(-6, 8), whole(-5, 6)];
    const wantsHit = Math.random() < 0.7;
    for (let tries = 0; tries < 500; tries += 1) {
      const asked: MeetingCase = { wall: [place(), place()], from: place(), to: place(), radius: "0" };
      const answer = this.app.carom.meeting(asked);
      if (!answer.ok || (answer.value.hit !== null) !== wantsHit) continue;
      const { time } = answer.value;
      const denominator = Number(time?.exact?.split("/")[1] ?? 1);
      const isCrossing = !answer.value.hit || answer.value.hit.contact === "Crosses";
      if (denominator <= LARGEST_DENOMINATOR && isCrossing && this.shell) return this.shell.another(asked);
    }
  }
}
