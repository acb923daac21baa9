// A figure in SVG: a part of the plane with a grid, things drawn in it, and handles that can be dragged by mouse, touch and keys.

import { svg } from "./dom";

export type Place = [number, number];

/** What a handle tells: where it is wanted, as decimals, and whether the drag goes on. */
export type Moved = (place: [string, string], how: "commit" | "passing") => void;

interface Handle {
  group: SVGGElement;
  place: Place;
  name: string;
  moved: Moved;
}

/** So many pixels a drag moves at least between two numbers: they stay short. */
const PIXELS_A_STEP = 4;

export class Figure {
  readonly svg: SVGSVGElement;
  /** What is drawn anew each time, from back to front. */
  readonly under = svg("g");
  readonly main = svg("g");
  readonly overlay = svg("g");
  private readonly grid = svg("g", { class: "grid", "aria-hidden": "true" });
  private readonly handleLayer = svg("g");
  private readonly handles = new Map<string, Handle>();
  private width = 640;
  private height = 440;
  /** The middle of the view, and pixels a unit. */
  private center: Place = [0, 0];
  private scale = 40;
  private shown: { low: Place; high: Place } = { low: [-1, -1], high: [1, 1] };
  private readonly observer: ResizeObserver;

  /** @param ratio height by width. @param redraw draws everything, after a change of size. */
  constructor(
    host: HTMLElement,
    label: string,
    private readonly ratio: number,
    private readonly redraw: () => void,
  ) {
    this.svg = svg(
      "svg",
      { class: "figure", role: "group", "aria-label": label },
      svg("defs", {}, ...["path", "hit", "after", "normal", "wall", "ink"].map(arrowHead)),
      this.grid,
      this.under,
      this.main,
      this.overlay,
      this.handleLayer,
    );
    host.append(this.svg);
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(host);
    this.measure();
  }

  close(): void {
    this.observer.disconnect();
  }

  /** Chooses the part of the plane that shows these places, with a margin. */
  fit(places: Place[]): void {
    const xs = places.map((place) => place[0]).filter(Number.isFinite);
    const ys = places.map((place) => place[1]).filter(Number.isFinite);
    if (xs.length === 0) return;
    this.shown = { low: [Math.min(...xs), Math.min(...ys)], high: [Math.max(...xs), Math.max(...ys)] };
    this.aim();
  }

  /** Whether these places are within the view, with a little room. */
  holds(places: Place[]): boolean {
    return places.every((place) => {
      const [x, y] = this.px(place);
      return 12 <= x && x <= this.width - 12 && 12 <= y && y <= this.height - 12;
    });
  }

  /** From the plane to the picture. */
  px([x, y]: Place): Place {
    return [bounded(this.width / 2 + (x - this.center[0]) * this.scale), bounded(this.height / 2 - (y - this.center[1]) * this.scale)];
  }

  length(units: number): number {
    return bounded(units * this.scale);
  }

  /** The units between two numbers that a handle can be dragged to. */
  step(): number {
    return nice(PIXELS_A_STEP / this.scale);
  }

  /** A place in decimals as short as the step allows. */
  written(place: Place): [string, string] {
    const step = this.step();
    return [decimal(place[0], step), decimal(place[1], step)];
  }

  clear(): void {
    this.under.replaceChildren();
    this.main.replaceChildren();
    this.overlay.replaceChildren();
  }

  line(layer: SVGGElement, from: Place, to: Place, classes: string): SVGLineElement {
    const [[x1, y1], [x2, y2]] = [this.px(from), this.px(to)];
    const line = svg("line", { x1, y1, x2, y2, class: classes });
    layer.append(line);
    return line;
  }

  /** An arrow that ends a little before its goal, so that its head can be seen. */
  arrow(layer: SVGGElement, from: Place, to: Place, kind: string, classes = "", gap = 0): void {
    const [[x1, y1], [x2, y2]] = [this.px(from), this.px(to)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length < 1) return;
    const part = Math.max(0, length - gap) / length;
    const end = { x2: x1 + part * (x2 - x1), y2: y1 + part * (y2 - y1) };
    layer.append(svg("line", { x1, y1, ...end, class: `stroke-${kind} ${classes}`, "marker-end": `url(#head-${kind})` }));
  }

  /** The whole line through two places, as far as it can be seen. */
  ray(layer: SVGGElement, from: Place, to: Place, classes: string): void {
    const [[x1, y1], [x2, y2]] = [this.px(from), this.px(to)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length < 1e-9) return;
    const far = (this.width + this.height) * 2;
    const [dx, dy] = [((x2 - x1) / length) * far, ((y2 - y1) / length) * far];
    layer.append(svg("line", { x1: x1 - dx, y1: y1 - dy, x2: x1 + dx, y2: y1 + dy, class: classes }));
  }

