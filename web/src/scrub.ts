// A bar through the frame, from 0 to 1, that can be dragged and played.

import type { App } from "./app";
import { html } from "./dom";
import { letter } from "./formula";

/** How long a frame is shown, in milliseconds. */
const PLAYED = 2200;

/** The steps of a frame for those who want no motion. */
const CALM_STEPS = 10;

export class Scrub {
  readonly element: HTMLElement;
  private readonly bar = html("input", { type: "range", min: 0, max: 1000, value: 0, step: 1, "aria-label": "Time within the frame" });
  private readonly shownTime = html("output", { class: "time" });
  private readonly tick = html("span", { class: "tick", "aria-hidden": "true" });
  private readonly button = html("button", { type: "button", class: "play", onclick: () => this.toggle() }, "Play the frame");
  private started: number | null = null;
  private request = 0;

  constructor(
    private readonly app: App,
    private readonly moved: (t: number) => void,
  ) {
    this.bar.addEventListener("input", () => {
      this.stop();
      this.moved(this.time());
    });
    this.element = html("div", { class: "scrub" }, this.button, html("div", { class: "track" }, this.bar, this.tick), this.shownTime);
  }

  time(): number {
    return Number(this.bar.value) / 1000;
  }

  /** Marks the time of a hit on the bar. */
  mark(t: number | null): void {
    this.tick.hidden = t === null;
    if (t !== null) this.tick.style.setProperty("--t", String(t));
  }

  say(place: string): void {
    this.shownTime.replaceChildren(html("i", {}, "t"), ` = ${this.time().toFixed(3).replace(/\.?0+$/, "")}`, html("span", { class: "place" }, place));
    this.bar.setAttribute("aria-valuetext", `${this.time().toFixed(3)} of the frame, at ${place}`);
  }

  close(): void {
    cancelAnimationFrame(this.request);
  }

  private toggle(): void {
    if (this.started !== null) {
      this.stop();
      return;
    }
    if (this.app.calm()) {
      // A step at a time, no motion.
      const next = this.time() >= 1 ? 0 : Math.min(1, Math.round(this.time() * CALM_STEPS + 1) / CALM_STEPS);
      this.bar.value = String(1000 * next);
      this.moved(next);
      return;
    }
    const from = this.time() >= 1 ? 0 : this.time();
    this.started = performance.now() - from * PLAYED;
    this.button.textContent = "Pause";
    const frame = (now: number) => {
      if (this.started === null) return;
      const t = Math.min(1, (now - this.started) / PLAYED);
      this.bar.value = String(Math.round(1000 * t));
      this.moved(t);
      if (t < 1) this.request = requestAnimationFrame(frame);
      else this.stop();
    };
    this.request = requestAnimationFrame(frame);
  }

  private stop(): void {
    this.started = null;
    cancelAnimationFrame(this.request);
    this.button.textContent = "Play the frame";
  }
}

/** What stands before the time, for other bars. */
export const timeLetter = () => letter("ti");
