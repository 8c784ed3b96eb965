import fc from "fast-check";
import { expect, test } from "vitest";
import { loopbackServer } from "../../../../test/support/loopback-server.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { silentLog } from "../../../kit/log/log.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { ccxtExchange } from "./exchange.ts";
import { listTrades, type AskPage } from "./fill-pages.ts";
import type { CcxtTrade } from "./library.ts";
import type { FillPages } from "./quirks.ts";

const SYMBOL = "BTC/USDT";
const NOW = 1_000;

/** An exchange with these trades: answers the newest of a range first, and no more of them than its cap. */
function newestFirst(trades: readonly CcxtTrade[], pages: FillPages, cap: number): AskPage {
  return async (symbol, sinceMs, limit, params) => {
    const end = pages.until === null ? undefined : (params[pages.until ?? "until"] as number | undefined);
    const skipped = pages.offset === undefined ? 0 : ((params[pages.offset] as number | undefined) ?? 0);
    const start = sinceMs ?? 0;
    const stop = Math.min(end ?? Infinity, pages.windowMs === undefined ? Infinity : start + pages.windowMs);
    return trades
      .filter(
        ({ timestamp = 0 }) => timestamp >= start && timestamp <= (sinceMs === undefined ? (end ?? Infinity) : stop),
      )
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
