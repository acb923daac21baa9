// Number fields that accept what people write, fractions too, and say what is wrong with the rest in the library's words.

import type { Carom } from "./carom";
import { html } from "./dom";
import { letter } from "./formula";

/** A row of number fields for one quantity. */
export class Field {
  readonly element: HTMLElement;
  private readonly inputs: HTMLInputElement[];
  private readonly fault = html("span", { class: "fault" });

  /**
   * @param name the letter it is known by, @param words what that is, @param parts how each number is called,
   * @param changed is told all the numbers once they can be read.
   */
  constructor(
    private readonly carom: Carom,
    name: string,
    words: string,
    parts: string[],
    private readonly changed: (numbers: string[]) => void,
  ) {
    this.inputs = parts.map((part) =>
      html("input", {
        type: "text",
        inputmode: "text",
        autocomplete: "off",
        spellcheck: "false",
        "aria-label": `${words}${part ? `, ${part}` : ""}`,
        onchange: () => this.read(),
        onkeydown: (event) => this.key(event as KeyboardEvent),
      }),
    );
    const open = parts.length > 1 ? ["(", ")"] : ["", ""];
    const row: (Node | string)[] = [];
    this.inputs.forEach((input, index) => row.push(...(index ? [", "] : []), input));
    this.element = html("div", { class: "field", title: words }, letter(name), " = ", open[0]!, ...row, open[1]!, this.fault);
  }

  set(numbers: string[]): void {
    this.inputs.forEach((input, index) => {
      if (document.activeElement !== input || input.value.trim() === "") input.value = numbers[index] ?? "";
      input.style.setProperty("--digits", String(Math.min(Math.max((numbers[index] ?? "").length, 2), 12)));
    });
    this.say("");
  }

  private read(): void {
    for (const input of this.inputs) {
      const answer = this.carom.number(input.value);
      input.setAttribute("aria-invalid", String(!answer.ok));
      if (!answer.ok) {
        this.say(answer.error);
        return;
      }
    }
    this.say("");
    this.changed(this.inputs.map((input) => input.value.trim()));
  }

  private say(fault: string): void {
    this.fault.textContent = fault;
    if (!fault) this.inputs.forEach((input) => input.removeAttribute("aria-invalid"));
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Enter") this.read();
  }
}
