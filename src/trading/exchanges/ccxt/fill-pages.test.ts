import fc from "fast-check";
import { expect, test } from "vitest";
import { loopbackServer } from "../../../../test/support/loopback-server.ts";
import { giveMarkets, libraryAt } from "../../../../test/support/unmodified-library.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { silentLog } from "../../../kit/log/log.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { ccxtExchange } from "./exchange.ts";
import { listTrades, MOST_WINDOWS, type AskPage } from "./fill-pages.ts";
import type { CcxtTrade } from "./library.ts";
import type { FillPages } from "./quirk-shapes.ts";
import { quirksOf } from "./quirks.ts";

const WEEK_MS = 7 * DAY_MS;
const SYMBOL = "BTC/USDT";
const NOW = 1_000;

/**
 * An exchange with these trades: answers the newest of a range first, and no more of them than its cap. One with windows answers
 * those of one window from the beginning of a range on, and of the last window where a range has no beginning.
 */
function newestFirst(trades: readonly CcxtTrade[], pages: FillPages, cap: number): AskPage {
  return async (symbol, sinceMs, limit, params) => {
    const end = pages.until === null ? undefined : (params[pages.until ?? "until"] as number | undefined);
    const skipped = pages.offset === undefined ? 0 : ((params[pages.offset] as number | undefined) ?? 0);
    const { windowMs = Infinity } = pages;
    const start = sinceMs ?? Math.max(0, (end ?? NOW) - windowMs);
    const stop = Math.min(end ?? Infinity, start + windowMs);
    return trades
      .filter(({ timestamp = 0 }) => timestamp >= start && timestamp <= stop)
      .filter((trade) => symbol === undefined || trade.symbol === symbol)
      .toSorted((one, other) => (other.timestamp ?? 0) - (one.timestamp ?? 0))
      .slice(skipped, skipped + Math.min(limit, cap));
  };
}

const trade = (index: number, timestamp: number, symbol = SYMBOL): CcxtTrade => ({
  id: `t${String(index)}`,
  order: "o",
  symbol,
  price: "1",
  amount: "1",
  timestamp,
});

const PAGES: readonly FillPages[] = [
  { size: 7 },
  { size: 7, until: "end" },
  { size: 7, windowMs: 120 },
  { size: 7, offset: "ofs", ofAllMarkets: true },
  { size: 7, until: null, offset: "offset" },
];

test("pages that begin with the newest are read back, whatever their size and the range", async () => {
  const times = fc.uniqueArray(fc.integer({ min: 1, max: NOW - 1 }), { maxLength: 60 });
  const bound = fc.option(fc.integer({ min: 0, max: NOW }), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(
      times,
      fc.constantFrom(...PAGES),
      fc.integer({ min: 2, max: 7 }),
      bound,
      bound,
      fc.integer({ min: 1, max: 80 }),
      async (at, pages, cap, sinceMs, untilMs, limit) => {
        const trades = at.map((ms, index) => trade(index, ms, index % 3 === 0 ? "ETH/USDT" : SYMBOL));
        const range = { limit, ...(sinceMs !== undefined && { sinceMs }), ...(untilMs !== undefined && { untilMs }) };
        const found = await listTrades(newestFirst(trades, pages, cap), SYMBOL, range, { pages, nowMs: NOW });
        const meant = trades
          .filter(({ symbol }) => symbol === SYMBOL)
          .filter(({ timestamp = 0 }) => timestamp >= (sinceMs ?? 0) && timestamp <= (untilMs ?? Infinity))
          .toSorted((one, other) => (one.timestamp ?? 0) - (other.timestamp ?? 0));
        expect(found).toEqual(sinceMs === undefined ? meant.slice(-limit) : meant.slice(0, limit));
      },
    ),
    { numRuns: 1_000 },
  );
});

