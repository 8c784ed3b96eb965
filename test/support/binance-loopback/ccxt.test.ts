/** An unmodified ccxt takes the loopback exchange for Binance. */
import ccxt from "ccxt";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startBinanceLoopback, type BinanceLoopback } from "./loopback.ts";
import { pointAtLoopback } from "./point-at-loopback.ts";
import { waitUntil } from "../wait-until.ts";

type Client = InstanceType<typeof ccxt.pro.binance>;

const CREDENTIALS = { apiKey: "key", secret: "secret" };
let exchange: BinanceLoopback;
let client: Client;

beforeEach(async () => {
  const balances = { BTC: "10", ETH: "100", USDT: "1000000" };
  exchange = await startBinanceLoopback({ accounts: [{ ...CREDENTIALS, balances }] });
  client = connect();
  await client.loadMarkets();
});

afterEach(async () => {
  await client.close();
  await exchange.close();
});

function connect(credentials: object = CREDENTIALS): Client {
  const made = new ccxt.pro.binance({ ...credentials, enableRateLimit: false });
  made.options["fetchMargins"] = false;
  made.options["fetchMarkets"] = { types: ["spot"] };
  made.has["fetchCurrencies"] = false;
  return pointAtLoopback(made, exchange.url);
}

describe("what everybody may ask", () => {
  test("the markets are read with their filters", () => {
    const market = client.market("BTC/USDT");
    expect(market).toMatchObject({ id: "BTCUSDT", active: true, spot: true, taker: 0.001 });
    expect(market.precision).toMatchObject({ price: 0.01, amount: 0.00001 });
    expect(market.limits.cost?.min).toBe(5);
    expect(client.symbols).toEqual(["BTC/USDT", "ETH/BTC", "ETH/USDT"]);
  });

  test("a book is the engine's", async () => {
    const book = await client.fetchOrderBook("BTC/USDT", 100);
    const truth = exchange.book("BTC/USDT", 100);
    expect([book.bids, book.asks, book.nonce]).toEqual([truth.bids, truth.asks, truth.sequence]);
    expect(truth.bids.length).toBeGreaterThan(10);
  });

  test("trades, candles and tickers follow what is traded", async () => {
    await exchange.world.run(180_000, { movesTime: true });
    const trades = await client.fetchTrades("BTC/USDT", undefined, 50);
    expect(trades).toHaveLength(50);
    const candles = await client.fetchOHLCV("BTC/USDT", "1m", undefined, 10);
    expect(candles.length).toBeGreaterThanOrEqual(3);
    const last = trades.at(-1)?.price;
    expect(candles.at(-1)?.[4]).toBe(last);
    const ticker = await client.fetchTicker("BTC/USDT");
    expect(ticker.last).toBe(last);
    expect(Object.keys(await client.fetchTickers())).toHaveLength(3);
    expect((await client.fetchBidsAsks())["BTC/USDT"]?.bid).toBe(exchange.book("BTC/USDT", 1).bids[0]?.[0]);
  });

  test("its time is its own", async () => {
    exchange.faults.skewMs = 3_600_000;
    expect(await client.fetchTime()).toBeGreaterThan(Date.now() + 3_000_000);
  });
});

describe("streams", () => {
  test("a watched book stays equal to the engine's", async () => {
    exchange.world.trade(3);
    let book = await client.watchOrderBook("BTC/USDT");
    for (let round = 0; round < 40; round++) {
      exchange.world.trade(20);
      const truth = exchange.book("BTC/USDT");
      while (book.nonce !== truth.sequence) book = await client.watchOrderBook("BTC/USDT");
      expect([book.bids.slice(0), book.asks.slice(0)]).toEqual([truth.bids, truth.asks]);
    }
  });

  test("many symbols are watched over one connection", async () => {
    const symbols = ["BTC/USDT", "ETH/USDT", "ETH/BTC"];
    const seen = new Set<string>();
    exchange.world.start(5);
    while (seen.size < 3) seen.add((await client.watchOrderBookForSymbols(symbols)).symbol ?? "");
    expect(exchange.connections).toBe(1);
  });

  test("trades, candles and tickers are pushed", async () => {
    exchange.world.start(5);
    expect((await client.watchTrades("BTC/USDT")).length).toBeGreaterThan(0);
    expect((await client.watchOHLCV("BTC/USDT", "1m")).length).toBeGreaterThan(0);
    expect((await client.watchTicker("BTC/USDT")).last).toBeGreaterThan(0);
    expect((await client.watchBidsAsks(["BTC/USDT"]))["BTC/USDT"]?.bid).toBeGreaterThan(0);
  });

  test("a gap in the depth stream is noticed", async () => {
    await client.watchOrderBook("BTC/USDT");
    exchange.faults.swallowDepth(1, "BTCUSDT");
    exchange.world.trade(5);
    exchange.world.start(5);
    await expect(
      (async () => {
        for (;;) await client.watchOrderBook("BTC/USDT");
      })(),
    ).rejects.toThrow(ccxt.ChecksumError);
  });
});

