// A chamber: presets, the edge table, drawing one, corners by keys.

import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { open, placeOf } from "./page";

const table = JSON.parse(readFileSync(new URL("./verdicts.json", import.meta.url), "utf8")) as { screen: string; name: string; verdict: { edges: number[] } }[];

const answer = ".verdict .answer";

for (const row of table.filter((row) => row.screen === "chamber")) {
  test(`preset: ${row.name}`, async ({ page }) => {
    const complaints = await open(page, "#chamber");
    await page.locator(`[data-preset="${row.name}"]`).click();
    await expect(page.locator(answer)).toHaveAttribute("data-edges", row.verdict.edges.join(","));
    expect(complaints).toEqual([]);
  });
}

test("the edge table is that of the worked numbers", async ({ page }) => {
  await open(page, "#chamber");
  const rows = page.locator(".edge-table tbody tr");
  await expect(rows).toHaveCount(5);
  const expected = [["(100, 0)", "(0, −100)", "0"], ["(200, 200)", "(200, −200)", "20000"], ["(−250, 200)", "(200, 250)", "110000"], ["(50, −300)", "(−300, −50)", "−35000"], ["(−100, −100)", "(−100, 100)", "0"]];
  for (const [index, cells] of expected.entries()) {
    const found = await rows.nth(index).locator("td").allTextContents();
    expect(found.slice(0, 3)).toEqual(cells);
  }
  await expect(page.locator(".note").first()).toContainText("not convex");
});

test("drag the ball, and move a corner with the keys", async ({ page }) => {
  const complaints = await open(page, "#chamber");
  const before = await page.locator(answer).textContent();
  const from = await placeOf(page, "Bs");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y - 40, { steps: 3 });
  await page.mouse.up();
  expect(await page.locator(answer).textContent()).not.toBe(before);
  await page.locator('[data-handle="corner-2"]').focus();
  await page.keyboard.press("Shift+ArrowLeft");
  expect(page.url()).not.toContain("300,200");
  // Without that corner the edges would cross: the page says so, and keeps it.
  await page.keyboard.press("Delete");
  await expect(page.locator(".verdict .fault")).toContainText("edges");
  await expect(page.locator(".edge-table tbody tr")).toHaveCount(5);
  await page.locator('[data-handle="corner-4"]').focus();
  await page.keyboard.press("Delete");
  await expect(page.locator(".edge-table tbody tr")).toHaveCount(4);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".edge-table tbody tr")).toHaveCount(5);
  expect(complaints).toEqual([]);
});

test("draw a chamber, and one that crosses itself", async ({ page }) => {
  await open(page, "#chamber");
  const draw = async (corners: [number, number][]) => {
    await page.getByRole("button", { name: "Draw one" }).click();
    const box = (await page.locator("svg.figure").boundingBox())!;
    for (const [x, y] of corners) await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
    await page.getByRole("button", { name: "Close it" }).click();
  };
  await draw([[0.2, 0.2], [0.8, 0.25], [0.7, 0.8], [0.25, 0.75]]);
  await expect(page.locator(".edge-table tbody tr")).toHaveCount(4);
  await expect(page.locator(answer)).toContainText("bounce");
  await draw([[0.2, 0.2], [0.8, 0.8], [0.8, 0.2], [0.2, 0.8]]);
  await expect(page.locator("#problem")).toContainText("That is no chamber");
  await expect(page.locator(".edge-table tbody tr")).toHaveCount(4);
});
