// The shell: which screen is shown, its state in the address, undo, copies, pictures, light and dark.

import "./style.css";
import type { App, Mount, Screen } from "./app";
import { load, type Carom } from "./carom";
import { html } from "./dom";
import { download, pictureAsPng, pictureAsSvg } from "./export";
import { mount as chamber } from "./screens/chamber";
import { mount as collision } from "./screens/collision";
import { mount as lidar } from "./screens/lidar";
import { mount as many } from "./screens/many";

/** A screen, and whether it needs the module with scenes and worlds. */
const SCREENS: { name: string; title: string; mount: Mount; worlds?: true }[] = [
  { name: "collision", title: "One collision", mount: collision },
  { name: "chamber", title: "A chamber", mount: chamber },
  { name: "many", title: "Many", mount: many, worlds: true },
  { name: "lidar", title: "Lidar and gates", mount: lidar, worlds: true },
];

const content = element("content");
const problemLine = element("problem");
const statusLine = element("status");

class Shell {
  private screen: Screen | null = null;
  private name = "";
  /** The states that can be gone back to, as they stand in the address, one list a screen. */
  private readonly past = new Map<string, string[]>();
  private readonly future = new Map<string, string[]>();
  private current = new Map<string, string>();
  private readonly tools = element("tools");

  constructor(private readonly carom: Carom) {
    this.buildTools();
    window.addEventListener("hashchange", () => void this.follow().catch(failed));
    window.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows what the address says. */
  async follow(): Promise<void> {
    const [name, state] = address();
    const screen = SCREENS.find((screen) => screen.name === name) ?? SCREENS[0]!;
    const isUnknown = name !== "" && name !== screen.name;
    this.problem(isUnknown ? `There is no screen “${name.slice(0, 40)}”; here is the first.` : null);
    if (screen.name !== this.name) {
      this.screen?.close();
      this.screen = null;
      this.name = screen.name;
      this.buildNavigation();
      document.title = `${screen.title} · carom`;
      content.replaceChildren(html("p", { class: "waiting" }, "Loading…"));
      if (screen.worlds) {
        await this.carom.loadWorlds();
        // The reader may have gone on meanwhile.
        if (this.name !== screen.name) return;
      }
      content.replaceChildren();
      const root = html("div", { class: `screen ${screen.name}` });
      content.append(root);
      this.screen = screen.mount(root, this.app());
      window.scrollTo(0, 0);
    }
    const shown = (isUnknown ? null : state) ?? this.current.get(this.name) ?? "";
    this.remember(shown);
    this.screen?.show(new URLSearchParams(shown));
    this.refreshTools();
  }

  private app(): App {
    return {
      carom: this.carom,
      save: (state, how) => this.save(readable(state), how),
      status: (text) => {
        if (statusLine.textContent !== text) statusLine.textContent = text;
      },
      problem: (text) => this.problem(text),
      calm: () => window.matchMedia("(prefers-reduced-motion: reduce)").matches,
    };
  }

  private save(state: string, how: "commit" | "passing"): void {
    if (how === "passing") return;
    this.remember(state);
    history.replaceState(null, "", `#${this.name}${state ? `?${state}` : ""}`);
    this.refreshTools();
  }

  /** Notes a state as the one that is now; the one before can be gone back to. */
  private remember(state: string): void {
    const before = this.current.get(this.name);
    if (before === state) return;
    if (before !== undefined) list(this.past, this.name).push(before);
    this.future.set(this.name, []);
    this.current.set(this.name, state);
  }

  private step(from: Map<string, string[]>, to: Map<string, string[]>): void {
    const state = list(from, this.name).pop();
    const now = this.current.get(this.name);
    if (state === undefined || now === undefined) return;
    list(to, this.name).push(now);
    this.current.set(this.name, state);
    history.replaceState(null, "", `#${this.name}${state ? `?${state}` : ""}`);
    this.problem(null);
    this.screen?.show(new URLSearchParams(state));
    this.refreshTools();
  }

  undo(): void {
    this.step(this.past, this.future);
  }

  redo(): void {
    this.step(this.future, this.past);
  }

  private key(event: KeyboardEvent): void {
    const inField = event.target instanceof HTMLInputElement && event.target.type === "text";
    if (!(event.ctrlKey || event.metaKey) || inField || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) this.redo();
    else this.undo();
  }

  private problem(text: string | null): void {
    problemLine.hidden = text === null;
    problemLine.textContent = text ?? "";
  }

  private buildNavigation(): void {
    element("screens").replaceChildren(
      ...SCREENS.map(({ name, title }) => {
        const here = name === this.name;
        return html("a", { href: `#${name}`, "aria-current": here ? "page" : null }, title);
      }),
    );
  }

  private readonly undoButton = html("button", { type: "button", class: "sign", "aria-label": "Undo", title: "Undo (Ctrl+Z)", onclick: () => this.undo() }, "↶");
  private readonly redoButton = html("button", { type: "button", class: "sign", "aria-label": "Redo", title: "Redo (Ctrl+Shift+Z)", onclick: () => this.redo() }, "↷");
  private readonly copyMenu = html("div", { class: "menu-items" });
  private readonly saveMenu = html("div", { class: "menu-items" });

  private buildTools(): void {
    const theme = html("button", { type: "button", class: "sign theme", title: "Light or dark", onclick: () => turnTheme() }, "◐");
    theme.setAttribute("aria-label", "Switch between light and dark");
    this.tools.append(this.undoButton, this.redoButton, menu("Copy", this.copyMenu), menu("Save", this.saveMenu), theme);
  }

  private refreshTools(): void {
    this.undoButton.disabled = list(this.past, this.name).length === 0;
    this.redoButton.disabled = list(this.future, this.name).length === 0;
    const copies = () => [{ name: "Link", text: location.href }, ...(this.screen?.copies?.() ?? [])];
    this.copyMenu.replaceChildren(
      ...copies().map(({ name }) => {
        const copy = () => void this.copy(name, copies().find((one) => one.name === name)?.text ?? "");
        return html("button", { type: "button", onclick: copy }, name);
      }),
    );
    const picture = this.screen?.picture;
    this.saveMenu.parentElement!.hidden = picture === undefined;
    const isDrawn = picture !== undefined && this.screen!.picture!() instanceof SVGSVGElement;
    this.saveMenu.replaceChildren(
      ...(isDrawn ? ["SVG", "PNG"] : ["PNG"]).map((kind) =>
        html("button", { type: "button", onclick: () => void this.savePicture(kind) }, `Picture as ${kind}`),
      ),
    );
  }

  private async copy(name: string, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.app().status(`${name} copied`);
    } catch {
      // Without a clipboard it is shown, to be copied by hand.
      window.prompt(`${name}: copy it from here`, text);
    }
  }

