/** The market over HTTP, with books that the tests set. A test bears the number of its acceptance case where it has one. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FAKE_DIFFICULTY, fakeEsplora } from "../support/fake-esplora.ts";
import { bookOf, marketOf, ScriptedExchange } from "../support/scripted-exchange.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const pairs = ["BTC/USDT", "ETH/USDT", "ETH/BTC", "SOL/USDT"].map((symbol) => marketOf(symbol, { tickSize: "0.01" }));
const lots = marketOf("PEPE/USDT", { tickSize: "0.00000001", stepSize: "10", minAmount: "10" });
const one = new ScriptedExchange("one", [...pairs, lots]);
const two = new ScriptedExchange("two", pairs.slice(0, 3));
const chain = await fakeEsplora(3);
const world = await tradingWorld({
  settings: {
    TRIPOD_TRADING_ADDRESS_REQUESTS_PER_MINUTE: "0",
    TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0",
    TRIPOD_TRADING_ESPLORA_URL: chain.url,
  },
  exchanges: [one, two],
});
const { key } = await world.person();
const ask = (path: string, params = {}, withKey = true) =>
  world.ask("POST", path, { params, ...(withKey ? { key } : {}) });
const dataOf = async (path: string, params = {}, withKey = true) => {
  const { status, json, text } = await ask(path, params, withKey);
  if (status !== 200) throw new Error(text);
  return json.data;
};

/** Books that agree with each other, and again each second, as an exchange that lives would send them. */
let beat: NodeJS.Timeout | undefined;
function setBooks(): void {
  const atMs = Date.now();
  one.says.book("btcusdt", bookOf(100, 101, { atMs }));
  two.says.book("btcusdt", bookOf(100, 103, { atMs }));
  one.says.book("ethusdt", bookOf(9, 10, { atMs }));
  two.says.book("ethusdt", bookOf(9.5, 10.5, { atMs }));
  one.says.book("ethbtc", bookOf(0.09, 0.1, { atMs }));
  two.says.book("ethbtc", bookOf(0.09, 0.1, { atMs }));
}

beforeAll(async () => {
  await waitUntil(() => {
    expect(one.watched).toBeDefined();
    expect(two.watched).toBeDefined();
  });
  setBooks();
  beat = setInterval(setBooks, 1_000);
});
afterAll(() => {
  clearInterval(beat);
  return chain.close();
});

describe("system", () => {
  test("A05: symbols of one exchange", async () => {
    const data = await dataOf("system/symbols", { exchange: "one" });
    expect(Object.keys(data)).toEqual(["one"]);
    expect(data.one).toHaveLength(5);
    for (const { id, symbol, base, quote, min, pp, pa } of data.one) {
      expect(id).toBe(id.toLowerCase());
      expect(symbol).toBe(`${base}/${quote}`);
      expect([typeof min, Number.isInteger(pp), Number.isInteger(pa)]).toEqual(["number", true, true]);
    }
    const [bitcoin] = data.one;
    expect(bitcoin).toMatchObject({ id: "btcusdt", min: 0.0001, pp: 2, pa: 4, tick_size: "0.01", min_notional: "5" });
    expect(data.one.at(-1)).toMatchObject({ id: "pepeusdt", pp: 8, pa: -1 });
    expect((await ask("system/symbols", { exchange: "three" })).status).toBe(404);
    expect(Object.keys(await dataOf("system/symbols"))).toEqual(["one", "two"]);
  });

  test("exchanges, their state and that they are simulated", async () => {
    expect(await dataOf("system/exchanges")).toEqual([
      { code: "one", name: "one (simulated)" },
      { code: "two", name: "two (simulated)" },
    ]);
    const status = await dataOf("system/status");
    expect(status.map(({ name, status: state }: Record<string, string>) => [name, state])).toEqual([
      ["API", "running"],
      ["one (simulated)", "running (simulated)"],
      ["two (simulated)", "running (simulated)"],
    ]);
    const health = await dataOf("system/exchange-health");
    expect(health.last_issue).toBeLessThanOrEqual(health.time_now);
    const [information] = await dataOf("public/exchange-information");
    expect(information).toMatchObject({ exchange: "one (simulated)", status: "running (simulated)" });
  });

  test("rates against the dollar, over what is live", async () => {
    await waitUntil(async () => {
      const { base, source, rates } = await dataOf("system/rates");
      expect([base, source]).toEqual(["USD", "simulated"]);
      expect(Number(rates.BTC)).toBeGreaterThan(99);
      expect(Number(rates.BTC)).toBeLessThan(103);
      expect(Number(rates.ETH)).toBeGreaterThan(8);
      expect(rates).not.toHaveProperty("SOL");
    });
  });

  test("what the subscription may use", async () => {
    const { supported } = await dataOf("system/information");
    expect(supported.exchanges).toEqual(["one", "two"]);
    expect(supported.symbols).toContain("two-ethbtc");
  });

  test("symbols over all exchanges", async () => {
    const symbols: Record<string, unknown>[] = await dataOf("system/unique-symbols");
    expect(symbols).toHaveLength(5);
    expect(symbols.find(({ id }) => id === "btcusdt")).toMatchObject({ exchanges: ["one", "two"], count: 2 });
    expect(symbols.at(-1)).toMatchObject({ exchanges: ["one"], count: 1 });
  });
});