describe("the side of a customer", () => {
  test("an order is placed, found by its client id, and canceled", async () => {
    const placed = await client.createOrder("BTC/USDT", "limit", "buy", 0.01, 50_000, { clientOrderId: "mine1" });
    expect(placed).toMatchObject({ status: "open", clientOrderId: "mine1", filled: 0 });
    expect((await client.fetchBalance())["USDT"]).toMatchObject({ free: 999_500, used: 500 });
    const found = await client.fetchOrder("", "BTC/USDT", { origClientOrderId: "mine1" });
    expect(found).toMatchObject({ id: placed.id, amount: 0.01, price: 50_000, side: "buy", status: "open" });
    expect(await client.fetchOpenOrders("BTC/USDT")).toHaveLength(1);
    const canceled = await client.cancelOrder("", "BTC/USDT", { origClientOrderId: "mine1" });
    expect(canceled).toMatchObject({ id: placed.id, status: "canceled" });
    expect((await client.fetchBalance())["USDT"]).toMatchObject({ free: 1_000_000, used: 0 });
    expect((await client.fetchCanceledOrders("BTC/USDT")).map(({ id }) => id)).toEqual([placed.id]);
  });

  test("a market order fills at the book's prices, and its trades and fees are reported", async () => {
    const best = exchange.book("BTC/USDT", 1).asks[0]?.[0] ?? 0;
    const order = await client.createOrder("BTC/USDT", "market", "buy", 0.001);
    expect(order).toMatchObject({ status: "closed", filled: 0.001, average: best });
    const trades = await client.fetchMyTrades("BTC/USDT");
    expect(trades).toHaveLength(1);
    expect(trades[0]).toMatchObject({
      order: order.id,
      price: best,
      amount: 0.001,
      takerOrMaker: "taker",
      side: "buy",
    });
    expect(trades[0]?.fee).toMatchObject({ cost: 0.000001, currency: "BTC" });
  });

  test("an order is replaced", async () => {
    const { id = "" } = await client.createOrder("BTC/USDT", "limit", "buy", 0.01, 50_000);
    const changed = await client.editOrder(id, "BTC/USDT", "limit", "buy", 0.02, 40_000);
    expect(changed).toMatchObject({ amount: 0.02, price: 40_000, status: "open" });
    expect((await client.fetchOpenOrders("BTC/USDT")).map((order) => order.id)).toEqual([changed.id]);
    await client.cancelAllOrders("BTC/USDT");
    expect(await client.fetchOpenOrders("BTC/USDT")).toEqual([]);
  });

  test("orders, fills and balances are pushed", async () => {
    const orders = client.watchOrders("BTC/USDT");
    const fills = client.watchMyTrades("BTC/USDT");
    const balance = client.watchBalance();
    await waitUntil(() => expect(exchange.connections).toBe(1));
    // ccxt signs the three up one after another: each must have heard of an order before the last one is sent.
    const heard = Promise.all([orders, fills, balance]).then(() => true);
    await waitUntil(async () => {
      await client.createOrder("BTC/USDT", "market", "sell", 0.001, undefined, { clientOrderId: `s${Date.now()}` });
      expect(await Promise.race([heard, new Promise((resolve) => setTimeout(resolve, 50))])).toBe(true);
    });
    expect((await orders).at(-1)?.clientOrderId).toMatch(/^s/);
    expect((await fills)[0]).toMatchObject({ side: "sell", takerOrMaker: "taker" });
    expect((await balance)["USDT"]?.total).toBeGreaterThan(1_000_000);
  });

  test("the permissions of a key are reported", async () => {
    expect(await client.sapiGetAccountApiRestrictions()).toMatchObject({
      ipRestrict: false,
      enableWithdrawals: false,
      enableSpotAndMarginTrading: true,
    });
  });
});

describe("refusals are those that ccxt knows", () => {
  const buy = (amount: number, price: number, params = {}): Promise<unknown> =>
    client.createOrder("BTC/USDT", "limit", "buy", amount, price, params);

  test.each([
    ["too little money", () => buy(9000, 60_000), ccxt.InsufficientFunds],
    ["a value below the minimum", () => buy(0.00001, 50_000), ccxt.BadRequest],
    ["post-only that would take", () => buy(0.01, 70_000, { postOnly: true }), ccxt.OrderImmediatelyFillable],
    ["an unknown order", () => client.cancelOrder("999", "BTC/USDT"), ccxt.OrderNotFound],
    ["a look-up of one", () => client.fetchOrder("999", "BTC/USDT"), ccxt.OrderNotFound],
    ["a symbol that is not traded", () => client.publicGetDepth({ symbol: "NOPE" }), ccxt.BadSymbol],
  ])("%s", async (_, attempt, kind) => {
    await expect(attempt()).rejects.toThrow(kind);
  });

  test("the same client order id twice", async () => {
    await buy(0.01, 50_000, { clientOrderId: "twice" });
    await expect(buy(0.01, 50_000, { clientOrderId: "twice" })).rejects.toThrow(ccxt.InvalidOrder);
  });

  test("a clock that is off", async () => {
    exchange.faults.skewMs = 60_000;
    await expect(client.fetchBalance()).rejects.toThrow(ccxt.InvalidNonce);
  });

  test("an unknown key, and a wrong secret", async () => {
    await expect(connect({ apiKey: "other", secret: "x" }).fetchBalance()).rejects.toThrow(ccxt.AuthenticationError);
    await expect(connect({ apiKey: "key", secret: "x" }).fetchBalance()).rejects.toThrow(ccxt.AuthenticationError);
  });

  test("too many requests, a ban, and maintenance", async () => {
    exchange.faults.ban(60_000);
    await expect(client.fetchTime()).rejects.toThrow(ccxt.DDoSProtection);
    exchange.faults.heal();
    exchange.faults.isMaintained = true;
    await expect(client.fetchTime()).rejects.toThrow(ccxt.ExchangeNotAvailable);
    expect(await client.fetchStatus()).toMatchObject({ status: "maintenance" });
  });
});
