/** The registry's pages in a browser. */
import { describe, expect, test } from "vitest";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "registry" });

  test("a developer finds a tool server as the name is typed", async () => {
    const page = await world.open("/console/registry/servers");
    await page.getByRole("table").waitFor();
    await page.getByLabel("Search by name, title or description").fill("weather");
    await page.waitForURL(/\?q=weather$/);
    await page.getByRole("row").nth(1).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("the list fits a phone", async () => {
    const page = await world.open("/console/registry/servers", { phone: true, dark: true });
    await page.getByRole("link", { name: /./ }).first().waitFor();
    await page.locator("table").waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
