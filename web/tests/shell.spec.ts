// The shell: links, garbage, undo, copies, pictures, motion, and whether everybody can use it.

import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { open } from "./page";

const answer = ".verdict .answer";

/** The second of W1, a hit at 16/17. */
const W1 = "#collision?wall=6,0,10,7&from=6,4&to=9,5";

test("a shared link restores the state", async ({ page, context }) => {
  await open(page, "#collision?wall=0,-3,0,3&from=-2,2&to=3,-1&method=straddle");
  await expect(page.locator(answer)).toHaveAttribute("data-time", "2/5");
  await expect(page.getByRole("tab", { name: "3 · Straddle" })).toHaveAttribute("aria-selected", "true");
  await page.locator('[data-handle="Bs"]').focus();
  await page.keyboard.press("ArrowUp");
  const time = (await page.locator(answer).getAttribute("data-time"))!;
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator(answer)).toHaveAttribute("data-time", time);
  await expect(other.getByRole("tab", { name: "3 · Straddle" })).toHaveAttribute("aria-selected", "true");
});

for (const [address, words] of [
  ["#collision?wall=1,2,3&from=6,4&to=9,5", "wall has 3 numbers; expected 4"],
  ["#collision?wall=6,0,10,7&from=6,x&to=9,5", "`x` is not a number"],
  ["#collision?wall=6,0,6,0&from=6,4&to=9,5", "(6, 0)"],
  ["#collision?%00%ff=&wall=%E0%A4%A", "is not known"],
  ["#collision?method=magic", "there is no method “magic”"],
  ["#chamber?chamber=0,0,4,4,4,0,0,4", "edges"],
  ["#chamber?flight=minus", "flight is “minus”"],
  ["#nowhere?x=1", "There is no screen “nowhere”"],
] as const) {
  test(`a garbage link: ${address}`, async ({ page }) => {
    const complaints = await open(page, address);
    await expect(page.locator("#problem")).toContainText(words);
    // The page goes on.
    await page.locator(".preset").first().click();
    await expect(page.locator(answer)).toBeVisible();
    await expect(page.locator("#problem")).toBeHidden();
    expect(complaints).toEqual([]);
  });
}

for (const address of [
  "#collision?wall=0,0,1e308,1e308&from=-1e308,1e308&to=1e308,-1e308",
  "#collision?wall=0,0,1e-320,0&from=0,0&to=0,0",
  "#collision?wall=0,0,1,1&from=1,0&to=-1,0&radius=1e300",
  `#collision?wall=0,0,1,${"9".repeat(3000)}&from=1,0&to=-1,0`,
  "#chamber?chamber=0,0,1e300,0,1e300,1e300&from=1e299,1e298&to=1e305,3e304",
]) {
  test(`numbers of any size: ${address.slice(0, 60)}`, async ({ page }) => {
    const complaints = await open(page, address);
    await expect(page.locator("#content h1")).toBeVisible();
    await page.locator(".preset").first().click();
    await expect(page.locator(answer)).toBeVisible();
    expect(complaints).toEqual([]);
  });
}

test("undo and redo, by button and by keys", async ({ page }) => {
  await open(page, W1);
  await page.locator('[data-preset="W2, a bouncy wall"]').click();
  await expect(page.locator(answer)).toHaveAttribute("data-time", "2/5");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(answer)).toHaveAttribute("data-time", "16/17");
  await page.keyboard.press("Control+Shift+Z");
  await expect(page.locator(answer)).toHaveAttribute("data-time", "2/5");
  await page.keyboard.press("Control+Z");
  await expect(page.locator(answer)).toHaveAttribute("data-time", "16/17");
});

test("copies as Rust, JSON and a command", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, W1);
  const copied = async (name: string) => {
    await page.locator("summary", { hasText: "Copy" }).click();
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.locator("#status")).toContainText("copied");
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied("Rust")).toContain("Segment::new([6.0, 0.0], [10.0, 7.0])?");
  expect(JSON.parse(await copied("JSON"))).toMatchObject({ carom: 1, walls: [{ segment: [[6, 0], [10, 7]] }] });
  expect(await copied("Command line")).toBe("carom explain --wall 6,0,10,7 --from 6,4 --to 9,5");
});

test("pictures are saved as SVG and PNG", async ({ page }) => {
  await open(page, W1);
  for (const [kind, start] of [["SVG", "<svg"], ["PNG", "\u0089PNG"]] as const) {
    const download = page.waitForEvent("download");
    await page.locator("summary", { hasText: "Save" }).click();
    await page.getByRole("button", { name: `Picture as ${kind}` }).click();
    const stream = await (await download).createReadStream();
    const first = (await stream[Symbol.asyncIterator]().next()).value as Buffer;
    expect(first.toString("latin1").startsWith(start)).toBe(true);
  }
});

test("those who want less motion see steps", async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await open(page, W1);
  await page.getByRole("button", { name: "Play the frame" }).click();
  await expect(page.locator(".scrub .time")).toContainText("t = 0.1");
  await page.waitForTimeout(300);
  await expect(page.locator(".scrub .time")).toContainText("t = 0.1");
  await context.close();
});

for (const screen of ["collision", "chamber"]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`everybody can use it: ${screen}, ${colorScheme}`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      await open(page, `#${screen}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).slice(0, 5).join(", ")}`)).toEqual([]);
      await context.close();
    });
  }
}

test("no screen is wider than a phone", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  for (const screen of ["collision", "chamber"]) {
    await open(page, `#${screen}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  }
  await context.close();
});
