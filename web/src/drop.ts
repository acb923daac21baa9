// Files that are dropped anywhere on a screen, or chosen.

import { html } from "./dom";

/** Takes files that are dropped on an element. A button to choose one by hand comes with it. */
export class Drop {
  readonly button: HTMLElement;
  private readonly input: HTMLInputElement;

  constructor(
    private readonly target: HTMLElement,
    endings: string,
    private readonly took: (file: File) => void,
  ) {
    this.input = html("input", { type: "file", accept: endings, class: "file", "aria-label": "A scene's file", tabindex: -1, onchange: () => this.chosen() });
    const open = html("button", { type: "button", onclick: () => this.input.click() }, "Open a file…");
    this.button = html("span", { class: "open" }, open, this.input);
    target.addEventListener("dragover", this.over);
    target.addEventListener("dragleave", this.leave);
    target.addEventListener("drop", this.dropped);
  }

  close(): void {
    this.target.removeEventListener("dragover", this.over);
    this.target.removeEventListener("dragleave", this.leave);
    this.target.removeEventListener("drop", this.dropped);
  }

  private chosen(): void {
    const file = this.input.files?.[0];
    // The same file can be chosen again after it has been changed.
    this.input.value = "";
    if (file) this.took(file);
  }

  private readonly over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.target.classList.add("awaits-file");
  };

  private readonly leave = (event: DragEvent) => {
    if (!(event.relatedTarget instanceof Node && this.target.contains(event.relatedTarget))) this.target.classList.remove("awaits-file");
  };

  private readonly dropped = (event: DragEvent) => {
    this.target.classList.remove("awaits-file");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.took(file);
  };
}
