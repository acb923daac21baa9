// Scenes to choose from, scenes from files, and the one that `carom play SCENE` offers.

import type { Answer, Carom, Scene } from "./carom";
import breakout from "../../scenes/breakout.json?raw";
import chamber from "../../scenes/chamber.json?raw";
import corridor from "../../scenes/corridor.json?raw";
import galton from "../../scenes/galton.json?raw";
import gas from "../../scenes/gas.json?raw";
import geofence from "../../scenes/geofence.json?raw";
import maze from "../../scenes/maze.json?raw";
import museum from "../../scenes/museum.json?raw";
import needle from "../../scenes/needle.json?raw";
import pinball from "../../scenes/pinball.json?raw";
import piston from "../../scenes/piston.json?raw";
import stadium from "../../scenes/stadium.json?raw";
import tiles from "../../scenes/tiles.json?raw";
// The page reads no TOML: these are kept the same as scenes/crates.toml and scenes/lift.toml by a test of carom-scene.
import crates from "./scene-files/crates.json?raw";
import lift from "./scene-files/lift.json?raw";

/** A scene that the page brings along. */
export interface Preset {
  /** As it stands in addresses. */
  name: string;
  title: string;
  text: string;
}

export const PRESETS: readonly Preset[] = [
  { name: "chamber", title: "The chamber", text: chamber },
  { name: "pi", title: "A billiard that counts π", text: JSON.stringify(counting(3)) },
  { name: "needle", title: "A wedge 420 long and 4 wide", text: needle },
  { name: "maze", title: "A maze", text: maze },
  { name: "tiles", title: "A tile level", text: tiles },
  { name: "stadium", title: "A stadium", text: stadium },
  { name: "gas", title: "Three hundred discs", text: gas },
  { name: "pinball", title: "Pinball", text: pinball },
  { name: "breakout", title: "Breakout", text: breakout },
  { name: "crates", title: "Crates that fall and rest", text: crates },
  { name: "lift", title: "A lift and a door", text: lift },
  { name: "piston", title: "A gas and a piston", text: piston },
  { name: "galton", title: "Galton's board", text: galton },
  { name: "corridor", title: "Two halls and a corridor", text: corridor },
  { name: "museum", title: "A museum and its rooms", text: museum },
  { name: "geofence", title: "A town with two fences", text: geofence },
];

/** How the scene is called in addresses that `carom play SCENE` serves, and where it is. */
export const SERVED = "served";
const SERVED_AT = "scene.json";

/** Larger files are not read: the page would stand still for too long. */
const LARGEST_FILE = 16 * 2 ** 20;

/** The endings of files that can be dropped. */
export const ENDINGS = ".json,.svg,.geojson,.wkt,.tmx,.tmj";

/** A scene that the page brings along, read. */
export function preset(carom: Carom, name: string): Answer<Scene> {
  const found = PRESETS.find((preset) => preset.name === name);
  if (!found) return { ok: false, error: `There is no scene “${name.slice(0, 40)}”; expected ${PRESETS.map((preset) => preset.name).join(", ")}.` };
  return carom.scene(found.text, `${name}.json`);
}

/** The billiard with a ball of mass 100ᵏ: it counts k + 1 digits of π. */
export function billiard(carom: Carom, k: number): Answer<Scene> {
  return carom.scene(JSON.stringify(counting(k)), "pi.json");
}

/** As scenes/pi.toml, with a lane that is open at its far end: the last collision may be far away. */
function counting(k: number): object {
  return {
    carom: 1,
    name: "Counting π",
    view: [-1, -3.5, 17, 3.5],
    walls: [{ name: "the wall", chain: [[16, -2.5], [0, -2.5], [0, 2.5], [16, 2.5]] }],
    bodies: [
      { name: "the small ball", position: [3, 0], radius: 0.5 },
      { name: "the big ball", position: [8, 0], radius: 1.5, mass: 100 ** k, velocity: [-2, 0] },
    ],
  };
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