  /** One side of the line through two places, seen along it: −1 for the left, 1 for the right. */
  halfPlane(layer: SVGGElement, from: Place, to: Place, side: -1 | 1, classes: string): void {
    const [[x1, y1], [x2, y2]] = [this.px(from), this.px(to)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length < 1e-9) return;
    const far = (this.width + this.height) * 2;
    const [dx, dy] = [((x2 - x1) / length) * far, ((y2 - y1) / length) * far];
    // In the picture y points down, so the right of (dx, dy) is (−dy, dx).
    const [ox, oy] = [-dy * side, dx * side];
    const corners = [[x1 - dx, y1 - dy], [x1 + dx, y1 + dy], [x1 + dx + ox, y1 + dy + oy], [x1 - dx + ox, y1 - dy + oy]];
    layer.append(svg("polygon", { points: corners.map((corner) => corner.join(",")).join(" "), class: classes }));
  }

  dot(layer: SVGGElement, at: Place, radius: number, classes: string): SVGCircleElement {
    const [cx, cy] = this.px(at);
    const circle = svg("circle", { cx, cy, r: radius, class: classes });
    layer.append(circle);
    return circle;
  }

  disc(layer: SVGGElement, at: Place, radius: number, classes: string): void {
    if (radius > 0) this.dot(layer, at, this.length(radius), classes);
  }

  polygon(layer: SVGGElement, places: Place[], classes: string): void {
    layer.append(svg("polygon", { points: places.map((place) => this.px(place).join(",")).join(" "), class: classes }));
  }

  /** A name beside a place, pushed away from others' directions. */
  label(layer: SVGGElement, at: Place, text: string, kind: string, away: Place = [0.7, 0.7], distance = 15): void {
    const [x, y] = this.px(at);
    if (!Number.isFinite(Math.hypot(away[0], away[1]))) away = [0.7, 0.7];
    const length = Math.hypot(away[0], away[1]) || 1;
    // Letters are higher than they are wide.
    const further = distance + 7 * Math.abs(away[1] / length);
    const [dx, dy] = [(away[0] / length) * further, (-away[1] / length) * further];
    const anchor = dx > 4 ? "start" : dx < -4 ? "end" : "middle";
    layer.append(svg("text", { x: x + dx, y: y + dy + 5, class: `name fill-${kind}`, "text-anchor": anchor, "aria-hidden": "true" }, text));
  }

  /**
   * A handle: a place that can be dragged, or moved with the arrow keys (with Shift ten steps, with Alt a tenth of one). Called again
   * with the same id, it only moves.
   */
  handle(id: string, name: string, at: Place, kind: string, moved: Moved): void {
    let handle = this.handles.get(id);
    if (!handle) {
      const group = svg(
        "g",
        { class: `handle handle-${kind}`, tabindex: 0, role: "button", "aria-roledescription": "draggable point", "data-handle": id },
        svg("circle", { r: 22, class: "reach", "data-only-page": "" }),
        svg("circle", { r: 12, class: "halo", "data-only-page": "" }),
        svg("circle", { r: 6.5, class: "knob" }),
      );
      handle = { group, place: at, name, moved };
      this.handles.set(id, handle);
      this.handleLayer.append(group);
      this.listen(handle);
    }
    handle.moved = moved;
    handle.place = at;
    handle.name = name;
    const [x, y] = this.px(at);
    handle.group.setAttribute("transform", `translate(${x} ${y})`);
    const [wx, wy] = this.written(at);
    handle.group.setAttribute("aria-label", `${name}, at ${wx}, ${wy}. Arrow keys move it.`);
  }

  /** Takes away the handles that are not among these. */
  keepHandles(ids: string[]): void {
    for (const [id, handle] of this.handles) {
      if (!ids.includes(id)) {
        handle.group.remove();
        this.handles.delete(id);
      }
    }
  }

  /** Where in the plane a pointer is. */
  at(event: { clientX: number; clientY: number }): Place {
    const box = this.svg.getBoundingClientRect();
    return this.plane([event.clientX - box.left, event.clientY - box.top]);
  }

  private plane([x, y]: Place): Place {
    return [this.center[0] + (x - this.width / 2) / this.scale, this.center[1] - (y - this.height / 2) / this.scale];
  }

