// A canvas for thousands of balls: what stands still is drawn once, and balls are put on a copy of its pixels. One write for a pixel
// is some twenty times quicker than one drawing command for a ball.

import type { Moving } from "./carom";
import { html } from "./dom";

/** A part of the plane: min x, min y, max x, max y. */
export type View = [number, number, number, number];

/** What stands still, as lists of numbers. */
export interface Setting {
  /** x0, y0, x1, y1 of each. */
  segments: Float64Array;
  /** x, y and radius of each. */
  pillars: Float64Array;
  /** x0, y0, x1, y1 of each. */
  gates: Float64Array;
  /** Min x, min y, max x, max y, depth and walls of each, as `World.boxes` has them. */
  boxes: Float64Array;
}

/** The pixels of a ball, from its middle, which is at most `half` away from all of them. */
interface Stamp {
  half: number;
  across: Int16Array;
  down: Int16Array;
  colours: Uint32Array;
}

/** Balls with a larger radius, in pixels, are drawn one by one. */
const LARGEST_STAMP = 24;

/** The smallest radius in pixels that can be seen. */
const SMALLEST = 0.9;

/** The part of the picture's size that is left free around what stands still, so that what gets out is seen. */
const MARGIN = 0.06;

export class Stage {
  readonly canvas = html("canvas", { role: "img" });
  private readonly context = this.canvas.getContext("2d", { alpha: false, willReadFrequently: true })!;
  /** The pixels of what stands still, and those of the picture. */
  private ground = new Uint32Array();
  private picture = new ImageData(1, 1);
  private readonly stamps = new Map<number, Stamp>();
  private readonly colours = new Map<string, string>();
  private readonly observer = new ResizeObserver(() => this.measure());
  private setting: Setting = { segments: new Float64Array(), pillars: new Float64Array(), gates: new Float64Array(), boxes: new Float64Array() };
  private view: View = [0, 0, 1, 1];
  private scale = 1;
  private dense = 1;

  /** @param redraw is called when everything has to be drawn again. */
  constructor(
    private readonly host: HTMLElement,
    label: string,
    private readonly redraw: () => void,
  ) {
    this.canvas.setAttribute("aria-label", label);
    host.append(this.canvas);
    this.observer.observe(host);
    window.addEventListener("themechange", this.themed);
    this.dark.addEventListener("change", this.themed);
    this.measure();
  }

  close(): void {
    this.observer.disconnect();
    window.removeEventListener("themechange", this.themed);
    this.dark.removeEventListener("change", this.themed);
  }

  /** Another scene, and the part of the plane to show. */
  show(setting: Setting, view: View): void {
    this.setting = setting;
    this.view = view;
    this.measure(true);
  }

  /** Draws balls, x, y and radius of each, and what else moves. */
  draw(bodies: Float64Array, moving?: Moving): void {
    const { context, scale, picture } = this;
    const pixels = new Uint32Array(picture.data.buffer);
    pixels.set(this.ground);
    const [left, top] = this.origin();
    const large: number[] = [];
    for (let i = 0; i < bodies.length; i += 3) {
      const radius = Math.max(bodies[i + 2]! * scale, SMALLEST * this.dense);
      if (radius > LARGEST_STAMP * this.dense) large.push(i);
      else put(pixels, picture.width, picture.height, this.stamp(radius), Math.floor(left + bodies[i]! * scale), Math.floor(top - bodies[i + 1]! * scale));
    }
    context.putImageData(picture, 0, 0);
    context.fillStyle = this.colour("--path");
    for (const i of large) {
      context.beginPath();
      context.arc(left + bodies[i]! * scale, top - bodies[i + 1]! * scale, bodies[i + 2]! * scale, 0, 7);
      context.fill();
    }
    if (moving) this.drawMoving(moving);
  }

  /** A shape is grown by its radius as a wide pen does it. */
  private drawMoving({ shapes, walls, pillars }: Moving): void {
    const { context, scale } = this;
    const [left, top] = this.origin();
    context.fillStyle = context.strokeStyle = this.colour("--path");
    context.lineJoin = context.lineCap = "round";
    context.setLineDash([]);
    for (const { corners, radius } of shapes) {
      context.beginPath();
      for (const [x, y] of corners) context.lineTo(left + x * scale, top - y * scale);
      context.closePath();
      context.lineWidth = 2 * radius * scale;
      if (radius > 0) context.stroke();
      context.fill();
    }
    this.strokes(context, Float64Array.from(walls), "--wall", 2, []);
    this.discs(context, pillars);
  }

  private readonly dark = window.matchMedia("(prefers-color-scheme: dark)");
  private readonly themed = () => this.measure(true);

  /** Where the plane's origin is in the picture. */
  private origin(): [number, number] {
    const [low_x, low_y, high_x, high_y] = this.view;
    const { width, height } = this.canvas;
    return [width / 2 - ((low_x + high_x) / 2) * this.scale, height / 2 + ((low_y + high_y) / 2) * this.scale];
  }

  private measure(anew = false): void {
    this.dense = Math.min(window.devicePixelRatio || 1, 2);
    const [low_x, low_y, high_x, high_y] = this.view;
    const ratio = Math.min(Math.max((high_y - low_y) / (high_x - low_x), 0.45), 1.1) || 0.6;
    const wide = Math.max(160, this.host.clientWidth);
    const high = Math.round(Math.min(wide * ratio, Math.max(280, window.innerHeight * 0.66)));
    const [width, height] = [Math.round(wide * this.dense), Math.round(high * this.dense)];
    if (!anew && width === this.canvas.width && height === this.canvas.height) return;
    Object.assign(this.canvas, { width, height });
    this.canvas.style.height = `${high}px`;
    const part = 1 - 2 * MARGIN;
    this.scale = Math.min((part * width) / Math.max(high_x - low_x, 1e-300), (part * height) / Math.max(high_y - low_y, 1e-300));
    this.stamps.clear();
    this.colours.clear();
    this.drawGround();
    this.redraw();
  }

