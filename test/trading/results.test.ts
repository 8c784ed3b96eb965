/** Profits, losses and imported orders over HTTP: at a simulated exchange, and at a loopback exchange as a real one. */
import { afterAll, describe, expect, test } from "vitest";
import { parseAmount } from "../../src/kit/money/amount.ts";
import { fromMillis } from "../../src/kit/time/instant.ts";
import type { CompetitionScores } from "../../src/trading/competitions/index.ts";
import { transactionRecord } from "../../src/trading/strategies/transaction-record.ts";
import { TAX_COLUMNS } from "../../src/trading/trades/index.ts";
import { ccxtWorld, CREDENTIALS } from "../support/ccxt-loopback.ts";
import { riskBench } from "../support/risk-bench.ts";
import { tradingWorld, type TradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const loop = await ccxtWorld();
afterAll(() => loop.close());
const simulated = await tradingWorld({ settings: { TRIPOD_TRADING_EXCHANGES: "simulated" } });
const live = await tradingWorld({ exchanges: [loop.exchange] });
loop.loopback.world.trade(3);

type Person = Awaited<ReturnType<TradingWorld["person"]>>;

async function keyOf(world: TradingWorld, person: Person, exchange: string): Promise<string> {
  const credentials =
    exchange === "binance" ? CREDENTIALS : { token: `token-of-${person.uid}`, secret: "secret-of-a-test" };
  const params = { exchange, label: "Mine", ...credentials };
  const { json } = await world.ask("POST", "exchange-api-keys/add", { key: person.key, params });
  expect(json.data.key.status).toBe("active");
  return json.data.id as string;
}

/** What the background does once a minute. */
async function work(world: TradingWorld, name: string, input: object = {}): Promise<void> {
  const bound = world.trading.jobs.find(({ job }) => job.name === name);
  if (!bound) throw new Error(`there is no job ${name}`);
  const context = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal };
  await bound.job.run(bound.deps, input, context);
}

async function trader(world: TradingWorld, exchange: string) {
  const person = await world.person();
  const apikey = await keyOf(world, person, exchange);
  const code = `${exchange}-btcusdt`;
  await waitUntil(() => expect(world.trading.deps.market.listing(code)).toBeDefined());
  const ask = async (path: string, params: Record<string, string | number | boolean> = {}) => {
    const answer = await world.ask("POST", path, { key: person.key, params });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json.data;
  };
  /** Results, with a price for what is held: a book that nothing happens in is not relied on. */
  const results = () =>
    waitUntil(async () => {
      loop.loopback.world.trade(1);
      const pnl = await ask("statistics/account-pnl");
      expect(pnl.without_rate).toEqual([]);
      return pnl;
    });
  const trade = async (side: "buy" | "sell", quantity: string): Promise<void> => {
    const { orders } = await ask("exchange-query/order-create", { apikey, code, ordertype: "market", side, quantity });
    await waitUntil(async () => {
      const order = await ask("exchange-query/order-check", { apikey, id: orders[0].id });
      expect(order).toMatchObject({ status: "closed", state: "filled" });
      const traded = order.trades.reduce((sum: number, each: { amount: string }) => sum + Number(each.amount), 0);
      expect(traded).toBeCloseTo(Number(quantity), 8);
    });
  };
  return { person, apikey, code, ask, results, trade };
}

interface FillRow {
  readonly side: string;
  readonly price: string;
  readonly amount: string;
  readonly fee_currency: string | null;
  readonly fee_amount: string | null;
}

/** What the journal has booked, in quote units: what trades brought less what they cost, and the fees. */
async function booked(world: TradingWorld, uid: number) {
  const fills = await world.platform.db.query<FillRow>({
    name: "test.fillsOf",
    text: `select o.side, f.price, f.amount, f.fee_currency, f.fee_amount
      from trading.order_fills f join trading.orders o on o.id = f.order_id where o.owner_uid = $1`,
    values: [uid],
  });
  const worth = fills.map((each) => Number(each.price) * Number(each.amount));
  const cash = fills.reduce((sum, { side }, at) => sum + (side === "sell" ? 1 : -1) * (worth[at] ?? 0), 0);
  const fees = fills.reduce((sum, each) => {
    const price = each.fee_currency === "BTC" ? Number(each.price) : 1;
    return sum + Number(each.fee_amount ?? 0) * price;
  }, 0);
  const paidInBase = fills.some((each) => each.fee_currency === "BTC");
  return { trades: fills.length, volume: worth.reduce((sum, each) => sum + each, 0), cash, fees, paidInBase };
}

