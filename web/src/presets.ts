// Cases to choose from, in groups.

import { html } from "./dom";

export interface Preset {
  name: string;
  about: string;
  case: Record<string, string>;
}

export interface PresetGroup {
  title: string;
  presets: Preset[];
}

/** A list of cases, each a button that puts it on the board. */
export function presetList(title: string, groups: PresetGroup[], choose: (preset: Preset) => void): HTMLElement {
  const group = ({ title, presets }: PresetGroup) =>
    html("div", { class: "preset-group" },
      html("h3", {}, title),
      html("ul", {}, ...presets.map((preset) => html("li", {}, html("button", { type: "button", class: "preset", "data-preset": preset.name, onclick: () => choose(preset) }, html("b", {}, preset.name), html("span", {}, preset.about))))),
    );
  return html("section", { class: "presets", "aria-label": title }, html("h2", {}, title), html("div", { class: "preset-groups" }, ...groups.map(group)));
}
