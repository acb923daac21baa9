// Many balls: nobody gets out, the same bits as natively, files of all kinds, π, and whether everybody can use it.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { open } from "./page";

/** The program that serves the page: its own runs are what the page's must equal. */
const program = process.env["CAROM_PROGRAM"]!;
const repository = new URL("../..", import.meta.url);

const figure = (page: Page, name: string) => page.locator(`.many [data-figure="${name}"]`);

/** Runs to a frame and waits until it is there. */
async function runTo(page: Page, frame: number): Promise<void> {
  await page.getByLabel("Frame to run to").fill(String(frame));
  await page.getByRole("button", { name: "Run to frame" }).click();
  await expect(figure(page, "frame")).toHaveText(frame.toLocaleString("en-US"));
  await expect(figure(page, "rate")).toHaveText("paused");
}

/** Drops a file on the screen, as somebody with a mouse does. */
async function drop(page: Page, name: string, content: string | { megabytes: number }): Promise<void> {
  await page.evaluate(
    ([name, content]) => {
      const parts = typeof content === "string" ? [content] : Array.from({ length: content.megabytes }, () => " ".repeat(2 ** 20));
      const transfer = new DataTransfer();
      transfer.items.add(new File(parts, name));
      const target = document.querySelector(".screen canvas, .screen .figure")!;
      for (const type of ["dragenter", "dragover", "drop"]) target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    [name, content] as const,
  );
}

test("ten seconds of 5,000 balls in the chamber, and nobody gets out", async ({ page }) => {
  const complaints = await open(page, "#many?scene=chamber&balls=5000&speed=1");
  await expect(figure(page, "balls")).toHaveText("5,000");
  await runTo(page, 600);
  await expect(figure(page, "time")).toHaveText("10.00 s");
  await expect(page.locator("[data-escapes]")).toHaveAttribute("data-escapes", "0");
  await expect(figure(page, "balls")).toHaveText("5,000");
  await expect(figure(page, "energy")).toContainText("100 %");
  // The naive way beside it has lost many by then.
  expect(Number(await page.locator("[data-naive-escapes]").getAttribute("data-naive-escapes"))).toBeGreaterThan(1000);
  expect(complaints).toEqual([]);
});

for (const [scene, file, frames] of [["gas", "gas.json", 3000], ["pinball", "pinball.json", 1200], ["needle", "needle.json", 2000]] as const) {
  test(`${frames} frames of ${scene} end in the same bits as natively`, async ({ page }) => {
    await open(page, `#many?scene=${scene}&balls=own&naive=no`);
    await runTo(page, frames);
    const told = execFileSync(program, ["run", `scenes/${file}`, "--frames", String(frames), "--json", "--no-picture", "--quiet"], { cwd: repository, encoding: "utf8" });
    const native = JSON.parse(told) as { state_hash: string; bounces: number; collisions: number };
    await expect(figure(page, "state")).toHaveText(native.state_hash.replace(/^0x/, ""));
    await expect(figure(page, "bounces")).toHaveText(native.bounces.toLocaleString("en-US"));
    await expect(figure(page, "collisions")).toHaveText(native.collisions.toLocaleString("en-US"));
  });
}

test("all strategies end in the same bits", async ({ page }) => {
  const hashes = new Set<string>();
  for (const strategy of ["BruteForce", "Bounds", "Quadtree", "Bvh", "Grid"]) {
    await open(page, `#many?scene=maze&balls=100&naive=no&strategy=${strategy}`);
    await page.reload();
    await expect(page.locator(".costs .used [data-strategy]")).toHaveAttribute("data-strategy", strategy);
    await runTo(page, 60);
    hashes.add((await figure(page, "state").textContent())!);
  }
  expect(hashes.size).toBe(1);
  // And a hierarchy pays: of 200 walls and more, few are left to ask.
  const walls = async (strategy: string) => Number(await page.locator(`[data-walls-asked="${strategy}"]`).textContent());
  expect(await walls("Bvh")).toBeLessThan((await walls("BruteForce")) / 10);
});

test("the billiard counts the digits of π", async ({ page }) => {
  for (const [k, count] of [[1, "31"], [5, "314159"]] as const) {
    await open(page, `#many?scene=pi&k=${k}&naive=no`);
    await page.reload();
    await expect(page.locator(".counter")).toHaveAttribute("data-count", count);
    await expect(page.locator(".counter")).toContainText(`π = 3${count.length > 1 ? `.${count.slice(1)}` : ""}`);
  }
});

test("scenes of all formats can be dropped", async ({ page }) => {
  const complaints = await open(page, "#many");
  for (const file of ["imports/desk.svg", "imports/harbour.geojson", "imports/parcels.wkt", "imports/room.tmj", "tiles.tmx", "pool.json"]) {
    await drop(page, file.split("/").pop()!, readFileSync(new URL(`scenes/${file}`, repository), "utf8"));
    await expect(page.locator("select [data-own]")).toHaveCount(1);
    await expect(page.locator("#status")).toContainText("walls.");
    expect(Number((await figure(page, "walls").textContent())!.replace(",", ""))).toBeGreaterThan(0);
    await page.getByLabel("Scene", { exact: true }).selectOption("chamber");
    await expect(page.locator("select [data-own]")).toHaveCount(0);
  }
  expect(complaints).toEqual([]);
});

test("a file that is chosen by hand", async ({ page }) => {
  await open(page, "#many");
  await page.locator("input[type=file]").setInputFiles({ name: "room.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ carom: 1, name: "My room", walls: [{ polygon: [[0, 0], [4, 0], [4, 3]] }] })) });
  await expect(page.locator("select [data-own]")).toHaveText("My room");
  // It has no balls of its own, so it gets some.
  await expect(figure(page, "balls")).toHaveText("2,000");
  await expect(figure(page, "walls")).toHaveText("3");
});

test("hostile files: a clear message, and the page goes on", async ({ page }) => {
  const complaints = await open(page, "#many?balls=100");
  const deep = "[".repeat(100_000);
  const entities = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${"bcdefghij"[i]} "${`&${"abcdefghi"[i]};`.repeat(10)}">`).join("")}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`;
  for (const [name, content, words] of [
    ["garbage.json", "{ \"carom\": 1, \"walls\": [{ \"segment\": [[0, 0]] }] }", "garbage.json"],
    ["empty.json", "", "empty.json"],
    ["noise.svg", "\u0000\u0001\u0002<<<>>>&&&", "noise.svg"],
    ["deep.json", `{ "carom": 1, "walls": ${deep}`, "deep.json"],
    ["laughs.svg", entities, "laughs.svg"],
    ["far.json", "{ \"carom\": 1, \"walls\": [{ \"segment\": [[0, 0], [1e999, 0]] }] }", "far.json"],
    ["inside.json", "{ \"carom\": 1, \"walls\": [{ \"segment\": [[0, 0], [1, 0]] }], \"bodies\": [{ \"position\": [0, 0], \"radius\": 1 }] }", "inside.json"],
    ["hello.toml", "carom = 1", "hello.toml"],
    ["future.json", "{ \"carom\": 99 }", "future.json"],
    ["large.json", { megabytes: 100 }, "large.json has 100 MB; at most 16 MB are read here"],
  ] as const) {
    await drop(page, name, content);
    await expect(page.locator("#problem"), name).toContainText(words);
    // What was there before runs on.
    const before = Number(await figure(page, "frame").textContent());
    await expect.poll(async () => Number(await figure(page, "frame").textContent()), { message: name }).toBeGreaterThan(before);
    await page.getByRole("button", { name: "Restart" }).click();
  }
  await page.getByLabel("Scene", { exact: true }).selectOption("stadium");
  await expect(page.locator("#problem")).toBeHidden();
  expect(complaints).toEqual([]);
});

test("numbers at the edge of what there is", async ({ page }) => {
  const complaints = await open(page, "#many?balls=100");
  const room = (size: number) => JSON.stringify({ carom: 1, walls: [{ polygon: [[-size, -size], [size, -size], [size, size], [-size, size]] }] });
  for (const size of [1e300, 1e-300]) {
    await drop(page, "room.json", room(size));
    await expect(page.locator("select [data-own]")).toHaveCount(1);
    await page.getByRole("button", { name: "Step" }).click();
    await expect(page.locator("[data-escapes]")).toHaveAttribute("data-escapes", "0");
    await page.getByLabel("Scene", { exact: true }).selectOption("chamber");
  }
  expect(complaints).toEqual([]);
});

for (const [address, words] of [
  ["#many?scene=nowhere", "there is no scene “nowhere”"],
  ["#many?balls=-5", "balls is “-5”"],
  ["#many?balls=1e9", "balls is “1e9”"],
  ["#many?speed=fast", "speed is “fast”"],
  ["#many?strategy=magic", "a strategy is one of"],
  ["#many?k=99&scene=pi", "k is “99”"],
  ["#many?<script>=1", "is not known"],
  ["#lidar?sensor=1", "sensor is “1”"],
  ["#lidar?beams=1e9", "beams is “1e9”"],
] as const) {
  test(`a garbage link: ${address}`, async ({ page }) => {
    const complaints = await open(page, address);
    await expect(page.locator("#problem")).toContainText(words);
    await expect(page.locator(".screen canvas, .screen .figure").first()).toBeVisible();
    expect(complaints).toEqual([]);
  });
}

test("the scene of the command line", async ({ page }) => {
  const complaints = await open(page, "#many?scene=served");
  await expect(page.locator("select [data-own]")).toHaveText("Pinball");
  await expect(page.locator("#problem")).toBeHidden();
  await runTo(page, 100);
  expect(complaints).toEqual([]);
});

test("pause, single steps and their events", async ({ page }) => {
  await open(page, "#many?scene=gas&balls=own");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Restart" }).click();
  await page.locator(".event-list summary").click();
  for (let frame = 1; frame <= 3; frame += 1) {
    await page.getByRole("button", { name: "Step" }).click();
    await expect(figure(page, "frame")).toHaveText(String(frame));
    await expect(page.locator(".event-list summary")).toContainText(`Events of frame ${frame}`);
  }
  await expect(page.locator(".events li").first()).toBeVisible();
  const times = (await page.locator(".events .when").allTextContents()).map(parseFloat);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test("trees are drawn", async ({ page }) => {
  await open(page, "#many?scene=tiles&naive=no");
  await page.getByRole("button", { name: "Pause" }).click();
  const pixels = () => page.locator("canvas").first().evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const seen = new Set<string>();
  for (const tree of ["no tree", "quadtree", "box tree"]) {
    await page.getByLabel("Drawn").selectOption(tree);
    await page.getByRole("button", { name: "Restart" }).click();
    seen.add(await pixels());
  }
  expect(seen.size).toBe(3);
});

test("those who want less motion begin with a picture that stands still", async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await open(page, "#many");
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await expect(figure(page, "frame")).toHaveText("0");
  await context.close();
});

test("drag the sensor, and it sees other walls", async ({ page }) => {
  const complaints = await open(page, "#lidar?scene=maze");
  const nearest = page.locator('[data-figure="nearest"]');
  const before = await nearest.textContent();
  const sensor = page.locator('[data-handle="sensor"]');
  await sensor.focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowRight");
  await expect(nearest).not.toHaveText(before!);
  const box = (await sensor.locator(".knob").boundingBox())!;
  const keyed = await nearest.textContent();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 60, box.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(nearest).not.toHaveText(keyed!);
  expect(page.url()).toContain("sensor=");
  expect(complaints).toEqual([]);
});

test("gates count by direction what `carom run` counts", async ({ page }) => {
  await open(page, "#lidar?scene=corridor");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Restart" }).click();
  for (let i = 0; i < 120; i += 1) await page.getByRole("button", { name: "Step" }).click();
  const told = execFileSync(program, ["run", "scenes/corridor.json", "--frames", "120", "--json", "--no-picture", "--quiet"], { cwd: repository, encoding: "utf8" });
  const { gates } = JSON.parse(told) as { gates: { name: string; forward: number; backward: number }[] };
  expect(gates.some((gate) => gate.forward + gate.backward > 0)).toBe(true);
  for (const { name, forward, backward } of gates) {
    await expect(page.locator(`[data-gate="${name}"] td`)).toHaveText([forward, backward, forward - backward].map((count) => String(count).replace("-", "−")));
  }
});

test("zones know who is in them, as `carom run` does", async ({ page }) => {
  const complaints = await open(page, "#lidar?scene=museum");
  await expect(page.locator(".zone")).toHaveCount(4);
  await expect(page.locator(".gate")).toHaveCount(0);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Restart" }).click();
  for (let i = 0; i < 120; i += 1) await page.getByRole("button", { name: "Step" }).click();
  const told = execFileSync(program, ["run", "scenes/museum.json", "--frames", "120", "--json", "--no-picture", "--quiet"], { cwd: repository, encoding: "utf8" });
  const { zones } = JSON.parse(told) as { zones: { name: string; entered: number; left: number; inside: number }[] };
  expect(zones.some((zone) => zone.entered + zone.left > 0)).toBe(true);
  for (const { name, entered, left, inside } of zones) {
    await expect(page.locator(`[data-zone="${name}"] td`)).toHaveText([entered, left, inside].map(String));
  }
  expect(complaints).toEqual([]);
});

for (const screen of ["many", "lidar"]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`everybody can use it: ${screen}, ${colorScheme}`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      await open(page, `#${screen}`);
      await page.getByRole("button", { name: "Pause" }).click();
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).slice(0, 5).join(", ")}`)).toEqual([]);
      await context.close();
    });
  }

  test(`${screen} is not wider than a phone`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await open(page, `#${screen}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await context.close();
  });
}