  private async savePicture(kind: string): Promise<void> {
    const picture = this.screen?.picture?.();
    if (!picture) return;
    const name = `carom-${this.name}.${kind.toLowerCase()}`;
    if (kind === "SVG" && picture instanceof SVGSVGElement) download(name, new Blob([pictureAsSvg(picture)], { type: "image/svg+xml" }));
    else download(name, await pictureAsPng(picture));
    this.app().status(`${name} saved`);
  }
}

/** The screen's name and its state as they stand in the address; without a state, what it was before is meant. */
function address(): [string, string | null] {
  const hash = location.hash.slice(1);
  const mark = hash.indexOf("?");
  return mark < 0 ? [hash, null] : [hash.slice(0, mark), hash.slice(mark + 1)];
}

/** The state as an address that people can read: commas, strokes and spaces as they are. */
function readable(state: URLSearchParams): string {
  return state.toString().replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%3A", ":");
}

function list(of: Map<string, string[]>, name: string): string[] {
  const found = of.get(name) ?? [];
  of.set(name, found);
  return found;
}

function element(id: string): HTMLElement {
  return document.getElementById(id)!;
}

/** A button that opens a list; closes when something is chosen, on Escape, and when the reader looks elsewhere. */
function menu(name: string, items: HTMLElement): HTMLElement {
  const details = html("details", { class: "menu" }, html("summary", {}, name), items);
  items.addEventListener("click", () => (details.open = false));
  details.addEventListener("keydown", (event) => {
    if (event.key === "Escape") details.open = false;
  });
  details.addEventListener("focusout", (event) => {
    if (event.relatedTarget instanceof Node && !details.contains(event.relatedTarget)) details.open = false;
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
  });
  return details;
}

const THEME = "carom-theme";

function turnTheme(): void {
  const dark = document.documentElement.dataset["theme"]
    ? document.documentElement.dataset["theme"] === "dark"
    : window.matchMedia("(prefers-color-scheme: dark)").matches;
  setTheme(dark ? "light" : "dark");
}

function setTheme(theme: string): void {
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem(THEME, theme);
  } catch {
    // A page that may not remember anything still works.
  }
  window.dispatchEvent(new Event("themechange"));
}

function rememberedTheme(): string | null {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null;
  }
}

async function start(): Promise<void> {
  const theme = rememberedTheme();
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  try {
    await new Shell(await load()).follow();
    document.documentElement.dataset["ready"] = String(Math.round(performance.now()));
  } catch (error) {
    failed(error);
  }
}

function failed(error: unknown): void {
  problemLine.hidden = false;
  problemLine.textContent = `This screen could not be loaded: ${String(error)}`;
}

void start();
