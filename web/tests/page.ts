// What the specs share: a page that is ready, and none of whose errors go unseen.

import { expect, type Page } from "@playwright/test";

/** Opens a screen and waits until it is drawn. What the page complains of is gathered in the list that comes back. */
export async function open(page: Page, address = ""): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`./${address}`);
  await expect(page.locator("html[data-ready]")).toBeAttached();
  return complaints;
}

/** The middle of a handle on the page. */
export async function placeOf(page: Page, handle: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-handle="${handle}"] .knob`).boundingBox();
  if (!box) throw new Error(`there is no handle ${handle}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
