/** Signals in a browser: one is published, triggered, edited, given an address, and deleted. */
import { describe, expect, test } from "vitest";
import { openSignedIn } from "../support/console-sign-in.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "trading" });

  test("a signal is published, opened and closed, and deleted when it is closed", async () => {
    const page = await openSignedIn(world, "/console/trading/signals?tab=mine");
    await page.getByText("You have not published any signals").waitFor();
    await page.getByRole("link", { name: "Publish a signal" }).click();
    await page.getByLabel("Name").fill("Trend of bitcoin");
    await page.getByLabel("Market", { exact: true }).fill("simalpha-btcusdt");
    await page.getByLabel("Description").fill("Follows the trend.");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Publish a signal" }).click();
    await page.getByRole("heading", { name: "Trend of bitcoin", level: 1 }).waitFor();

    const trigger = async (side: string): Promise<void> => {
      await page.getByRole("button", { name: "Trigger" }).click();
      const dialog = page.getByRole("dialog");
      await expect.poll(() => dialog.getByLabel("Signal").inputValue()).toBe(side);
      await dialog.getByLabel("Maximum amount per follower, in the quote currency").fill("100");
      await dialog.getByRole("button", { name: "Trigger" }).click();
    };
    await trigger("buy");
    await page.getByText("It is open. Close it before you delete it or begin a new record.").waitFor();
    await page.getByRole("row", { name: /^1 Long .*still open/ }).waitFor();
    await trigger("sell");
    await page.getByRole("button", { name: "Delete" }).waitFor();

    await page.getByRole("button", { name: "Create an address" }).click();
    await page.getByRole("dialog").getByLabel("Label").fill("Chart");
    await page.getByRole("dialog").getByLabel("Maximum amount per follower, in the quote currency").fill("5");
    await page.getByRole("dialog").getByRole("button", { name: "Create an address" }).click();
    await page.getByText(/\/marketplace\/hooks\/in\/\S{20,}/).waitFor();
    await page.getByRole("row", { name: /Chart .* no message yet/ }).waitFor();

    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Trend");
    await page.getByRole("dialog").getByLabel("Note 1").fill("Only in rising markets");
    await page.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
    await page.getByRole("heading", { name: "Trend", level: 1, exact: true }).waitFor();
    await page.getByText("Only in rising markets").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByLabel("Type “Trend” to confirm").fill("Trend");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("You have not published any signals").waitFor();
  });

  test("a signal, and how its author is shown, fit a phone in the dark", async () => {
    const page = await openSignedIn(world, "/console/trading/signals?tab=developer", { phone: true, dark: true });
    await page.getByLabel("Name").fill("Trend House");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("not verified").waitFor();
    await page.goto(`${world.url}/console/trading/signals?tab=mine&panel=publish`);
    await page.getByLabel("Name").fill("Small screen");
    await page.getByLabel("Market", { exact: true }).fill("simalpha-ethusdt");
    await page.getByRole("button", { name: "Publish a signal" }).tap();
    await page.getByRole("heading", { name: "Small screen", level: 1 }).waitFor();
    await page.getByRole("img", { name: /Openings and closings on simalpha-ethusdt/ }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    for (const [tab, shown] of [
      ["best", "A place cannot be bought."],
      ["mine", "Small screen"],
      ["developer", "Developer key"],
    ] as const) {
      await page.goto(`${world.url}/console/trading/signals?tab=${tab}`);
      await page.locator("main").getByText(shown).first().waitFor();
      expect(await scrollsSideways(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
    }
  });
});