  private drawGround(): void {
    const { context } = this;
    const { width, height } = this.canvas;
    context.fillStyle = this.colour("--figure");
    context.fillRect(0, 0, width, height);
    this.drawBoxes(context);
    this.strokes(context, this.setting.gates, "--after", 1.5, [6, 4]);
    this.strokes(context, this.setting.segments, "--wall", 2, []);
    this.discs(context, this.setting.pillars);
    this.picture = context.getImageData(0, 0, width, height);
    this.ground = new Uint32Array(this.picture.data.buffer.slice(0));
  }

  /** The squares or boxes of a tree, deeper ones fainter; those that list walls are filled a little. */
  private drawBoxes(context: CanvasRenderingContext2D): void {
    const { boxes } = this.setting;
    const [left, top] = this.origin();
    context.lineWidth = this.dense;
    context.setLineDash([]);
    context.strokeStyle = context.fillStyle = this.colour("--normal");
    for (let i = 0; i < boxes.length; i += 6) {
      const [x, y] = [left + boxes[i]! * this.scale, top - boxes[i + 3]! * this.scale];
      const [wide, high] = [(boxes[i + 2]! - boxes[i]!) * this.scale, (boxes[i + 3]! - boxes[i + 1]!) * this.scale];
      context.globalAlpha = Math.max(0.15, 0.6 - 0.07 * boxes[i + 4]!);
      context.strokeRect(x, y, wide, high);
      context.globalAlpha = 0.07;
      if (boxes[i + 5]! > 0) context.fillRect(x, y, wide, high);
    }
    context.globalAlpha = 1;
  }

  private strokes(context: CanvasRenderingContext2D, lines: Float64Array, colour: string, width: number, dash: number[]): void {
    const [left, top] = this.origin();
    context.strokeStyle = this.colour(colour);
    context.lineWidth = width * this.dense;
    context.lineCap = "round";
    context.setLineDash(dash.map((length) => length * this.dense));
    context.beginPath();
    for (let i = 0; i < lines.length; i += 4) {
      context.moveTo(left + lines[i]! * this.scale, top - lines[i + 1]! * this.scale);
      context.lineTo(left + lines[i + 2]! * this.scale, top - lines[i + 3]! * this.scale);
    }
    context.stroke();
  }

  private discs(context: CanvasRenderingContext2D, pillars: ArrayLike<number>): void {
    const [left, top] = this.origin();
    context.fillStyle = this.colour("--wall");
    for (let i = 0; i < pillars.length; i += 3) {
      context.beginPath();
      context.arc(left + pillars[i]! * this.scale, top - pillars[i + 1]! * this.scale, Math.max(pillars[i + 2]! * this.scale, SMALLEST), 0, 7);
      context.fill();
    }
  }

  /** A ball of a radius in pixels, drawn once for all of its size: in the colours it has on the ground. */
  private stamp(radius: number): Stamp {
    const size = Math.round(radius * 4) / 4;
    const found = this.stamps.get(size);
    if (found) return found;
    const half = Math.ceil(size);
    const canvas = Object.assign(document.createElement("canvas"), { width: 2 * half + 1, height: 2 * half + 1 });
    const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true })!;
    context.fillStyle = this.colour("--figure");
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = this.colour("--path");
    context.arc(half + 0.5, half + 0.5, size, 0, 7);
    context.fill();
    const drawn = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    const plain = drawn[0]!;
    const kept = [...drawn.keys()].filter((index) => drawn[index] !== plain);
    const stamp = {
      half,
      across: Int16Array.from(kept, (index) => (index % canvas.width) - half),
      down: Int16Array.from(kept, (index) => Math.floor(index / canvas.width) - half),
      colours: Uint32Array.from(kept, (index) => drawn[index]!),
    };
    this.stamps.set(size, stamp);
    return stamp;
  }

  /** A colour of the page's style, by its name there. */
  private colour(name: string): string {
    const known = this.colours.get(name) ?? getComputedStyle(this.canvas).getPropertyValue(name).trim();
    this.colours.set(name, known);
    return known;
  }
}

/** Puts a ball on a picture, or what of it is within. */
function put(pixels: Uint32Array, width: number, height: number, { half, across, down, colours }: Stamp, x: number, y: number): void {
  // Written so that what is no number is outside too.
  if (!(x >= -half && y >= -half && x < width + half && y < height + half)) return;
  const within = x >= half && y >= half && x + half < width && y + half < height;
  for (let i = 0; i < colours.length; i += 1) {
    const [px, py] = [x + across[i]!, y + down[i]!];
    if (within || (px >= 0 && py >= 0 && px < width && py < height)) pixels[py * width + px] = colours[i]!;
  }
}

/** The smallest view around walls and pillars. */
export function around(segments: Float64Array, pillars: Float64Array): View {
  const view: View = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (x: number, y: number, by: number) => {
    view[0] = Math.min(view[0], x - by);
    view[1] = Math.min(view[1], y - by);
    view[2] = Math.max(view[2], x + by);
    view[3] = Math.max(view[3], y + by);
  };
  for (let i = 0; i < segments.length; i += 2) include(segments[i]!, segments[i + 1]!, 0);
  for (let i = 0; i < pillars.length; i += 3) include(pillars[i]!, pillars[i + 1]!, pillars[i + 2]!);
  return view.every(Number.isFinite) ? view : [-1, -1, 1, 1];
}
