// Scenes to choose from, scenes from files, and the one that `carom play SCENE` offers.

import type { Answer, Carom, Scene } from "./carom";
import chamber from "../../scenes/chamber.json?raw";
import corridor from "../../scenes/corridor.json?raw";
import galton from "../../scenes/galton.json?raw";
import gas from "../../scenes/gas.json?raw";
import geofence from "../../scenes/geofence.json?raw";
import maze from "../../scenes/maze.json?raw";
import needle from "../../scenes/needle.json?raw";
import pi from "../../scenes/pi.toml?raw";
import pinball from "../../scenes/pinball.json?raw";
import stadium from "../../scenes/stadium.json?raw";
import tiles from "../../scenes/tiles.json?raw";

/** A scene that the page brings along. */
export interface Preset {
  /** As it stands in addresses. */
  name: string;
  title: string;
  text: string;
  /** The end of its file's name. */
  format: "json" | "toml";
}

export const PRESETS: readonly Preset[] = [
  { name: "chamber", title: "The chamber", text: chamber, format: "json" },
  { name: "pi", title: "A billiard that counts π", text: pi, format: "toml" },
  { name: "needle", title: "A wedge 420 long and 4 wide", text: needle, format: "json" },
  { name: "maze", title: "A maze", text: maze, format: "json" },
  { name: "tiles", title: "A tile level", text: tiles, format: "json" },
  { name: "stadium", title: "A stadium", text: stadium, format: "json" },
  { name: "gas", title: "Three hundred discs", text: gas, format: "json" },
  { name: "pinball", title: "Pinball", text: pinball, format: "json" },
  { name: "galton", title: "Galton's board", text: galton, format: "json" },
  { name: "corridor", title: "Two halls and a corridor", text: corridor, format: "json" },
  { name: "geofence", title: "A town with two fences", text: geofence, format: "json" },
];

/** How the scene is called in addresses that `carom play SCENE` serves, and where it is. */
export const SERVED = "served";
const SERVED_AT = "scene.json";

/** Larger files are not read: the page would stand still for too long. */
const LARGEST_FILE = 16 * 2 ** 20;

/** The endings of files that can be dropped. */
export const ENDINGS = ".json,.toml,.svg,.geojson,.wkt,.tmx,.tmj";

/** A scene that the page brings along, read. */
export function preset(carom: Carom, name: string): Answer<Scene> {
  const found = PRESETS.find((preset) => preset.name === name);
  if (!found) return { ok: false, error: `There is no scene “${name.slice(0, 40)}”; expected ${PRESETS.map((preset) => preset.name).join(", ")}.` };
  return carom.scene(found.text, `${name}.${found.format}`);
}

/**
 * The billiard with a ball of mass 100ᵏ: it counts k + 1 digits of π. The lane is open at its far end, as the last collision may be
 * far away.
 */
export function billiard(carom: Carom, k: number): Answer<Scene> {
  const open = pi.replace(/polygon = .*/, "chain = [[16, -2.5], [0, -2.5], [0, 2.5], [16, 2.5]]");
  return carom.scene(open.replace("mass = 100\n", `mass = ${100 ** k}\n`), "pi.toml");
}

/** A scene from a file of the reader's. */
export async function fromFile(carom: Carom, file: File): Promise<Answer<Scene>> {
  if (LARGEST_FILE < file.size) {
    const size = (file.size / 2 ** 20).toFixed(0);
    return { ok: false, error: `${file.name} has ${size} MB; at most ${LARGEST_FILE / 2 ** 20} MB are read here. The command line reads more: carom run ${file.name}` };
  }
  try {
    return carom.scene(await file.text(), file.name);
  } catch (error) {
    return { ok: false, error: `${file.name} cannot be read: ${String(error)}` };
  }
}

/** The scene that the page was opened with. */
export async function fromServer(carom: Carom): Promise<Answer<Scene>> {
  const none = { ok: false, error: "There is no scene here to begin with; `carom play SCENE` serves one." } as const;
  try {
    const answer = await fetch(SERVED_AT);
    return answer.ok ? carom.scene(await answer.text(), SERVED_AT) : none;
  } catch {
    return none;
  }
}