describe("public", () => {
  test("A16: best prices of two markets, without a key", async () => {
    const data = await dataOf("public/fetch-symbol-price", { code: "one-btcusdt, TWO-btcusdt" }, false);
    expect(new Set(Object.keys(data))).toEqual(new Set(["one-btcusdt", "two-btcusdt", "notes"]));
    expect(typeof data.notes).toBe("string");
    for (const code of ["one-btcusdt", "two-btcusdt"]) {
      for (const side of ["bids", "asks"]) {
        const { price, qty, time } = data[code][side];
        expect([price, qty, time].map((value) => typeof value)).toEqual(["number", "number", "number"]);
        expect(Math.abs(Date.now() - time)).toBeLessThan(10_000);
      }
      expect(data[code]).toMatchObject({ bids: { price: 100 }, state: "live" });
      expect(data[code].age_ms).toBeLessThan(5_000);
    }
  });

  test("A17: at most ten codes, and at least one", async () => {
    const many = Array.from({ length: 11 }, (_, at) => `one-${at}`).join(",");
    const tooMany = await ask("public/fetch-symbol-price", { code: many }, false);
    expect(tooMany.status).toBe(422);
    const none = await ask("public/fetch-symbol-price", {}, false);
    expect(none.status).toBe(422);
    expect(none.json.data).toMatchObject({ code: 1440, missing_parameters: ["code"] });
    const unknown = await ask("public/fetch-symbol-price", { code: "one-nothing" });
    expect([unknown.status, unknown.json.data.code]).toEqual([404, 2300]);
  });

  test("A18: the spread of two markets, this minute", async () => {
    const data = await dataOf(
      "public/fetch-spread-data",
      { combination: "one-btcusdt+two-btcusdt", latestonly: "true" },
      false,
    );
    expect(data).toHaveLength(1);
    const [{ price, ratio }] = data;
    expect(price.close).toBe(1);
    expect(ratio.close).toBeCloseTo(1.01, 9);
    for (const { open, high, low, close, time } of [price, ratio]) {
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
      expect(time).toMatch(/^\d{13}$/);
    }
    expect(price.time).toBe(ratio.time);
  });

  test("a book that is crossed, or whose sequence was lost, says so and is used for nothing", async () => {
    one.says.book("solusdt", bookOf(12, 11, { atMs: Date.now() }));
    const crossed = await dataOf("public/fetch-symbol-price", { code: "one-solusdt" });
    expect(crossed["one-solusdt"].state).toBe("crossed");
    one.says.book("solusdt", bookOf(10, 11, { atMs: Date.now() }));
    one.says.lost("solusdt", "gap");
    const lost = await dataOf("public/fetch-symbol-price", { code: "one-solusdt" });
    expect(lost["one-solusdt"]).toMatchObject({ state: "stale", bids: { price: 10 } });
    expect(await dataOf("system/rates")).not.toHaveProperty("rates.SOL");
  });

  test("trades by the side that they took, newest first", async () => {
    const atMs = Date.now();
    one.says.trade("btcusdt", { id: "1", price: 101, quantity: 2, takerSide: "buy", atMs });
    one.says.trade("btcusdt", { id: "2", price: 100, quantity: 1, takerSide: "sell", atMs });
    one.says.trade("btcusdt", { id: "3", price: 101, quantity: 3, takerSide: "buy", atMs });
    const data = await dataOf("public/fetch-symbol-trades", { symbol: "one-btcusdt" });
    expect(data["one-btcusdt"].asks).toEqual([
      [101, 3, atMs, "3"],
      [101, 2, atMs, "1"],
    ]);
    expect(data["one-btcusdt"].bids).toEqual([[100, 1, atMs, "2"]]);
    const asks = await dataOf("public/fetch-symbol-trades", { symbol: "one-btcusdt", side: "asks" });
    expect(Object.keys(asks["one-btcusdt"])).toEqual(["asks"]);
    const active = await dataOf("public/fetch-symbol-trades", {});
    expect(Object.keys(active)).toContain("one-btcusdt");
  });

  test("bitcoin on all markets, at the pace that was asked for", async () => {
    const data = await dataOf("public/bitcoin-price-tracker", { interval: 25 });
    expect(data.asks["one-btcusdt"].slice(0, 2)).toEqual([101, 1]);
    expect(Object.keys(data.bids).toSorted()).toEqual(["one-btcusdt", "two-btcusdt"]);
    const filtered = await dataOf("public/bitcoin-price-tracker", { symbol_filter: "TWO" });
    expect(Object.keys(filtered.bids)).toEqual(["two-btcusdt"]);
    expect((await ask("public/bitcoin-price-tracker", { interval: 30 })).status).toBe(422);
  });

  test("bitcoin's figures, from the exchanges and from its chain", async () => {
    const { total_bitcoins: coins, ...data } = await dataOf("public/bitcoin-information");
    expect(coins).toBe(150);
    expect(data.market_cap_usd).toBeCloseTo(150 * data.market_price_usd, 6);
    expect(data).toMatchObject({ source: "simulated", difficulty: FAKE_DIFFICULTY, miners_revenue_usd: null });
    expect(data.hash_rate).toBeCloseTo((FAKE_DIFFICULTY * 2 ** 32) / 600, 0);
  });

  test("every combination can be listed, and found by a part of it", async () => {
    const all = await dataOf("public/spreads-list");
    expect(all).toMatchObject({ page: 1, showing: 28, total: 28 });
    const found = await dataOf("public/spreads-list", { spread_includes: "btcusdt+two", limit: 1, pagenumber: 2 });
    expect(found).toEqual({ combinations: ["one-btcusdt+two-ethbtc"], page: 2, showing: 1, total: 5 });
  });

  test("the best spreads come first", async () => {
    const { spreads } = await dataOf("public/spreads/data");
    const [first] = spreads;
    const ratios = spreads.map(({ ratio }: { ratio: number }) => ratio);
    expect(ratios).toEqual(ratios.toSorted((less: number, more: number) => less - more));
    expect(first.ratio).toBeCloseTo(first.ask.price / first.bid.price, 12);
  });

  test("a pair over all exchanges", async () => {
    const data = await dataOf("public/match-pair", { code: "btcusdt,nothing" });
    expect(data.BTCUSDT).toMatchObject({
      pair: "btcusdt",
      count: 2,
      active: ["one (simulated)", "two (simulated)"],
      possible_combinations: 4,
    });
    expect(Object.keys(data.BTCUSDT.detail)).toEqual(["one", "two"]);
    expect(data.NOTHING).toMatchObject({ count: 0, possible_combinations: 0 });
  });

  test("an opportunity has a return while it is there", async () => {
    clearInterval(beat);
    two.says.book("btcusdt", bookOf(104, 105, { atMs: Date.now() }));
    await waitUntil(async () => {
      const { opportunities } = await dataOf("public/realtime-bitcoin-profit");
      const found = opportunities.find(({ code }: { code: string }) => code === "one-btcusdt+two-btcusdt");
      expect(found).toMatchObject({ current_opt1: 104, current_opt2: 101, spread: -3 });
      expect(found.return_percent).toBeCloseTo((3 / 101) * 100, 6);
      expect(((found.btc_opt1 - found.btc_opt2) / found.btc_opt2) * 100).toBeCloseTo(found.return_percent, 9);
      expect(found.net_percent).toBeLessThan(found.return_percent);
    });
    setBooks();
    beat = setInterval(setBooks, 1_000);
    await waitUntil(async () => {
      const { opportunities } = await dataOf("public/realtime-bitcoin-profit");
      expect(opportunities.map(({ code }: { code: string }) => code)).not.toContain("one-btcusdt+two-btcusdt");
    });
  });

  test("without a key, prices are at most a second old and not asked for more often", async () => {
    const price = async (withKey: boolean) =>
      (await dataOf("public/fetch-symbol-price", { code: "one-ethbtc" }, withKey))["one-ethbtc"].bids.price;
    clearInterval(beat);
    one.says.book("ethbtc", bookOf(0.05, 0.1, { atMs: Date.now() }));
    await waitUntil(async () => expect(await price(false)).toBe(0.05));
    one.says.book("ethbtc", bookOf(0.06, 0.1, { atMs: Date.now() }));
    expect(await price(true)).toBe(0.06);
    await waitUntil(async () => expect(await price(false)).toBe(0.06));
    setBooks();
    beat = setInterval(setBooks, 1_000);
  });
});

