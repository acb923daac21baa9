// The events of one frame, in order of time.

import type { WorldEvent } from "./carom";
import { html } from "./dom";
import type { Run } from "./run";

/** So many are listed. */
const MOST = 200;

export class EventList {
  readonly element: HTMLDetailsElement;
  private readonly list = html("ol", { class: "events", tabindex: 0, "aria-label": "Events of the last frame" });
  private readonly heading = html("summary", {}, "Events of a frame");
  private count = 0;

  /** @param opened is called when somebody wants to see events. */
  constructor(opened: () => void) {
    this.element = html("details", { class: "event-list" }, this.heading, this.list);
    this.element.addEventListener("toggle", opened);
  }

  isOpen(): boolean {
    return this.element.open;
  }

  /** The events of the last frame; those of a run that goes on are not all kept. */
  show(run: Run, isPaused: boolean): void {
    if (!this.isOpen() && !isPaused) return;
    const events = run.world.events(MOST + 1);
    this.count = events.length;
    this.heading.textContent = run.frame === 0 ? "Events of a frame" : `Events of frame ${run.frame}: ${this.told()}`;
    if (!this.isOpen()) return;
    const items = events.slice(0, MOST).map((event) => html("li", {}, html("span", { class: "when" }, `${(1000 * event.time).toFixed(3)} ms`), html("span", {}, words(event))));
    this.list.replaceChildren(...items, ...(events.length > MOST ? [html("li", {}, `and more than ${MOST} in all`)] : []));
  }

  /** How many there were, in words. */
  told(): string {
    if (this.count > MOST) return `more than ${MOST} events`;
    return this.count === 1 ? "1 event" : `${this.count} events`;
  }
}

function words({ kind, body, other, x, y, forward, against }: WorldEvent): string {
  const at = `at (${x.toFixed(2)}, ${y.toFixed(2)})`;
  switch (kind) {
    case "wall":
      return `${body} bounces off ${other} ${at}`;
    case "group":
      return `${body} meets ${other}, which moves, ${at}`;
    case "squeezed":
      return `${other} squeezes ${body}${against ? ` against ${against}` : ""} ${at}`;
    case "body":
      return `${body} meets ${other} ${at}`;
    case "gate":
      return `${body} crosses ${other} ${forward ? "forward" : "backward"} ${at}`;
    case "enters":
      return `${other} enters ${body} ${at}`;
    case "leaves":
      return `${other} leaves ${body} ${at}`;
  }
}
