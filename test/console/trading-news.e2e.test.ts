/** News in a browser: from an article to the chart of its market, and the addresses of feed readers. */
import { describe, expect, test } from "vitest";
import { openSignedIn } from "../support/console-sign-in.ts";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "trading" });

  test("an article leads to the chart of its market at that moment, which marks and lists it", async () => {
    const page = await openSignedIn(world, "/console/trading/news");
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("link", { name: "BTC/USDT" }) })
      .first();
    const title = (await row.getByRole("rowheader").getByRole("link").textContent()) ?? "";
    await row.getByRole("link", { name: "BTC/USDT" }).click();
    await page.waitForURL(/markets\/sim[a-z]+-btcusdt\?at=\d+$/);
    await page.getByText("Candles around").waitFor();
    const listed = page.getByRole("table", { name: "News" }).getByRole("row").filter({ hasText: title });
    await listed.first().waitFor();
    await page.getByLabel("Impact after").selectOption("3600");
    await page.waitForURL(/after=3600/);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Show now" }).click();
    await page.getByRole("img", { name: "1m candles of BTC/USDT" }).waitFor();
    await page.getByText("Candles around").waitFor({ state: "detached" });
  });

  test("a keyword has one address for feed readers, shown once, made again and revoked", async () => {
    const page = await openSignedIn(world, "/console/trading/news?tab=keywords", { phone: true, dark: true });
    await page.getByLabel("Keyword").fill("bitcoin");
    await page.getByRole("button", { name: "Follow" }).click();
    await page.getByRole("button", { name: "Create an address" }).tap();
    const shown = page.getByText(/\/public\/trending-news-feed\/\S{20,}/);
    const first = (await shown.textContent()) ?? "";
    const read = (address: string) => page.request.get(address.replace(/^https?:\/\/[^/]+/, world.url));
    expect((await read(first)).status()).toBe(200);
    await page.getByRole("button", { name: "New address" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "New address" }).tap();
    await shown.filter({ hasNotText: first }).waitFor();
    expect((await read(first)).status()).toBe(404);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Revoke" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).tap();
    await page.getByRole("button", { name: "Create an address" }).waitFor();
  });

  test("the news of a market fit a phone", async () => {
    const page = await world.open("/console/trading/markets/simalpha-btcusdt", { phone: true, dark: true });
    // Signed out, there is no impact: the page says why.
    await page.getByText("Needs a subscription").first().waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${world.url}/console/trading/news?tab=sources`);
    await page.getByText("Articles found").waitFor();
    await page.getByLabel("Source", { exact: true }).waitFor();
    await expect.poll(() => page.locator(".loading").count()).toBe(0);
    expect(await page.locator(".failed").allTextContents()).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
