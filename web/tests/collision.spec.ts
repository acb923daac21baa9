// One collision: drag by mouse, touch and keys; presets; the working; the exercise.

import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { open, placeOf } from "./page";

interface Row {
  screen: string;
  name: string;
  case: Record<string, string>;
  verdict: { hit?: boolean; time?: string | number | null; plain?: boolean[]; edges?: number[] };
}

/** What the library says natively: crates/carom-wasm/tests/presets.rs. */
const table = JSON.parse(readFileSync(new URL("./verdicts.json", import.meta.url), "utf8")) as Row[];

const verdict = ".verdict .answer";

/** The second of W1, a hit at 16/17. */
const W1 = "#collision?wall=6,0,10,7&from=6,4&to=9,5";

test("the first screen has its answer at once", async ({ page }) => {
  const complaints = await open(page);
  await expect(page.locator(verdict)).toContainText("Hit");
  await expect(page.locator(verdict)).toHaveAttribute("data-time", "2/5");
  const ready = Number(await page.locator("html").getAttribute("data-ready"));
  console.log(`first drawing ${ready} ms after the page began`);
  expect(complaints).toEqual([]);
});

test("drag with the mouse, and the time changes", async ({ page }) => {
  const complaints = await open(page, W1);
  const from = await placeOf(page, "Be");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y - 10, { steps: 4 });
  await page.mouse.up();
  const time = await page.locator(verdict).getAttribute("data-time");
  expect(time).not.toBeNull();
  expect(time).not.toBe("16/17");
  // What the address says is what is shown.
  const to = new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("to");
  expect(to).not.toBe("9,5");
  await expect(page.locator("#status")).toContainText(`ti = ${time}`);
  // Far to the left it misses.
  const now = await placeOf(page, "Be");
  await page.mouse.move(now.x, now.y);
  await page.mouse.down();
  await page.mouse.move(now.x - 300, now.y, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator(verdict)).toContainText("No hit");
  expect(complaints).toEqual([]);
});

test("drag with a finger", async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await open(page, W1);
  await page.locator('[data-handle="Be"]').scrollIntoViewIfNeeded();
  const from = await placeOf(page, "Be");
  const client = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  await touch("touchStart", from.x, from.y);
  for (let step = 1; step <= 5; step += 1) await touch("touchMove", from.x + 5 * step, from.y - 3 * step);
  await touch("touchEnd", 0, 0);
  await expect(page.locator(verdict)).not.toHaveAttribute("data-time", "16/17");
  await expect(page.locator(verdict)).toHaveAttribute("data-verdict", "hit");
  await context.close();
});

test("move with the keys", async ({ page }) => {
  await open(page, W1);
  const handle = page.locator('[data-handle="Be"]');
  await handle.focus();
  await page.keyboard.press("ArrowRight");
  // One step of 0.2 in a window of this size: V = (3.2, 1), N·V = 18.4, ti = 16 / 18.4.
  await expect(page.locator(verdict)).toHaveAttribute("data-time", "20/23");
  await expect(handle).toBeFocused();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(page.locator("#status")).toContainText("No hit");
});

test("numbers and fractions can be typed, and what is none is told", async ({ page }) => {
  await open(page, W1);
  const x = page.getByLabel("Be, where the path ends, x");
  await x.fill("28/3");
  await x.press("Enter");
  // V = (10/3, 1): N·V = 58/3, ti = 16·3/58.
  await expect(page.locator(verdict)).toHaveAttribute("data-time", "24/29");
  await x.fill("nine");
  await x.press("Enter");
  await expect(page.locator(".field .fault").filter({ hasText: "`nine` is not a number" })).toBeVisible();
  await expect(page.locator(verdict)).toHaveAttribute("data-time", "24/29");
});

test("the radius makes a disc of the point", async ({ page }) => {
  await open(page, W1);
  await page.getByLabel("Radius r of what moves; 0 is a point").fill("40");
  await expect(page.locator(".disc-hit")).toBeAttached();
  await expect(page.locator(".part h3").first()).toBeVisible();
});

/** What moves, as the address has it. */
const shapeIn = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("shape");

