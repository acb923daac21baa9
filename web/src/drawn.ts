// What one collision looks like, and what each line of its working looks like when it is pointed at.

import type { Line, Meeting, Pair } from "./carom";
import type { Figure, Place } from "./figure";
import { plainLetter } from "./formula";

/** What a line of a working is about. */
export interface Shown {
  meeting: Meeting;
  /** The lines of the method that is shown. */
  lines: Line[];
}

/** Draws what moves, in a place: a disc, or a shape with its corners grown by the radius. */
export function drawMover(figure: Figure, layer: SVGGElement, at: Place, { radius, corners }: Pick<Meeting["case"], "radius" | "corners">, classes: string): void {
  if (corners.length === 0) figure.disc(layer, at, radius, classes);
  else figure.polygon(layer, outline(corners, radius).map(([x, y]): Place => [at[0] + x, at[1] + y]), classes);
}

/** All within a radius of the corners of a convex shape, counter-clockwise. */
function outline(corners: Place[], radius: number): Place[] {
  const count = corners.length;
  const area = corners.reduce((sum, [x, y], i) => sum + x * corners[(i + 1) % count]![1] - corners[(i + 1) % count]![0] * y, 0);
  const ring = area < 0 ? [...corners].reverse() : corners;
  if (radius === 0) return ring;
  const heading = (i: number) => Math.atan2(ring[(i + 1) % count]![1] - ring[i % count]![1], ring[(i + 1) % count]![0] - ring[i % count]![0]);
  return ring.flatMap(([x, y], i) => {
    const start = heading(i + count - 1) - Math.PI / 2;
    const turn = (heading(i) - Math.PI / 2 - start + 4 * Math.PI) % (2 * Math.PI);
    return Array.from({ length: 13 }, (_, k): Place => {
      const angle = start + (turn * k) / 12;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
  });
}

/** The wall, the path, where they meet, the normal and the way on. */
export function drawCase(figure: Figure, meeting: Meeting, how: { hidden: boolean; tab: string }): void {
  figure.clear();
  const { wall, from, to, radius, corners } = meeting.case;
  const [p0, p1, bs, be] = [wall[0], wall[1], from, to];
  const isPoint = radius === 0 && corners.length === 0;
  const mover = (at: Place, classes: string) => drawMover(figure, figure.under, at, meeting.case, classes);
  const hit = how.hidden ? null : meeting.hit;
  const turns = hit !== null && (isPoint || !["Leaves", "Along"].includes(hit.contact));
  const end: Place = [meeting.end[0].decimal, meeting.end[1].decimal];
  const way: Place = [be[0] - bs[0], be[1] - bs[1]];
  figure.line(figure.main, p0, p1, "wall");
  const wallWay: Place = [p1[0] - p0[0], p1[1] - p0[1]];
  figure.label(figure.main, p0, plainLetter("P0"), "wall", negative(wallWay), 20);
  figure.label(figure.main, p1, plainLetter("P1"), "wall", wallWay, 20);
  mover(bs, "disc-path");
  mover(be, turns ? "disc-path ghost" : "disc-path");
  if (hit && meeting.at) {
    const bi: Place = [meeting.at[0].decimal, meeting.at[1].decimal];
    const touch = hit.point;
    if (turns) {
      figure.line(figure.main, bi, be, "path-untaken");
      figure.arrow(figure.main, bi, end, "after", "way", 2);
      mover(end, "disc-after");
      figure.dot(figure.main, end, 4, "fill-after");
      // Where it ends near another end, its name is aside of that one's.
      const isNear = [bs, be].some((other) => figure.length(Math.hypot(end[0] - other[0], end[1] - other[1])) < 24);
      const aside: Place = isNear ? [-way[1] || -0.5, way[0] || 0.5] : [end[0] - bi[0] || 0.5, end[1] - bi[1] || 0.5];
      figure.label(figure.main, end, plainLetter("Be'"), "after", aside, isNear ? 26 : 18);
    } else {
      figure.arrow(figure.main, bi, be, "path", "way", 8);
    }
    figure.arrow(figure.main, bs, bi, "path", "way", turns ? 6 : 0);
    const size = Math.max(46 / figure.length(1), radius + 30 / figure.length(1));
    const tip: Place = [touch[0] + size * hit.normal[0], touch[1] + size * hit.normal[1]];
    figure.arrow(figure.main, touch, tip, "normal", "thin");
    figure.label(figure.main, tip, "n", "normal", [hit.normal[0], hit.normal[1]], 12);
    mover(bi, "disc-hit");
    figure.dot(figure.main, bi, 6, "ring-hit").setAttribute("data-place", "Bi");
    figure.label(figure.main, bi, plainLetter("Bi"), "hit", awayFrom([hit.normal[0], hit.normal[1]], way), 20);
    if (!isPoint) figure.dot(figure.main, touch, 3, "fill-hit");
  } else {
    figure.arrow(figure.main, bs, be, "path", "way", 8);
  }
  figure.label(figure.main, bs, plainLetter("Bs"), "path", way[0] || way[1] ? negative(way) : [-0.7, -0.7], 20);
  figure.label(figure.main, be, plainLetter("Be"), "path", way[0] || way[1] ? way : [0.7, -0.7], 20);
}

/** What one line of a working is about, over the case. */
export function drawLine(figure: Figure, line: Line, { meeting, lines }: Shown): void {
  const { wall, from, to } = meeting.case;
  const places: Record<string, Place> = { P0: wall[0], P1: wall[1], Bs: from, Be: to };
  const [p0, p1, bs, be] = [places["P0"]!, places["P1"]!, places["Bs"]!, places["Be"]!];
  const vector = (name: string): Place | null => pair(lines.find((one) => one.formula.startsWith(`${name} =`))?.value);
  const bi = vector("Bi") ?? (meeting.at ? pair(meeting.at) : null) ?? onPath(bs, be, lines);
  if (bi) places["Bi"] = bi;
  const layer = figure.overlay;
  const middle = between(p0, p1);
  const { formula } = line;
  const draw: [RegExp, () => void][] = [
    [/^E =/, () => figure.arrow(layer, p0, p1, "wall", "strong")],
    [/^N =/, () => arrowAlong(figure, middle, vector("N"), "normal")],
    [/^V =/, () => figure.arrow(layer, bs, be, "path", "strong", 6)],
    [/^M =/, () => arrowAlong(figure, bs, vector("M"), "normal")],
    [/^N·(P0|Bs|Be)$/, () => project(figure, places[formula.slice(2)]!, p0, vector("N"), formula.slice(2) === "P0" ? "wall" : "path")],
    [/^N·Bs [<>]/, () => {
      figure.halfPlane(layer, p0, p1, formula.includes("<") ? -1 : 1, line.holds ? "half rejected" : "half");
      figure.ray(layer, p0, p1, "line-wall");
      for (const end of [bs, be]) figure.dot(layer, end, 15, "ring-path");
    }],
    [/^\(P[01]−Bs\)·M$/, () => {
      figure.arrow(layer, bs, places[formula.slice(1, 3)]!, "wall", "strong");
      arrowAlong(figure, bs, vector("M"), "normal");
    }],
    [/^\(\(P0−Bs\)/, () => {
      figure.ray(layer, bs, be, "line-path");
      for (const end of [p0, p1]) figure.dot(layer, end, 15, line.holds ? "ring-bad" : "ring-wall");
    }],
    [/^N·V/, () => {
      figure.arrow(layer, bs, be, "path", "strong", 6);
      arrowAlong(figure, middle, vector("N"), "normal");
      figure.ray(layer, p0, p1, "line-wall");
    }],
    [/^ti /, () => {
      figure.ray(layer, bs, be, "line-path");
      figure.ray(layer, p0, p1, "line-wall");
      figure.arrow(layer, bs, be, "path", "strong", 6);
      if (bi) figure.dot(layer, bi, 8, line.holds ? "ring-bad" : "ring-hit");
    }],
    [/^\(Bi−P[01]\)/, () => {
      const [, from, to] = /^\(Bi−(P[01])\)·\((.*?)\)/.exec(formula) ?? [];
      if (!from || !bi) return;
      figure.arrow(layer, places[from]!, bi, "hit", "strong", 6);
      if (to?.startsWith("Bi")) figure.arrow(layer, places["P1"]!, bi, "hit", "strong", 6);
      else figure.arrow(layer, places[from]!, places[from === "P0" ? "P1" : "P0"]!, "wall", "strong");
    }],
  ];
  const found = draw.find(([pattern]) => pattern.test(formula));
  if (found) found[1]();
  else ringNames(figure, formula, places);
}

/** For what has no picture of its own: rings around the places it speaks of. */
function ringNames(figure: Figure, formula: string, places: Record<string, Place>): void {
  for (const [name, place] of Object.entries(places)) {
    if (formula.includes(name)) figure.dot(figure.overlay, place, 14, `ring-${name.startsWith("P") ? "wall" : name === "Bi" ? "hit" : "path"}`);
  }
}

/** Where a point lies along the normal. */
function project(figure: Figure, point: Place, origin: Place, normal: Place | null, kind: string): void {
  if (!normal) return;
  const squared = normal[0] * normal[0] + normal[1] * normal[1];
  const part = ((point[0] - origin[0]) * normal[0] + (point[1] - origin[1]) * normal[1]) / squared;
  const foot: Place = [origin[0] + part * normal[0], origin[1] + part * normal[1]];
  figure.ray(figure.overlay, origin, [origin[0] + normal[0], origin[1] + normal[1]], "line-normal");
  figure.line(figure.overlay, point, foot, `dropped stroke-${kind}`);
  figure.dot(figure.overlay, foot, 5, `fill-${kind}`);
  figure.dot(figure.overlay, point, 14, `ring-${kind}`);
}

/** A vector as an arrow of a length that can be seen, whatever its own. */
function arrowAlong(figure: Figure, from: Place, vector: Place | null, kind: string): void {
  if (!vector) return;
  const length = Math.hypot(vector[0], vector[1]);
  if (!(length > 0)) return;
  const shown = 90 / figure.length(1) / length;
  figure.arrow(figure.overlay, from, [from[0] + shown * vector[0], from[1] + shown * vector[1]], kind, "strong");
}

function onPath(bs: Place, be: Place, lines: Line[]): Place | null {
  const time = lines.find((line) => line.formula.startsWith("ti ="))?.value;
  if (!time || Array.isArray(time)) return null;
  return [bs[0] + time.decimal * (be[0] - bs[0]), bs[1] + time.decimal * (be[1] - bs[1])];
}

function pair(value: Line["value"] | Pair): Place | null {
  return Array.isArray(value) ? [value[0].decimal, value[1].decimal] : null;
}

function between(a: Place, b: Place): Place {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function negative([x, y]: Place): Place {
  return [-x, -y];
}

/** A direction behind the wall, aside of the path. */
function awayFrom(normal: Place, way: Place): Place {
  const aside: Place = [way[1], -way[0]];
  const length = Math.hypot(aside[0], aside[1]) || 1;
  return [-normal[0] + (0.9 * aside[0]) / length, -normal[1] + (0.9 * aside[1]) / length];
}