describe.each([
  ["a simulated exchange", simulated, "simalpha", "simulated"],
  ["a real exchange", live, "binance", "real"],
] as const)("at %s", (_, world, exchange, money) => {
  test("what was bought and sold again has earned what the exchange paid and took, by day and exchange too", async () => {
    const { person, ask, results, trade } = await trader(world, exchange);
    expect(await ask("statistics/account-pnl")).toMatchObject({ trades: 0, net: "0.00000000", by_day: [] });
    await trade("buy", "0.02");
    const open = await results();
    expect(open).toMatchObject({ money, realized: expect.any(String), uncounted: 0, without_rate: [] });
    await trade("sell", "0.01");
    await trade("sell", "0.01");
    const facts = await booked(world, person.uid);
    const pnl = await results();
    expect(pnl).toMatchObject({ currency: "USD", money, trades: facts.trades, uncounted: 0, without_rate: [] });
    // Rates of dollar tokens are near 1, and differ from trade to trade.
    expect(Number(pnl.volume) / facts.volume).toBeCloseTo(1, 2);
    expect(Number(pnl.fees) / facts.fees).toBeCloseTo(1, 2);
    // The results and what is still held, or owed for fees, come to the money that moved.
    const total = Number(pnl.realized) - Number(pnl.fees) + Number(pnl.unrealized);
    const moved = facts.cash - (facts.paidInBase ? 0 : facts.fees);
    expect(Math.abs(total - moved)).toBeLessThan(0.005 * facts.volume);
    expect(Number(pnl.net)).toBeCloseTo(Number(pnl.realized) - Number(pnl.fees), 7);
    expect(pnl.by_day.map((each: { net: string }) => each.net)).toEqual([pnl.net]);
    expect(pnl.by_exchange).toMatchObject([{ exchange, realized: pnl.realized, trades: pnl.trades }]);
    expect(pnl.by_strategy).toEqual([]);
    expect(await ask("finance/list-top-strategy-pnl")).toMatchObject({ strategies: [], money, uncounted: 0 });
    const other = await ask("statistics/account-pnl", { money: money === "real" ? "simulated" : "real" });
    expect(other).toMatchObject({ trades: 0, volume: "0.00000000" });
  });
});

describe("imported orders", () => {
  test("are those of enabled keys, each trade once, also where an order was placed here", async () => {
    const { person, apikey, ask, trade } = await trader(live, "binance");
    const account = loop.exchange.account(CREDENTIALS);
    const market = { marketId: "btcusdt", type: "market", amount: "0.03" } as const;
    await trade("buy", "0.01");
    await account.place({ ...market, side: "buy", clientOrderId: `elsewhere${person.uid}` });

    expect(await ask("finance/import-orders-settings")).toMatchObject({
      enabled: false,
      exchanges: [{ key_id: apikey, exchange: "binance", enabled: false, last_run: null }],
    });
    await work(live, "trading.importOrders");
    expect(await ask("finance/import-orders-list")).toEqual([]);

    const before = await ask("statistics/account-pnl");
    const since = Math.floor(Date.now() / 1000) - 3_600;
    await ask("finance/import-orders-settings", { enabled: true, interval_seconds: 300, key_id: apikey, since });
    await work(live, "trading.importOrders");
    const [first] = await ask("finance/import-orders-list");
    const whole = { state: "completed", errors: [], complete_since: since };
    expect(first).toMatchObject({ key_id: apikey, exchange: "binance", ...whole });
    expect(first.imported).toBeGreaterThan(0);
    expect(first.skipped).toBeGreaterThan(0);
    const after = await ask("statistics/account-pnl");
    expect(after.trades).toBe(before.trades + first.imported);
    expect(before.imported).toEqual([]);
    const reach = { key_id: apikey, exchange: "binance", complete_since: since };
    expect(after.imported).toEqual([{ ...reach, complete_until: first.time_created }]);
    expect(Number(after.volume)).toBeGreaterThan(Number(before.volume));

    // Not due again; and when it is, nothing is counted twice.
    await work(live, "trading.importOrders");
    expect(await ask("finance/import-orders-list")).toHaveLength(1);
    await ask("finance/import-orders-settings", { key_id: apikey, since: since - 60 });
    await work(live, "trading.importOrders");
    const [second] = await ask("finance/import-orders-list");
    expect(second).toMatchObject({ state: "completed", imported: 0, skipped: first.imported + first.skipped });
    expect(await ask("statistics/account-pnl")).toMatchObject({ trades: after.trades, volume: after.volume });
    const { exchanges } = await ask("finance/import-orders-settings");
    expect(exchanges).toMatchObject([{ since: since - 60, last_order_id: expect.any(String) }]);
    expect(exchanges[0].last_run).toBeGreaterThan(since);
  });

  test("are changed with full access only, for keys of one's own account", async () => {
    const { apikey } = await trader(simulated, "simalpha");
    const by = (key: Person["key"], params: Record<string, string | boolean>) =>
      simulated.ask("POST", "finance/import-orders-settings", { key, params });
    const other = await simulated.person();
    expect((await by(other.key, { key_id: apikey, key_enabled: false })).status).toBe(404);
    const reader = await simulated.person("user", "read_only");
    expect((await by(reader.key, {})).status).toBe(200);
    expect((await by(reader.key, { enabled: true })).status).toBe(403);
  });
});