test("trades after the end of a range are not counted among those that are wanted", async () => {
  const trades = [1, 3, 4, 5, 2].map((ms, index) => trade(index, ms));
  const pages = { size: 7, until: null, offset: "offset" };
  const found = await listTrades(
    newestFirst(trades, pages, 2),
    SYMBOL,
    { limit: 1, untilMs: 2 },
    { pages, nowMs: NOW },
  );
  expect(found).toEqual([trades[4]]);
});

test("more trades at one moment than a page holds are not taken for all there are", async () => {
  const pages = { size: 5 };
  const trades = Array.from({ length: 12 }, (_, index) => trade(index, 500));
  const ask = newestFirst(trades, pages, 5);
  await expect(listTrades(ask, SYMBOL, { sinceMs: 1, limit: 100 }, { pages, nowMs: NOW })).rejects.toMatchObject({
    kind: "unavailable",
  });
});

test("a market without trades is looked through for some windows, and not to the beginning of time", async () => {
  let asked = 0;
  const pages = { size: 7, windowMs: 2 };
  const ask: AskPage = async () => {
    asked++;
    return [];
  };
  expect(await listTrades(ask, SYMBOL, { limit: 5 }, { pages, nowMs: NOW })).toEqual([]);
  expect(asked).toBe(MOST_WINDOWS);
});

/** How exchanges bound the range of one question for own trades, with the form of their trades. */
const BOUNDED = [
  {
    code: "gate",
    market: { id: "BTC_USDT", type: "spot", spot: true },
    // Seven days from its beginning on where no end is named, and of the last seven without both; thirty at most.
    spanMs: 30 * DAY_MS,
    names: ["from", "to"],
    unitMs: 1_000,
    trade: (ms: number) => ({
      id: String(ms),
      create_time: String(ms / 1_000),
      create_time_ms: String(ms),
      currency_pair: "BTC_USDT",
      side: "buy",
      role: "taker",
      amount: "1",
      price: "2",
      order_id: "7",
      fee: "0",
      fee_currency: "BTC",
    }),
  },
  {
    code: "binanceusdm",
    market: { id: "BTCUSDT", type: "swap", swap: true, contract: true, linear: true, contractSize: 1, settle: "USDT" },
    spanMs: 7 * DAY_MS,
    names: ["startTime", "endTime"],
    unitMs: 1,
    trade: (ms: number) => ({
      id: ms,
      orderId: 7,
      symbol: "BTCUSDT",
      side: "BUY",
      price: "2",
      qty: "1",
      quoteQty: "2",
      commission: "0",
      commissionAsset: "USDT",
      time: ms,
    }),
  },
] as const;

test.each(BOUNDED)("trades at $code are found however long ago a range begins", async (of) => {
  const { code, market, spanMs, unitMs, trade: tradeAt } = of;
  const nowMs = Math.floor(Date.now() / 1_000) * 1_000;
  const trades = [80, 41, 40, 8, 1].map((days) => nowMs - days * DAY_MS);
  const server = await loopbackServer(({ path }, response) => {
    const asked = new URL(path, "http://localhost").searchParams;
    const [from, to] = of.names.map((name) => (asked.has(name) ? Number(asked.get(name)) * unitMs : undefined));
    const startMs = from ?? (to ?? nowMs) - WEEK_MS;
    const endMs = to ?? startMs + WEEK_MS;
    const found = trades.filter((ms) => ms >= startMs && ms <= endMs);
    response.setHeader("content-type", "application/json");
    if (endMs - startMs > spanMs) response.writeHead(400);
    response.end(
      JSON.stringify(endMs - startMs > spanMs ? { label: "INVALID_PARAM_VALUE" } : found.map((ms) => tradeAt(ms))),
    );
  });
  try {
    const exchange = await libraryAt(code, server.url);
    const pair = { symbol: SYMBOL, base: "BTC", quote: "USDT", baseId: "BTC", quoteId: "USDT" };
    const precision = { price: 0.01, amount: 0.0001 };
    giveMarkets(exchange, [{ ...pair, ...market, active: true, precision, limits: {}, info: {} }]);
    const how = { pages: quirksOf(code).fillPages, nowMs };
    const ask: AskPage = (...page) => exchange.fetchMyTrades(...page);
    const since = await listTrades(ask, SYMBOL, { sinceMs: nowMs - 90 * DAY_MS, limit: 1_000 }, how);
    expect(since.map(({ timestamp }) => timestamp)).toEqual(trades);
    const newest = await listTrades(ask, SYMBOL, { limit: 3 }, how);
    expect(newest.map(({ timestamp }) => timestamp)).toEqual(trades.slice(-3));
  } finally {
    await server.close();
  }
});

