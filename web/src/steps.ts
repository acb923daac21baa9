// A working as a list: each step with its formula, the numbers put in, and what comes of it.

import type { Line, Pair, Scalar, Section } from "./carom";
import { html } from "./dom";
import { formula, words } from "./formula";

/** What a method asks, step by step, for the steps that a case does not reach. */
export const ASKED: Record<string, [string, string][]> = {
  BothEnds: [
    ["a", "both ends of the path on the inner side?"],
    ["b", "both on the outer side?"],
    ["c", "parallel?"],
    ["d", "the time $ti$"],
    ["e", "$ti$ outside of the frame?"],
    ["f", "$Bi$ beyond $P0$?"],
    ["g", "$Bi$ beyond $P1$?"],
  ],
  OneDot: [
    ["a", "both ends of the path on the inner side?"],
    ["b", "both on the outer side?"],
    ["c", "parallel?"],
    ["d", "the time $ti$"],
    ["e", "$ti$ outside of the frame?"],
    ["f", "$Bi$ between $P0$ and $P1$?"],
  ],
  Straddle: [
    ["a", "both ends of the wall on one side of the path?"],
    ["b", "parallel?"],
    ["c", "the time $ti$"],
    ["d", "$ti$ outside of the frame?"],
  ],
};

/** A number as it is printed: `16/17 ≈ 0.9412`. */
export function scalarText({ decimal, exact }: Scalar, places = 6): string {
  const rounded = shortDecimal(decimal, places);
  if (exact === null) return `≈ ${rounded}`;
  const whole = exact.replaceAll("-", "−");
  return /^[−0-9]+$/.test(whole) ? whole : `${whole} ${Number(rounded.replace("−", "-")) === decimal ? "=" : "≈"} ${rounded}`;
}

/** The exact form alone, where there is one. */
export function shortText({ decimal, exact }: Scalar): string {
  return exact === null ? shortDecimal(decimal, 6) : exact.replaceAll("-", "−");
}

export function pairText([x, y]: Pair): string {
  return `(${shortText(x)}, ${shortText(y)})`;
}

function shortDecimal(value: number, places: number): string {
  if (!Number.isFinite(value)) return String(value);
  const big = Math.abs(value) >= 1e9 || (value !== 0 && Math.abs(value) < 1e-4);
  const text = big ? value.toPrecision(places) : value.toFixed(places).replace(/\.?0+$/, "");
  return text.replaceAll("-", "−");
}

/** What kind of end a test makes: a hit, a rejection, or none, and the next step is asked. */
export function outcome(line: Line): "rejects" | "hits" | "passes" | "fails" | "value" {
  if (line.holds === undefined) return "value";
  if (line.says?.startsWith("reject")) return line.holds ? "rejects" : "passes";
  if (line.says?.startsWith("hit if")) return line.holds ? "hits" : "rejects";
  if (line.says?.startsWith("on the wall's line")) return line.holds ? "passes" : "rejects";
  if (line.says?.startsWith("parallel")) return "passes";
  return line.holds ? "passes" : "fails";
}

/** Called with a line while it is pointed at or has the focus, and with null after that. */
export type Pointed = (line: Line | null) => void;

/** A list of the steps of a method, and of those that it did not come to. */
export function stepList(section: Section, method: string | null, pointed: Pointed): HTMLElement {
  const list = html("ol", { class: "steps" });
  for (const line of section.lines) {
    if (line.formula || line.holds !== undefined) list.append(item(line, pointed));
  }
  const reached = section.lines.map((line) => line.step).filter(Boolean);
  const last = reached[reached.length - 1] ?? "";
  for (const [letter, question] of method ? (ASKED[method] ?? []) : []) {
    if (letter > last && !reached.includes(letter)) {
      list.append(html("li", { class: "step unasked" }, html("span", { class: "letter" }, letter), html("div", { class: "body" }, html("span", { class: "says" }, words(question), " not asked"))));
    }
  }
  const verdict = section.lines.findLast((line) => line.says?.startsWith("verdict"));
  if (verdict) list.append(html("li", { class: `step concludes ${verdict.says!.includes("no hit") ? "no" : "yes"}` }, html("span", { class: "letter" }, "⇒"), html("div", { class: "body" }, words(verdict.says!.replace("verdict: ", "")))));
  return list;
}

/** A part of a working as it is, for those without lettered steps. */
export function plainSection(section: Section, pointed: Pointed): HTMLElement {
  const list = html("ol", { class: "steps" });
  for (const line of section.lines) {
    if (line.formula || line.holds !== undefined) list.append(item(line, pointed));
    else if (line.says) list.append(html("li", { class: "step words" }, html("span", { class: "letter" }), html("div", { class: "body" }, words(line.says))));
  }
  return html("section", { class: "part" }, html("h3", {}, words(section.title)), ...(section.words ?? []).map((text) => html("p", {}, words(text))), section.table ? table(section.table) : null, list);
}

export function table({ head, rows }: { head: string[]; rows: string[][] }): HTMLElement {
  return html(
    "div",
    { class: "table", tabindex: 0, role: "region", "aria-label": "Table" },
    html(
      "table",
      {},
      html("thead", {}, html("tr", {}, ...head.map((cell) => html("th", { scope: "col" }, words(cell))))),
      html("tbody", {}, ...rows.map((row) => html("tr", {}, ...row.map((cell, index) => (index ? html("td", {}, words(cell)) : html("th", { scope: "row" }, words(cell))))))),
    ),
  );
}

/** For tests without a letter. */
const MARKS = { rejects: "✕", hits: "✓", passes: "✓", fails: "–", value: "" };

/** The answer to a test, and what follows from it. */
function answered(line: Line): string {
  const answer = line.holds ? "yes" : "no";
  if (line.says?.startsWith("reject")) return line.holds ? "yes: rejected" : "no: go on";
  if (line.says?.startsWith("hit if")) return line.holds ? "yes: hit" : "no: rejected";
  return answer;
}

function item(line: Line, pointed: Pointed): HTMLElement {
  const kind = outcome(line);
  const wrong = line.holds !== undefined && line.plain !== undefined && line.plain !== line.holds;
  const body = html("div", { class: "body" });
  if (line.says) body.append(html("span", { class: "says" }, words(line.says)));
  const row = html("span", { class: "row" }, formula(line.formula));
  if (line.numbers && line.holds === undefined) row.append(html("span", { class: "numbers" }, " = ", formula(line.numbers)));
  if (line.value !== undefined) row.append(html("span", { class: "value" }, "= ", Array.isArray(line.value) ? pairText(line.value) : scalarText(line.value)));
  body.append(row);
  if (line.holds !== undefined) {
    body.append(html("span", { class: "row" }, html("span", { class: "numbers" }, formula(line.numbers)), html("span", { class: `outcome ${kind}` }, answered(line))));
  }
  if (line.remarks?.length) body.append(html("div", { class: "remarks" }, ...line.remarks.map((remark) => html("p", {}, words(remark)))));
  const element = html(
    "li",
    { class: `step ${kind}${wrong ? " misled" : ""}`, tabindex: 0 },
    html("span", { class: "letter", "aria-hidden": line.step ? null : "true" }, line.step ?? MARKS[kind]),
    body,
  );
  const on = () => {
    element.classList.add("pointed");
    pointed(line);
  };
  const off = () => {
    element.classList.remove("pointed");
    pointed(null);
  };
  element.addEventListener("pointerenter", on);
  element.addEventListener("pointerleave", off);
  element.addEventListener("focus", on);
  element.addEventListener("blur", off);
  return element;
}
