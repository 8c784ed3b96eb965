/** The builder, signals and news in a browser. */
import { describe, expect, test } from "vitest";
import { openSignedIn } from "../support/console-sign-in.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "trading" });

  test("an algorithm is built from sentences, checked and published", async () => {
    const page = await openSignedIn(world, "/console/trading/algorithms");
    await page.getByLabel("Name").fill("Falling");
    await page.getByLabel("Group").fill("Mine");
    await page.getByRole("button", { name: "Create an algorithm" }).click();
    await page.getByLabel("Value to compare").selectOption("indicator");
    await page.getByLabel("Indicator, parameter and interval").fill("rsi_14_1h");
    await page.getByRole("button", { name: "Add condition" }).click();
    await page
      .getByText(/indicator rsi 14 1h of a market of the profile is below a value of the profile\./)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Add row" }).click();
    await page.getByText("Buys at a market of the profile with a limit order").first().waitFor();
    await page.getByRole("link", { name: "Edit condition 0" }).press("Enter");
    const editor = page.locator("li .panel");
    await expect.poll(() => editor.getByLabel("Indicator, parameter and interval").inputValue()).toBe("rsi_14_1h");
    await editor.getByLabel("Comparison").selectOption("greater_than");
    await editor.getByRole("button", { name: "Save the condition" }).click();
    await editor.waitFor({ state: "detached" });
    await page
      .getByText(/indicator rsi 14 1h of a market of the profile is above a value/)
      .first()
      .waitFor();
    await page.getByRole("link", { name: "Edit row 0" }).click();
    await page.waitForURL(/edit=row-/);
    await editor.getByLabel("Side").selectOption("sell");
    await editor.getByLabel("Label").fill("Way out");
    expect(await seriousFindings(page)).toEqual([]);
    await editor.getByRole("button", { name: "Save the row" }).click();
    await page.getByText("Sells at a market of the profile with a limit order").first().waitFor();
    await page.getByText("No strategy has sent an order with it yet.").waitFor();
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("No problems found.").waitFor();
    await page.getByLabel("The way back").selectOption({ label: "twap_buy" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name: "The way back: twap_buy" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByText("Published", { exact: true }).waitFor();
  });

  test("a keyword is followed, and the news of a day say what they did to prices", async () => {
    const page = await openSignedIn(world, "/console/trading/news?tab=keywords");
    await page.getByLabel("Keyword").fill("bitcoin");
    await page.getByRole("button", { name: "Follow" }).click();
    await page.getByRole("row", { name: /bitcoin/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "News" }).last().click();
    await page.getByRole("heading", { name: "News" }).waitFor();
    await page
      .getByText(/Impact on prices|No news on this day/)
      .first()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("builder, signals and news fit a phone in the dark", async () => {
    const page = await openSignedIn(world, "/console/trading/signals", { phone: true, dark: true });
    for (const [path, shown] of [
      ["signals", "No signals yet"],
      ["signals?tab=subscriptions", "You follow no signals yet"],
      ["signals?tab=mine", "You have not published any signals"],
      ["algorithms", "Library"],
      ["news", "News"],
    ] as const) {
      await page.goto(`${world.url}/console/trading/${path}`);
      await page.locator("main").getByText(shown).first().waitFor();
      expect(await scrollsSideways(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
    }
  });
});