test("markets that a key cannot have are refused by place, and nothing of the request is set", async () => {
  const { apikey, ask, person } = await trader(simulated, "simalpha");
  const set = (...codes: readonly string[]) => {
    const params = {
      enabled: true,
      key_id: apikey,
      ...Object.fromEntries(codes.map((code, at) => [`codes[${at}]`, code])),
    };
    return simulated.ask("POST", "finance/import-orders-settings", { key: person.key, params });
  };
  for (const [code, rule] of [
    ["simbeta-btcusdt", "exchange"],
    ["simalpha-moonusdt", "market"],
  ] as const) {
    const { status, json } = await set("simalpha-ethusdt", code);
    expect([status, json.failed_validation]).toEqual([
      422,
      [{ parameter: "codes.1", function: rule, error: expect.stringContaining("must be a market of simalpha") }],
    ]);
  }
  expect(await ask("finance/import-orders-settings")).toMatchObject({ enabled: false, exchanges: [{ codes: [] }] });
  expect((await set("simalpha-ethusdt")).status).toBe(200);
});

describe("an export of transactions", () => {
  test("has every member of the record, and columns for tax programs", async () => {
    const { person, ask, trade, code } = await trader(simulated, "simalpha");
    await trade("buy", "0.02");
    await simulated.platform.db.execute({
      name: "test.ofStrategy",
      text: `update trading.orders set strategy_id = 4711, run_row = 0, slice = 3, type_orig = 'taker', price_entry = 100,
        conditions = '["price_ask_less_than_input_number"]' where owner_uid = $1`,
      values: [person.uid],
    });
    const { id } = await ask("export/request", {
      system: "strategy_transactions",
      type: ".csv",
      symbol: code,
      limit: 10,
    });
    await work(simulated, "trading.makeExport", { exportId: Number(id) });
    const file = await ask("export/fetch", { id });
    expect(file).toMatchObject({ state: "completed", rows: 1 });
    const csv = Buffer.from(file.content, "base64").toString();
    const [head = "", row = ""] = csv.split("\r\n");
    const names = head.split(",");
    expect(names).toEqual([...Object.keys(transactionRecord.properties), ...TAX_COLUMNS]);
    const cells = row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, "")) ?? [];
    const cell = (name: string) => cells[names.indexOf(name)];
    expect(["c_side", "c_row", "c_order_slice", "c_type_orig", "c_order_status"].map(cell)).toEqual([
      "buy",
      "0",
      "3",
      "taker",
      "closed",
    ]);
    expect(["Type", "Buy Amount", "Buy Currency", "Sell Currency", "Exchange"].map(cell)).toEqual([
      "Trade",
      "0.02",
      "BTC",
      "USDT",
      "simalpha",
    ]);
    expect(cell("c_order_filled")).toBe("0.02000000");
    expect(Number(cell("Sell Amount"))).toBeGreaterThan(0);
    expect(Number(cell("Fee"))).toBeGreaterThan(0);
  });
});

describe("a competition", () => {
  test("ranks what accounts have really earned in its time", async () => {
    const { person, trade } = await trader(simulated, "simalpha");
    await trade("buy", "0.01");
    await trade("sell", "0.01");
    await work(simulated, "trading.settleTrades");
    const bound = simulated.trading.jobs.find(({ job }) => job.name === "trading.rankCompetitions");
    if (!bound) throw new Error("there is no job that ranks");
    const { competitionScores } = bound.deps as { readonly competitionScores: CompetitionScores };
    const now = Date.now();
    const ask = { from: fromMillis(now - 3_600_000), to: fromMillis(now + 3_600_000), ownerUids: [person.uid, 1] };
    const score = async (metric: "volume" | "net_pnl" | "return_percent", more = {}) =>
      (await competitionScores.scores({ ...ask, ...more, metric })).get(person.uid);
    const { json } = await simulated.ask("POST", "statistics/account-pnl", { key: person.key });
    expect(await score("volume")).toBe(parseAmount(json.data.volume));
    expect(await score("net_pnl")).toBe(parseAmount(json.data.net));
    expect(await score("return_percent")).toBeLessThan(0n);
    expect(await score("volume", { to: ask.from, from: fromMillis(0) })).toBeUndefined();
  });
});

test("limits on results value what was traded at an exchange that is gone, and status says which currency has no rate", async () => {
  const { person, create, limit, place } = await riskBench(simulated);
  const traded = (marketId: string, base: string) =>
    simulated.platform.db.execute({
      name: "test.tradedElsewhere",
      text: `with listed as (
          insert into trading.listings (code, exchange, market, first_seen, last_seen)
          values ('simgone-' || $2::text, 'simgone', jsonb_build_object('base', $3::text, 'quote', 'USDT'), now(), now()))
        insert into trading.traded (key_id, strategy_id, market_id, exchange, owner_uid, base, quote)
        values ($1, 0, $2, 'simgone', $1, 1, -5)`,
      values: [person.uid, marketId, base],
    });
  await traded("btcusdt", "BTC");
  await limit({ maximum_loss_day: "1000" });
  expect((await create()).status).toBe(200);
  expect((await place("account")).figures).toMatchObject({
    money: "simulated",
    without_rate: [],
    result_day: expect.any(String),
  });
  await traded("abcusdt", "ABC");
  expect(await create()).toMatchObject({ status: 422, code: 2420, data: { limit: "maximum_loss_day" } });
  expect((await place("account")).figures).toMatchObject({ without_rate: ["ABC"], result_day: null });
});
