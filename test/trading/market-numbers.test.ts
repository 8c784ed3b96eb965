/** Every number of every answer and message about the market, over HTTP and sockets, with prices that leave tails. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { methodsOf } from "../../src/kit/endpoint/endpoint.ts";
import { bookOf, marketOf, ScriptedExchange } from "../support/scripted-exchange.ts";
import { plainFollower } from "../support/push-world.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const CODES = ["simalpha", "simbeta", "simgamma"];
const SYMBOLS = ["BTC/USDT", "BTC/USDC", "ETH/USDT", "ETH/BTC"];
const exchanges = CODES.map((code) => {
  return new ScriptedExchange(
    code,
    SYMBOLS.map((symbol) =>
      marketOf(symbol, { tickSize: symbol === "ETH/BTC" ? "0.000001" : "0.01", stepSize: "0.0001" }),
    ),
  );
});
const world = await tradingWorld({
  settings: {
    TRIPOD_TRADING_ADDRESS_REQUESTS_PER_MINUTE: "0",
    TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0",
  },
  exchanges,
});
const { key } = await world.person("admin");

/** `65028.11 - 65000.01` is 28.099999999998545, and 0.1 + 0.2 are not 0.3. */
function say(): void {
  const atMs = Date.now();
  for (const [venue, { says }] of exchanges.entries()) {
    says.book("btcusdt", bookOf(65_000.01 + 35.03 * venue, 65_000.09 + 35.03 * venue, { quantity: 0.3, atMs }));
    says.book("btcusdc", bookOf(65_003.37 - 18.07 * venue, 65_003.41 - 18.07 * venue, { quantity: 0.7, atMs }));
    says.book("ethusdt", bookOf(3_000.11 + 1.13 * venue, 3_000.13 + 1.13 * venue, { quantity: 1.1, atMs }));
    says.book("ethbtc", bookOf(0.046157 + 0.000011 * venue, 0.046158 + 0.000011 * venue, { quantity: 1.3, atMs }));
    for (const quantity of [0.1, 0.2]) {
      const trade = { id: `${atMs}-${quantity}`, price: 65_000.01 + 0.07, quantity, takerSide: "buy" as const, atMs };
      says.trade("btcusdt", trade);
    }
  }
}

let beat: NodeJS.Timeout | undefined;
beforeAll(async () => {
  await waitUntil(() => expect(exchanges.every(({ watched }) => watched !== undefined)).toBe(true));
  say();
  beat = setInterval(say, 1_000);
  await waitUntil(async () => {
    const { json } = await world.ask("POST", "public/realtime-bitcoin-profit", { key });
    expect(json.data.opportunities[0]?.btc_opt1).toEqual(expect.any(Number));
  });
});
afterAll(() => clearInterval(beat));

/** Paths and values of numbers with a tail: more digits than a computed one is shown with. */
function tails(value: unknown, path = ""): string[] {
  if (typeof value === "number") {
    const isShort = Number.isInteger(value) || Number(value.toPrecision(13)) === value;
    return isShort ? [] : [`${path}: ${value}`];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => tails(each, `${path}/${name}`));
}

test("no answer about the market has a number with a tail", async () => {
  const found: string[] = [];
  let answers = 0;
  for (const endpoint of tradingEndpoints.filter(({ id }) => /^(market|charts)\./.test(id))) {
    const [method] = methodsOf(endpoint);
    for (const example of endpoint.examples) {
      if ((example.status ?? 200) !== 200) continue;
      const params = { ...(example.query as object), ...(example.body as object) };
      const now = Math.floor(Date.now() / 1_000);
      const times = "timefrom" in params ? { timefrom: now - 3_600, timeto: now } : {};
      const asked = { params: { ...params, ...times } as Record<string, string>, key };
      const { status, json } = await world.ask(method === "GET" ? "GET" : "POST", endpoint.path.slice(1), asked);
      if (status !== 200 || json === undefined) continue;
      answers++;
      found.push(...tails(json.data, endpoint.path));
    }
  }
  expect(answers).toBeGreaterThan(25);
  expect(found).toEqual([]);
});

test("prices, quantities, volumes and spreads have the decimals of their steps", async () => {
  const dataOf = async (path: string, params = {}) => (await world.ask("POST", path, { params, key })).json.data;
  const { "simgamma-btcusdt": price } = await dataOf("public/fetch-symbol-price", { code: "simgamma-btcusdt" });
  expect([price.bids.price, price.asks.price]).toEqual([65_070.07, 65_070.15]);
  const { spreads } = await dataOf("public/spreads/data");
  const { opportunities } = await dataOf("public/realtime-bitcoin-profit", { limit: 100 });
  const pair = "simalpha-btcusdt+simgamma-btcusdt";
  expect(spreads.find(({ combination }: { combination: string }) => combination === pair).price).toBe(-69.98);
  expect(opportunities.find(({ code }: { code: string }) => code === pair).spread).toBe(-69.98);
  const [minute] = await dataOf("public/fetch-spread-data", { combination: pair, latestonly: true });
  expect(minute.price.close).toBe(-69.98);
  const { candles } = (await world.ask("GET", "public/chart-candles", { params: { symbol: "simalpha-btcusdt" } })).json
    .data;
  for (const [, , , , close, volume] of candles) {
    expect(close).toBe(65_000.08);
    expect(volume).toBe(Number(volume.toFixed(4)));
  }
  expect(candles.length).toBeGreaterThan(0);
});

test("no message of a push channel has a number with a tail", async () => {
  const follower = await plainFollower(Number(new URL(world.url).port));
  const channels = [
    "asks/simgamma-btcusdt-1",
    "bids/simgamma-btcusdt-1",
    "trades/simalpha-btcusdt",
    "spread/simalpha-btcusdt+simgamma-btcusdt",
    "arbitrage",
    "system/status",
  ];
  follower.say({ subscribe: channels });
  for (const name of channels) {
    await waitUntil(() => expect(follower.newest(name)?.data).toBeDefined());
    expect(tails(follower.newest(name)?.data, name)).toEqual([]);
  }
  expect(follower.newest("spread/simalpha-btcusdt+simgamma-btcusdt")?.data.price).toBe(-69.98);
});