test("corners of a box are dragged, and it stays a box", async ({ page }) => {
  const complaints = await open(page, "#collision?wall=0,-3,0,3&from=-4,0&to=4,0&shape=box:-1,-1,1,1");
  // Its right side is at −3 + 8t.
  await expect(page.locator(verdict)).toHaveAttribute("data-time", "3/8");
  const corner = await placeOf(page, "C2");
  const start = await placeOf(page, "Bs");
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down();
  // As far again from the start as it was: to (2, 1).
  await page.mouse.move(corner.x + (corner.x - start.x), corner.y, { steps: 4 });
  await page.mouse.up();
  expect(shapeIn(page)).toBe("box:-1,-1,2,1");
  await expect(page.locator(verdict)).toHaveAttribute("data-time", "1/4");
  // Beyond its other side it would be no box: it comes as far as that, and no further.
  const now = await placeOf(page, "C1");
  await page.mouse.move(now.x, now.y);
  await page.mouse.down();
  await page.mouse.move(now.x, start.y, { steps: 2 });
  await page.mouse.move(now.x, start.y - (now.y - start.y) * 1.5, { steps: 1 });
  await page.mouse.up();
  expect(shapeIn(page)).toBe("box:-1,0,2,1");
  expect(complaints).toEqual([]);
});

test("corners of a polygon move with the keys, and go with the shape", async ({ page }) => {
  await open(page, "#collision?wall=0,-3,0,3&from=-4,0&to=4,0&shape=polygon:-1,-1,1,0,-1,1");
  await expect(page.locator(verdict)).toHaveAttribute("data-time", "3/8");
  const handle = page.locator('[data-handle="C1"]');
  await handle.focus();
  await page.keyboard.press("Shift+ArrowRight");
  const [, , x, y] = shapeIn(page)!.split(":")[1]!.split(",").map(Number);
  expect(x).toBeGreaterThan(1);
  expect(y).toBe(0);
  const [above, below] = (await page.locator(verdict).getAttribute("data-time"))!.split("/").map(Number);
  expect(above! / below!).toBeCloseTo((4 - x!) / 8, 12);
  await expect(page.locator('[data-handle="C3"]')).toHaveCount(0);
  await page.getByLabel("What moves", { exact: true }).selectOption("");
  await expect(page.locator('[data-handle="C1"]')).toHaveCount(0);
});

for (const row of table.filter((row) => row.screen === "collision")) {
  test(`preset: ${row.name}`, async ({ page }) => {
    const complaints = await open(page, W1);
    await page.locator(`[data-preset="${row.name}"]`).click();
    const answer = page.locator(verdict);
    await expect(answer).toHaveAttribute("data-verdict", row.verdict.hit ? "hit" : "no hit");
    if (row.verdict.hit) await expect(answer).toHaveAttribute("data-time", String(row.verdict.time));
    if (row.verdict.plain?.length) {
      await page.getByRole("tab", { name: "Plain floats" }).click();
      const said = await page.locator("[data-plain]").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-plain") === "hit"));
      expect(said).toEqual(row.verdict.plain);
    }
    expect(complaints).toEqual([]);
  });
}

test("the three methods agree, step by step", async ({ page }) => {
  await open(page, "#collision?wall=0,-3,0,3&from=-2,2&to=3,-1");
  for (const [tab, letters] of [["1 · Both ends", "abcdefg"], ["2 · One dot", "abcdef"], ["3 · Straddle", "abcd"]] as const) {
    await page.getByRole("tab", { name: tab }).click();
    const found = await page.locator("#tab-panel > .steps > .step .letter").allTextContents();
    expect(found.join("").replace("⇒", "")).toBe(letters);
    await expect(page.locator(".step.concludes")).toContainText("2/5");
  }
  // A step that is pointed at is drawn.
  await page.locator(".step", { hasText: "reject if both ends of the wall" }).hover();
  await expect(page.locator(".line-path")).toBeAttached();
});

test("the answer stays hidden until it is typed", async ({ page }) => {
  await open(page, W1);
  await page.getByRole("button", { name: "Exercise" }).click();
  await expect(page.locator(verdict)).toHaveCount(0);
  await expect(page.locator(".steps")).toHaveCount(0);
  await page.getByLabel("Does it hit?").selectOption("hit");
  await page.getByLabel("the time ti").fill("1/2");
  await page.getByLabel("Bi, x").fill("8.82");
  await page.getByLabel("Bi, y").fill("84/17");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.locator(".feedback")).toContainText("not it yet");
  await expect(page.locator(verdict)).toHaveCount(0);
  await page.getByLabel("the time ti").fill("0.94");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.locator(".feedback")).toContainText("Right");
  await expect(page.locator(verdict)).toHaveAttribute("data-time", "16/17");
  await page.getByRole("button", { name: "Another case" }).click();
  await expect(page.locator(verdict)).toHaveCount(0);
});
