/** Books that strategies may trade on, and prices that are finer than our money, at an exchange that a test commands. */
import { expect, test } from "vitest";
import type { LoopbackProcess } from "../support/binance-loopback/loopback-process.ts";
import { strategyVenue } from "../support/strategy-venue.ts";
import { waitUntil } from "../support/wait-until.ts";

const [BTC, ETH] = ["binance-btcusdt", "binance-ethusdt"];
const TICK = "0.000000000001";

interface Info {
  readonly symbols: { readonly symbol: string; readonly filters: Record<string, string>[] }[];
}

/** Says that ether is traded in ticks and steps finer than 1e-8. */
async function finer({ url, tell }: LoopbackProcess): Promise<void> {
  const info = (await (await fetch(`${url}/api/v3/exchangeInfo`)).json()) as Info;
  for (const filter of info.symbols.find(({ symbol }) => symbol === "ETHUSDT")?.filters ?? []) {
    if (filter["filterType"] === "PRICE_FILTER") Object.assign(filter, { tickSize: TICK, minPrice: TICK });
    if (filter["filterType"] === "LOT_SIZE")
      Object.assign(filter, { stepSize: "0.0000000001", minQty: "0.0000000001" });
  }
  const fault = { kind: "answer", status: 200, body: info };
  await tell("faults", { plan: { method: "GET", path: "/api/v3/exchangeInfo", count: 1_000_000, fault } });
}

const venue = await strategyVenue(["binance"], finer);
const RESTS = { executable_codes: [BTC], executable_parents: ["0.1"], executable_priceexact: ["90"] };

test("a market in which nothing happens is traded, for as long as its book is in step", async () => {
  await venue.setBook(BTC, [[100, 5]], [[101, 5]]);
  const { market } = venue.world().trading.deps;
  const listing = market.listing(BTC);
  if (!listing) throw new Error("it is listed");
  // Twenty times the refresh of the books, in which nothing happens.
  const { changes } = market.top(listing);
  await waitUntil(() => expect(Date.now() - market.top(listing).heardMs).toBeGreaterThan(1_000));

  const { mine, keyAt, ready, untilState, debugOf } = await venue.trader();
  const key = await keyAt("binance");
  const quiet = await ready({ algorithm_id: "900001", executable_apikeys: [key.id], ...RESTS });
  await mine.done("start", { id: quiet });
  await waitUntil(async () => expect((await key.orders()).open).toHaveLength(1));
  expect((await debugOf(quiet)).books).toMatchObject([{ code: BTC, synced: true, changes }]);
  await mine.done("stop", { id: quiet });
  await untilState(quiet, "stopped");
});

test("an order by request is sent and shown with ticks and steps finer than 1e-8", async () => {
  await venue.setBook(ETH, [[100, 5]], [[101, 5]]);
  const { mine, keyAt } = await venue.trader();
  const { id: apikey } = await keyAt("binance");
  const wanted = { apikey, ordertype: "limit", code: ETH, side: "buy", quantity: "0.5000000123" };
  const { orders } = await mine.done("exchange-query/order-create", { ...wanted, price: "99.123456789012" });
  // A request waits some seconds for its order to leave, and a busy machine may take longer.
  await waitUntil(async () => {
    const sent = (await venue.requests("binance", "POST /api/v3/order")).at(-1)?.parameters;
    expect(sent).toMatchObject({ price: "99.123456789012", quantity: "0.5000000123" });
  });
  const shown = { price: "99.123456789012", amount: "0.5000000123", remaining: "0.5000000123" };
  expect(await mine.done("exchange-query/order-check", { apikey, id: orders[0].id })).toMatchObject(shown);
  expect(await mine.refused("exchange-query/order-create", { ...wanted, price: "99.1234567890123" })).toMatchObject({
    status: 422,
    error: expect.stringContaining("multiple of 0.000000000001"),
  });
});

test("prices and amounts finer than 1e-8 reach the exchange as whole ticks and steps", async () => {
  await venue.setBook(ETH, [[100, 5]], [[101, 5]]);
  const { mine, keyAt, ready, creator } = await venue.trader();
  const algorithm = await creator.newAlgorithm("Finer than money");
  await creator.addRow(algorithm, { side: "buy", order_type: "limit" });
  const key = await keyAt("binance");
  const sent = async () => (await venue.requests("binance", "POST /api/v3/order")).map(({ parameters }) => parameters);
  const order = async (values: object) => {
    const before = (await sent()).length;
    const id = await ready({
      algorithm_id: algorithm,
      slice_delay: 60,
      executable_codes: [ETH],
      executable_apikeys: [key.id],
      executable_parents: ["0.5000000123"],
      ...values,
    });
    await mine.done("start", { id });
    const [first] = await waitUntil(async () => {
      const newer = (await sent()).slice(before);
      expect(newer).toHaveLength(1);
      return newer;
    });
    await mine.done("stop", { id });
    return first;
  };
  expect(await order({ executable_priceexact: ["99.1234567890129"] })).toMatchObject({
    symbol: "ETHUSDT",
    price: "99.123456789012",
    quantity: "0.5000000123",
  });
  expect(await order({ executable_priceoffset: ["-0.000000000009"] })).toMatchObject({ price: "99.999999999991" });
});
