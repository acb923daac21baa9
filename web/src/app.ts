// What the shell offers to a screen, and what it wants of it.

import type { Carom } from "./carom";

/** What a screen gets from the shell. */
export interface App {
  readonly carom: Carom;
  /**
   * Puts a screen's state into the address. With `"commit"` it is a step that can be undone; with `"passing"`, while something is
   * being dragged, it is not.
   */
  save(state: URLSearchParams, how: "commit" | "passing"): void;
  /** Says something to those who listen to the page; also shown at its foot. */
  status(text: string): void;
  /** Shows what went wrong, until `null`. The page goes on. */
  problem(text: string | null): void;
  /** Whether the reader has asked for less motion. */
  calm(): boolean;
}

/** A way to take a case away as text. */
export interface Copy {
  name: string;
  text: string;
}

/** A screen that is on the page. */
export interface Screen {
  /** Takes over a state from the address: at first, after an undo, a link or the back button. What is not there has its default. */
  show(state: URLSearchParams): void;
  /** The case as Rust, JSON, a command line. */
  copies?(): Copy[];
  /** The picture to be saved. */
  picture?(): SVGSVGElement | HTMLCanvasElement;
  /** Ends whatever still runs. */
  close(): void;
}

/** Builds a screen in an empty element. */
export type Mount = (root: HTMLElement, app: App) => Screen;