test("trades at Kraken are read behind its newest fifty, which may be of other markets", async () => {
  const began = Math.floor(Date.now() / 1000) - 10_000;
  // The oldest two are ours; seventy of another market came after them.
  const trades = Array.from({ length: 72 }, (_, index) => ({
    id: `T${String(index).padStart(5, "0")}`,
    ordertxid: `O${String(index)}`,
    pair: index < 2 ? "XXBTZUSD" : "XETHZUSD",
    time: began + index,
    type: "buy",
    ordertype: "limit",
    price: "100.0",
    cost: "100.0",
    fee: "0.1",
    vol: "1.0",
    maker: true,
  }));
  const server = await loopbackServer(({ path, body }, response) => {
    const asked = new URLSearchParams(body);
    const offset = Number(asked.get("ofs") ?? 0);
    const page = trades
      .filter(({ time }) => time > Number(asked.get("start") ?? 0) && time <= Number(asked.get("end") ?? Infinity))
      .toReversed()
      .slice(offset, offset + 50);
    const results: Readonly<Record<string, unknown>> = {
      AssetPairs: { XXBTZUSD: pair("XBT", "XXBT"), XETHZUSD: pair("ETH", "XETH") },
      Assets: { XXBT: asset("XBT"), XETH: asset("ETH"), ZUSD: asset("USD") },
      TradesHistory: { count: trades.length, trades: Object.fromEntries(page.map(({ id, ...each }) => [id, each])) },
      Time: { unixtime: Math.floor(Date.now() / 1000), rfc1123: "" },
      SystemStatus: { status: "online", timestamp: new Date().toISOString() },
    };
    const result = results[path.split("?")[0]?.split("/").at(-1) ?? ""];
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(result ? { error: [], result } : { error: ["EGeneral:Unknown method"] }));
  });
  const options = { clock: systemClock(), log: silentLog(), random: systemRandom(), unitsPerSecond: 1_000 };
  const exchange = await ccxtExchange("kraken", { ...options, address: server.url });
  const account = exchange.account({ token: "key", secret: Buffer.from("secret").toString("base64") });
  try {
    const market = (await exchange.markets()).find(({ base }) => base === "BTC");
    const found = await account.fills(market?.id ?? "", { sinceMs: (began - 1) * 1000, limit: 100 });
    expect(found.map(({ id }) => id)).toEqual(["T00000", "T00001"]);
    const asked = server.seen.filter(({ path }) => path.endsWith("TradesHistory")).map(({ body }) => body);
    expect(asked.map((body) => new URLSearchParams(body).get("ofs"))).toEqual([null, "50", "72"]);
  } finally {
    await account.close();
    await exchange.close();
    await server.close();
  }
});

const asset = (altname: string) => ({
  aclass: "currency",
  altname,
  decimals: 10,
  display_decimals: 5,
  status: "enabled",
});

const pair = (altname: string, base: string) => ({
  altname: `${altname}USD`,
  wsname: `${altname}/USD`,
  aclass_base: "currency",
  base,
  aclass_quote: "currency",
  quote: "ZUSD",
  lot: "unit",
  cost_decimals: 5,
  pair_decimals: 1,
  lot_decimals: 8,
  lot_multiplier: 1,
  leverage_buy: [],
  leverage_sell: [],
  fees: [[0, 0.4]],
  fees_maker: [[0, 0.25]],
  fee_volume_currency: "ZUSD",
  ordermin: "0.0001",
  costmin: "0.5",
  tick_size: "0.1",
  status: "online",
});