  private listen(handle: Handle): void {
    const { group } = handle;
    let grip: Place | null = null;
    const wanted = (event: PointerEvent): [string, string] => {
      const [x, y] = this.at(event);
      return this.written(this.within([x + grip![0], y + grip![1]]));
    };
    group.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      group.focus({ preventScroll: true });
      group.setPointerCapture(event.pointerId);
      const [x, y] = this.at(event);
      grip = [handle.place[0] - x, handle.place[1] - y];
      group.classList.add("held");
    });
    group.addEventListener("pointermove", (event) => {
      if (grip) handle.moved(wanted(event), "passing");
    });
    const end = (event: PointerEvent) => {
      if (!grip) return;
      const place = wanted(event);
      grip = null;
      group.classList.remove("held");
      handle.moved(place, "commit");
    };
    group.addEventListener("pointerup", end);
    group.addEventListener("pointercancel", end);
    group.addEventListener("keydown", (event) => {
      const by: Record<string, Place> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
      const direction = by[event.key];
      if (!direction || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const step = this.step() * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
      const place = handle.place.map((x, axis) => decimal(x + direction[axis]! * step, Math.min(step, this.step())));
      handle.moved(place as [string, string], "commit");
    });
  }

  /** A place no further out than the edge of the view, so that what is dragged can be found again. */
  private within([x, y]: Place): Place {
    const [low, high] = [this.plane([8, this.height - 8]), this.plane([this.width - 8, 8])];
    return [Math.min(Math.max(x, low[0]), high[0]), Math.min(Math.max(y, low[1]), high[1])];
  }

  private measure(): void {
    const width = Math.max(240, Math.round(this.svg.parentElement!.clientWidth));
    const height = Math.round(Math.min(Math.max(width * this.ratio, 260), Math.max(300, window.innerHeight * 0.5)));
    if (width === this.width && height === this.height && this.svg.hasAttribute("viewBox")) return;
    this.width = width;
    this.height = height;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("height", String(height));
    this.aim();
    this.redraw();
  }

  private aim(): void {
    const { low, high } = this.shown;
    const margin = Math.min(64, this.width * 0.12);
    // In halves, which do not overflow; a single place is shown as if it were one unit wide.
    const half: Place = [high[0] / 2 - low[0] / 2, high[1] / 2 - low[1] / 2];
    const isPoint = half[0] === 0 && half[1] === 0;
    this.center = [low[0] / 2 + high[0] / 2, low[1] / 2 + high[1] / 2];
    this.scale = isPoint ? this.width / 2 : Math.min((this.width / 2 - margin) / half[0], (this.height / 2 - margin) / half[1]);
    this.drawGrid();
  }

  private drawGrid(): void {
    this.grid.replaceChildren();
    const gap = nice(56 / this.scale);
    const [low, high] = [this.plane([0, this.height]), this.plane([this.width, 0])];
    // Where numbers end there is no grid.
    const lines = Math.max(high[0] / gap - low[0] / gap, high[1] / gap - low[1] / gap);
    if (!(lines < 200 && gap > 0) || low[0] + gap === low[0] || low[1] + gap === low[1]) return;
    for (let i = Math.ceil(low[0] / gap); i * gap <= high[0]; i += 1) {
      const [x] = this.px([i * gap, 0]);
      this.grid.append(svg("line", { x1: x, y1: 0, x2: x, y2: this.height, class: i === 0 ? "axis" : "" }));
      if (x > 24 && x < this.width - 10) this.grid.append(svg("text", { x, y: this.height - 6, "text-anchor": "middle" }, decimal(i * gap, gap).replace("-", "−")));
    }
    for (let i = Math.ceil(low[1] / gap); i * gap <= high[1]; i += 1) {
      const [, y] = this.px([0, i * gap]);
      this.grid.append(svg("line", { x1: 0, y1: y, x2: this.width, y2: y, class: i === 0 ? "axis" : "" }));
      if (y > 12 && y < this.height - 18) this.grid.append(svg("text", { x: 5, y: y - 3 }, decimal(i * gap, gap).replace("-", "−")));
    }
  }
}

function arrowHead(kind: string): SVGMarkerElement {
  return svg(
    "marker",
    { id: `head-${kind}`, viewBox: "0 0 10 10", refX: 8.5, refY: 5, markerWidth: 11, markerHeight: 11, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" },
    svg("path", { d: "M1 1 9.5 5 1 9 3.2 5Z", class: `fill-${kind}` }),
  );
}

/** A number of pixels that can be drawn; what is further out is out of sight anyway. */
function bounded(pixels: number): number {
  return Number.isNaN(pixels) ? -1e6 : Math.min(Math.max(pixels, -1e6), 1e6);
}

/** The smallest of 1, 2, 5, 10, 20 … that is not below a number. */
export function nice(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((digit) => digit * power).find((size) => size >= least * 0.999) ?? 10 * power;
}

/** A number as a multiple of a step, written in decimals without zeros at its end. */
export function decimal(value: number, step: number): string {
  const multiple = Math.round(value / step) * step;
  // Very small and very large ones are written with an exponent.
  if (step < 1e-12 || step >= 1e15) return String(Number(multiple.toPrecision(9)));
  const places = Math.min(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)), 20);
  const text = multiple.toFixed(places);
  const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return short === "-0" ? "0" : short;
}
