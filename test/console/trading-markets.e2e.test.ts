/** The trading platform's pages of prices, in a browser. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { consoleWorld, hasChromium, scrollsSideways, seriousFindings } from "../support/console-world.ts";

/** A price of a live market. */
const PRICE = /^\d+\.\d+$/;

describe.skipIf(!hasChromium)("in a browser (skipped where Chromium is not installed)", async () => {
  const world = await consoleWorld({ services: "trading" });

  async function signIn(page: Page): Promise<void> {
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Username or email address").fill("demo");
    await page.getByLabel("Password").fill(world.made.get("Trading password") ?? "");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  }

  test("a trader sees live prices, signs in, and watches a market by keyboard", async () => {
    const page = await world.open("/console/trading/markets");
    await page.getByRole("cell", { name: PRICE }).first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await signIn(page);
    await page.waitForURL(/\/console\/trading\/markets$/);
    await page.getByLabel("Pair, currency or exchange").fill("alpha btc/usdt");
    await page.waitForURL(/\?q=alpha/);
    await page.getByText("1 market", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Watch BTC\/USDT/ }).press("Enter");
    await page.getByRole("button", { name: /^Remove BTC\/USDT/ }).waitFor();
    await page.goto(`${world.url}/console/trading/markets?list=watched`);
    await page.getByText("1 market", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Remove BTC\/USDT/ }).press("Enter");
    await page.getByText("The watchlist is empty").waitFor();
  });

  test("thousands of markets are shown in parts, on a phone too", async () => {
    const page = await world.open("/console", { phone: true, dark: true });
    await page.route("**/api/v2/system/symbols", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { readonly data: Record<string, object[]> };
      const [one] = body.data["simalpha"] ?? [];
      const more = Array.from({ length: 5_000 }, (_, at) => ({
        ...one,
        id: `coin${at}usdt`,
        symbol: `COIN${at}/USDT`,
      }));
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, more } } });
    });
    await page.goto(`${world.url}/console/trading/markets?page=3`);
    await page.getByText(/^Page 3 of 1\d\d$/).waitFor();
    await expect.poll(() => page.locator("tbody tr").count()).toBe(50);
    await page.getByLabel("Pair, currency or exchange").fill("coin4999");
    await page.getByText("1 market", { exact: true }).waitFor();
    await page.getByRole("link", { name: "COIN4999/USDT" }).waitFor();
    // The platform does not know it: the row says so and shows no price.
    await page.getByText("Refused").waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole("button", { name: "Search" }).tap();
    const search = page.getByRole("dialog");
    await search.getByLabel("Server, player, market or page").fill("coin49");
    await search.getByRole("link", { name: "COIN49/USDT Market of more" }).waitFor();
    await expect.poll(() => search.getByRole("link", { name: /Market of more$/ }).count()).toBe(5);
    await search.getByRole("link", { name: "All 111 markets with “coin49” Page in Trading" }).tap();
    await page.waitForURL(/\/console\/trading\/markets\?q=coin49$/);
    await page.getByText("111 markets", { exact: true }).waitFor();
  });

  test("a trader draws an indicator by keyboard, and reads the same as a table", async () => {
    const page = await world.open("/console/trading/markets/simalpha-btcusdt");
    await page.getByRole("img", { name: "1m candles of BTC/USDT" }).waitFor();
    await page.getByRole("table", { name: "Asks" }).getByRole("row").nth(10).waitFor();
    await page.getByRole("table", { name: "Latest trades" }).waitFor();
    await page.getByText("Simulated", { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel(/^Add an indicator/).fill("sma(3)");
    await page.getByLabel(/^Add an indicator/).press("Enter");
    await page.getByRole("button", { name: "Remove sma(3)" }).waitFor();
    await page.getByRole("link", { name: "Table", exact: true }).press("Enter");
    await page.waitForURL(/indicators=sma%283%29.*view=table/);
    await page.getByRole("columnheader", { name: "sma(3)" }).waitFor();
    await page
      .getByRole("table", { name: / candles of / })
      .getByRole("cell", { name: PRICE })
      .first()
      .waitFor();
    await page.getByLabel(/^Add an indicator/).fill("rsi(0)");
    await page.getByLabel(/^Add an indicator/).press("Enter");
    await page.getByText("period of rsi is a whole number from 1 to 500").waitFor();
    await page.getByRole("button", { name: "Remove rsi(0)" }).press("Enter");
    await page.getByRole("columnheader", { name: "sma(3)" }).waitFor();
  });

  test("a chart asks for its candles again where trades were missed, and the list of trades says so", async () => {
    const page = await world.open("/console");
    let brokenMs: number | undefined;
    await page.routeWebSocket(/\/ws$/, (socket) => {
      socket.connectToServer().onMessage((text) => {
        const isBroken = brokenMs !== undefined && String(text).includes('"channel":"trades/');
        socket.send(isBroken ? JSON.stringify({ ...JSON.parse(String(text)), broken: brokenMs }) : text);
        if (isBroken) brokenMs = undefined;
      });
    });
    let asked = 0;
    page.on("request", (request) => (asked += request.url().includes("/public/chart-candles") ? 1 : 0));
    await page.clock.install();
    await page.goto(`${world.url}/console/trading/markets/simalpha-btcusdt`);
    await page.getByRole("img", { name: "1m candles of BTC/USDT" }).waitFor();
    await page.getByRole("table", { name: "Latest trades" }).waitFor();
    // The page's own clock stands still: it asks for nothing because a minute has passed.
    await page.clock.pauseAt(Date.now() + 10_000);
    const note = page.getByText("Trades may be missing after", { exact: false });
    expect(await note.count()).toBe(0);
    brokenMs = Date.now();
    const shown = async (): Promise<number> => {
      await page.clock.runFor(100);
      return note.count();
    };
    await expect.poll(shown).toBe(1);
    const before = asked;
    await page.clock.runFor(5_000);
    await expect.poll(() => asked).toBeGreaterThan(before);
  });

  test("a market fits a phone, says when its prices end, and comes back by itself", async () => {
    const page = await world.open("/console/trading/markets/simalpha-ethusdt", { phone: true, dark: true });
    await page.getByRole("table", { name: "Bids" }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await world.kill();
    await page
      .getByText(/^As of .*/)
      .first()
      .waitFor();
    await page.getByText("The connection for live prices was lost.", { exact: false }).waitFor();
    await world.restart();
    await page.getByText("The connection for live prices was lost.", { exact: false }).waitFor({ state: "detached" });
    await page.goto(`${world.url}/console/trading/markets/simalpha-nothing`);
    await page.getByText("No exchange trades simalpha-nothing at the moment").waitFor();
  });
});
