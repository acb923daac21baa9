// Tabs, for mouse and keys.

import { html } from "./dom";

export class Tabs<Name extends string> {
  readonly element: HTMLElement;
  private readonly buttons: Map<Name, HTMLButtonElement>;

  constructor(tabs: readonly { name: Name; title: string }[], label: string, chosen: (name: Name) => void) {
    this.buttons = new Map(tabs.map(({ name, title }) => [name, html("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "tab-panel", onclick: () => chosen(name) }, title)]));
    this.element = html("div", { class: "tabs", role: "tablist", "aria-label": label }, ...this.buttons.values());
    this.element.addEventListener("keydown", (event) => {
      const names = [...this.buttons.keys()];
      const at = names.findIndex((name) => this.buttons.get(name) === document.activeElement);
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (at < 0 || by === undefined) return;
      event.preventDefault();
      const next = names[(at + by + names.length) % names.length]!;
      chosen(next);
      this.buttons.get(next)!.focus();
    });
  }

  /** The element that shows what is chosen. */
  controls(panel: HTMLElement): void {
    panel.id = "tab-panel";
    panel.setAttribute("role", "tabpanel");
    panel.tabIndex = -1;
  }

  choose(chosen: Name): void {
    for (const [name, button] of this.buttons) {
      button.setAttribute("aria-selected", String(name === chosen));
      button.tabIndex = name === chosen ? 0 : -1;
    }
  }
}
