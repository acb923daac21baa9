// Formulas as they are set in print: letters in italics, with their indices, each quantity in its own colour.

import { html } from "./dom";

/** What a letter belongs to; the page's style has a colour for each. */
const KIND: Record<string, string> = {
  P0: "wall", P1: "wall", E: "wall",
  N: "normal", n: "normal", D: "normal", M: "normal",
  Bs: "path", Be: "path", V: "path", r: "path",
  ti: "hit", Bi: "hit", T: "hit",
  "Be'": "after", i: "after", e: "after",
};

const LETTERS = /(?<![A-Za-z√])(Be'|Bs|Be|Bi|P0|P1|ti|t(?=\()|[NnDMEVrieT])(?![A-Za-z'])/g;

/** A formula, as in `ti = (N·P0 − N·Bs) / (N·V)`. */
export function formula(text: string): HTMLElement {
  const out = html("span", { class: "formula" });
  let done = 0;
  for (const match of text.matchAll(LETTERS)) {
    out.append(text.slice(done, match.index), letter(match[1]!));
    done = match.index + match[0].length;
  }
  out.append(text.slice(done));
  return out;
}

/** Words with formulas between `$` signs. */
export function words(text: string): DocumentFragment {
  const out = document.createDocumentFragment();
  text.split("$").forEach((part, index) => out.append(index % 2 ? formula(part) : part));
  return out;
}

/** One quantity by its name. */
export function letter(name: string): HTMLElement {
  const [base, index, prime] = name === "Be'" ? ["B", "e", "′"] : [name[0]!, name.slice(1), ""];
  return html("i", { class: `q q-${KIND[name] ?? "plain"}` }, base, index ? html("sub", {}, index) : null, prime);
}

/** `Bₛ` and the like for pictures, where there is no `sub`. */
export function plainLetter(name: string): string {
  const indices: Record<string, string> = { P0: "P₀", P1: "P₁", Bs: "Bₛ", Be: "Bₑ", Bi: "Bᵢ", "Be'": "Bₑ′", ti: "tᵢ" };
  return indices[name] ?? name;
}
