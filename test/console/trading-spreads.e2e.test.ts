/** The page of spreads and arbitrage, in a browser. */
import { describe, expect, test } from "vitest";
import { BOTH_WAYS } from "../support/console-hands.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "trading" });

  test.each(BOTH_WAYS)("a trader watches a spread move, and opens its history $way", async ({ shown, handsOf }) => {
    const page = await world.open("/console", shown);
    const hands = handsOf(page);
    if (shown.phone === true) await hands.press(page.getByRole("button", { name: "All pages" }));
    await hands.press(page.getByRole("navigation").getByRole("link", { name: "Spreads", exact: true }));
    const matrix = page.getByRole("group", { name: /^Returns by exchange/ });
    const cell = matrix.getByRole("link", { name: /%/ }).first();
    const before = await cell.textContent();
    await expect.poll(() => cell.textContent()).not.toBe(before);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    await hands.press(cell);
    await page.waitForURL(/tab=history&buy=.+&sell=/);
    await page.getByText("Return before fees").waitFor();
    await page.getByRole("img", { name: /^Ask minus bid of/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    await hands.press(page.getByRole("link", { name: "Table", exact: true }));
    await page.getByRole("table", { name: /^Ask minus bid of/ }).waitFor();
    // Days before today need a session; what the platform says is shown.
    await page.getByLabel("Day (UTC). Empty: today").fill("2026-01-02");
    await page.getByRole("button", { name: "Try again" }).waitFor();
  });

  test("a page that follows no live prices does not say that they are missing", async () => {
    const page = await world.open("/console/trading/spreads?tab=history");
    await page.clock.install();
    await page.reload();
    await page.getByText("Choose two markets").waitFor();
    await page.clock.fastForward(10_000);
    expect(await page.getByText(/connection for live prices/).count()).toBe(0);
  });

  test("arbitrage is shown with its fees and its life, and an alert is given once it is wanted", async () => {
    const page = await world.open("/console/trading/spreads?tab=arbitrage", { phone: true, dark: true });
    await page.getByRole("table", { name: "Arbitrage" }).waitFor();
    await page
      .getByText(/^at least \d+ /)
      .first()
      .waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel(/^Minimum return after fees/).fill("much");
    await page.getByText("Enter a number, such as 0.2.", { exact: false }).waitFor();
    await page.getByLabel(/^Minimum return after fees/).fill("-10");
    await page.getByLabel("Play a sound").press("Space");
    await page.waitForURL(/alert=-10.*sound=1/);
    // An opportunity that is new, and is worth it.
    await page
      .getByText(/^Buy at .+, sell at .+ after fees\./)
      .first()
      .waitFor();
    await page.goto(`${world.url}/console/trading/spreads`);
    await page
      .getByRole("group", { name: /^Returns by exchange/ })
      .getByRole("link", { name: /%/ })
      .first()
      .waitFor();
    expect(await scrollsSideways(page)).toBe(false);
  });
});