describe("the index of exchanges, charts and history", () => {
  test("exchanges and what they trade", async () => {
    const [first] = await dataOf("exchangeindex/exchanges");
    expect(first).toMatchObject({ code: "one", symbols: 5, status: "running (simulated)" });
    const { symbols, total } = await dataOf("exchangeindex/symbols", { exchange: "ONE", limit: 2 });
    expect([symbols.length, total]).toEqual([2, 5]);
    expect(symbols[0]).toMatchObject({ exchange: "one", status: "trading" });
  });

  test("nothing is announced while nothing came or went", async () => {
    expect(await dataOf("exchangeindex/announcements")).toEqual([]);
  });

  test("A28: an interval that there is not is refused, and the type is spot where it is left out", async () => {
    const range = { exchange: "one", symbol: "BTC/USDT", timefrom: 1_599_600_000, timeto: 1_599_603_600 };
    const wrong = await ask("backtesting/technical-indicators", { ...range, interval: "7m" });
    expect(wrong.status).toBe(422);
    const right = await ask("backtesting/technical-indicators", { ...range, interval: "1h" });
    expect([right.status, right.json.data.interval]).toEqual([200, "1h"]);
  });

  test("a chart is an include, and its market must be there", async () => {
    const { script, tradingview_symbol: symbol } = await dataOf("public/tradingview-charts", { symbol: "one-btcusdt" });
    expect(symbol).toBe("ONE:BTCUSDT");
    expect(script).toContain("<script");
    expect((await ask("public/tradingview-charts", { symbol: "one-nothing" })).status).toBe(404);
  });

  test("the watchlist shows prices", async () => {
    await dataOf("strategy/add-watchlist-item", { code: "one-btcusdt" });
    const [item] = await dataOf("strategy/list-watchlist");
    expect(item).toMatchObject({ code: "one-btcusdt", symbol: "BTC/USDT", bid: 100, ask: 101 });
  });
});
