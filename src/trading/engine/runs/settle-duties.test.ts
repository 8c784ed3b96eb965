/** Hedges whose market has no price, and stops that follow fills, at prices that a test sets. */
import { expect, test } from "vitest";
import { CENTS, fine, row } from "../../../../test/support/execution-row.ts";
import type { RowSettings } from "../../algorithms/index.ts";
import type { Listing } from "../../market/index.ts";
import { RunOrders, type RunOrder } from "../core/run-orders.ts";
import type { Fired, Firing, NewRunOrder } from "../store-runs.ts";
import { DutyRetries } from "./duty-retries.ts";
import { isStop } from "./held-stops.ts";
import type { RunContext } from "./run-context.ts";
import { armedStops, settleDuties } from "./settle-duties.ts";

const LISTINGS = ["simalpha-btcusdt", "simbeta-btcusdt"].map((code) => ({
  code,
  exchange: code.slice(0, code.indexOf("-")),
  market: { id: "btcusdt", base: "BTC", quote: "USDT", takerFee: 0 },
})) as unknown as Listing[];

const HOLDS_STOPS = { code: "simbeta", has: { orderTypes: ["limit", "stop", "stop_limit"], timeInForce: ["IOC"] } };

const BOUGHT: RunOrder = {
  id: 1,
  row: 0,
  slice: 1,
  attempt: 0,
  kind: "slice",
  side: "buy",
  state: "filled",
  amount: fine("0.1"),
  filled: fine("0.1"),
  booked: fine("0.1"),
  cost: fine("10"),
  baseFee: 0n,
  fee: 0n,
  limit: fine("100"),
  entry: fine("100"),
  isOver: true,
  isDoubtful: false,
  isDeferred: false,
  isBooked: true,
  isSettled: true,
  endedMs: 1,
};

function shown(kind: string, at: number, { side, amount, type, price, stopPrice }: NewRunOrder["order"]): string {
  return [kind, at, side, amount, type, price, stopPrice].filter((part) => part !== undefined).join(" ");
}

/** A run whose first row has bought 0.1, and whose second row sells that at a market with or without prices. */
function runOf(
  atTheEnd: "unwind" | "hold",
  second: Partial<RowSettings> = {},
  answer: Fired["kind"] = "fired",
  own: readonly RunOrder[] = [],
) {
  const prices = new Map([["simalpha-btcusdt", [100, 1]]]);
  const rate = { now: fine("1") as bigint | undefined };
  const stale = new Set<string>();
  const told = {
    tries: [] as number[],
    moves: [] as string[],
    fired: [] as string[],
    kept: [] as string[],
    away: new Set<string>(),
    stoppedMs: 0,
  };
  const orders = new RunOrders();
  for (const order of [BOUGHT, ...own]) orders.put(order);
  const rows = [
    row("limit"),
    row("taker", {
      row: 1,
      code: "simbeta-btcusdt",
      referenceCode: "simbeta-btcusdt",
      side: "sell",
      dependsOn: 0,
      trigger: "on_fill",
      child: undefined,
      ...second,
    }),
  ];
  const triggers = new Map<number, bigint>();
  const memory = {
    orders,
    kept: { id: 1, unhedged: {}, run: { state: "running" } },
    playbook: {
      settings: { rows, failedLeg: { mayUseMarket: true, atTheEnd } },
      duties: rows.map((each) => ({ ...each, isStop: isStop(each) })),
      listings: LISTINGS,
      conditions: { conditions: [] },
    },
    put: () => true,
    toleranceRate: () => rate.now,
  };
  const depth = ({ code }: Listing) => ({ isWhole: true, bids: prices.get(code) ?? [], asks: prices.get(code) ?? [] });
  let nowMs = 0;
  const context = {
    memory,
    plan: { market: { depth }, exchanges: [{ ...HOLDS_STOPS, stoppedMs: () => told.stoppedMs }], memory },
    retries: new DutyRetries(),
    triggers,
    triggersToKeep: () => ({}),
    startsToKeep: () => [],
    keepTriggers: async () => void told.kept.push([...triggers].map(([at, ticks]) => `${at}: ${ticks}`).join()),
    view: { problemOf: ({ code }: Listing) => (stale.has(code) ? "stale" : undefined) },
    log: {
      closed: () => void told.tries.push(nowMs),
      open: () => undefined,
      note: () => undefined,
    },
    nowMs: () => nowMs,
    move: async (event: string, why: string) => void told.moves.push(`${event}: ${why}`),
    shared: {
      deps: {
        market: {
          exchange: (code: string) => ({ health: { state: told.away.has(code) ? "down" : "ok" } }),
          listing: (code: string) => LISTINGS.find((each) => each.code === code),
        },
        senders: { fenceOf: () => undefined, send: () => undefined, abandon: () => undefined, keep: () => undefined },
        asked: () => undefined,
        runs: {
          fire: async (_: unknown, { orders: sent }: Firing) => {
            told.fired.push(...sent.map(({ kind, row: at, order }) => shown(kind, at, order)));
            return { kind: answer, orders: [], currency: "BTC" };
          },
        },
      },
      figures: { slices: 0 },
      balances: { lacks: () => undefined },
    },
  } as unknown as RunContext;
  return {
    told,
    prices,
    rate,
    stale,
    triggers,
    look: () => settleDuties(context),
    armed: () => armedStops(context),
    /** Looks at it ten times a second, as a soft stop does. */
    async lookUntil(untilMs: number): Promise<void> {
      for (; nowMs < untilMs; nowMs += 100) await settleDuties(context);
    },
  };
}

test("a hedge that cannot be priced is tried later and later, and its leg is unhedged in the end", async () => {
  const { told, lookUntil } = runOf("hold");
  await lookUntil(91_100);
  expect(told.tries).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000]);
  expect(told.moves).toEqual([]);
  await lookUntil(91_200);
  expect(told).toMatchObject({ moves: ["unhedged: row 1 lacks 0.1"], fired: [] });
});

test("a hedge that cannot be priced is given up for the way back, where the profile says so", async () => {
  const { told, lookUntil } = runOf("unwind");
  await lookUntil(91_200);
  expect(told).toMatchObject({ moves: [], fired: ["unwind 0 sell 0.1 market"] });
});

test("a hedge is sent when its market has a price again", async () => {
  const { told, prices, lookUntil } = runOf("unwind");
  await lookUntil(5_000);
  prices.set("simbeta-btcusdt", [101, 1]);
  await lookUntil(7_100);
  expect(told).toMatchObject({ tries: [0, 1_000, 3_000], moves: [], fired: ["hedge 1 sell 0.1 limit 101"] });
});

test("no hedge is tried while its exchange is known not to answer, however long that is", async () => {
  const { told, prices, lookUntil } = runOf("hold");
  prices.set("simbeta-btcusdt", [101, 1]);
  told.away.add("simbeta");
  await lookUntil(600_000);
  expect(told).toMatchObject({ tries: [], moves: [], fired: [] });
  told.away.clear();
  told.stoppedMs = 1;
  await lookUntil(600_100);
  expect(told.fired).toEqual([]);
  told.stoppedMs = 0;
  await lookUntil(600_200);
  expect(told.fired).toEqual(["hedge 1 sell 0.1 limit 101"]);
});

test("a hedge that only reduces trades no more than its run holds, and is owed no more", async () => {
  for (const [amount, fired] of [
    ["0.04", ["hedge 1 sell 0.06 limit 101"]],
    ["0.1", []],
  ] as const) {
    const sold: RunOrder = { ...BOUGHT, id: 2, side: "sell", filled: fine(amount), booked: fine(amount) };
    const { told, prices, look } = runOf("hold", { reduceOnly: true }, "fired", [sold]);
    prices.set("simbeta-btcusdt", [101, 1]);
    expect([await look(), told.fired]).toEqual([fired.length > 0, fired]);
  }
});

test("a failed leg moves its price by the tolerance in its own quote currency, and waits where there is no rate", async () => {
  const failed: RunOrder = { ...BOUGHT, id: 2, row: 1, kind: "hedge", side: "sell", state: "expired", filled: 0n };
  const { told, prices, rate, look } = runOf("hold", { toleranceMaximum: fine("3") }, "fired", [failed]);
  prices.set("simbeta-btcusdt", [100, 1]);
  rate.now = undefined;
  expect(await look()).toBe(true);
  expect(told).toMatchObject({ fired: [], moves: [] });
  // A third of the tolerance: 1 of a currency of which one quote unit is worth 0.5.
  rate.now = fine("0.5");
  await look();
  expect(told.fired).toEqual(["price 1 sell 0.1 limit 98"]);
});

test("a failed leg whose side a condition decides is tried again on the side of its slice", async () => {
  const leg = {
    side: "from_condition",
    dependsOn: null,
    trigger: "on_conditions",
    toleranceMaximum: fine("3"),
  } as const;
  const failed: RunOrder = { ...BOUGHT, id: 2, row: 1, side: "sell", state: "rejected", filled: 0n };
  const { told, prices, look } = runOf("hold", leg, "fired", [failed]);
  prices.set("simbeta-btcusdt", [100, 1]);
  await look();
  expect(told.fired).toEqual(["price 1 sell 0.1 limit 99"]);
});

const TRAILING = { ...row("trailing_stop"), row: 1, code: "simbeta-btcusdt", referenceCode: "simbeta-btcusdt" };
const STOP = {
  ...TRAILING,
  side: "sell",
  dependsOn: 0,
  trigger: "on_fill",
  child: undefined,
  offset: fine("5"),
} as const;
const STOP_LIMIT = { orderType: "stop_limit", wire: row("stop_limit").wire } as const;
const BETA = "simbeta-btcusdt";
const cents = (price: number): bigint => fine(String(price)) / CENTS.tick;

test("a stop that follows a fill is sent when its trigger is reached, and not before", async () => {
  const { told, prices, triggers, armed, look } = runOf("hold", STOP);
  prices.set(BETA, [100, 1]);
  expect(await look()).toBe(false);
  expect(armed()).toEqual([{ row: 1, amount: "0.1", trigger: "95" }]);
  for (const [price, trigger] of [
    [104, 99],
    [99.5, 99],
  ] as const) {
    prices.set(BETA, [price, 1]);
    expect(await look()).toBe(false);
    expect(triggers.get(1)).toBe(cents(trigger));
  }
  expect(told).toMatchObject({ fired: [], moves: [] });
  prices.set(BETA, [98, 1]);
  // What was sold is no debt before it is known.
  expect(await look()).toBe(true);
  expect(told).toMatchObject({ fired: ["hedge 1 sell 0.1 market"], tries: [], moves: [] });
  expect([...triggers]).toEqual([]);
});

test("a book that is not in step neither moves nor meets the trigger of a stop that is armed", async () => {
  const { told, prices, stale, triggers, look } = runOf("hold", STOP);
  prices.set(BETA, [100, 1]);
  await look();
  stale.add(BETA);
  for (const price of [120, 50]) {
    prices.set(BETA, [price, 1]);
    expect(await look()).toBe(false);
  }
  prices.delete(BETA);
  expect(await look()).toBe(false);
  expect(triggers.get(1)).toBe(cents(95));
  expect(told).toMatchObject({ fired: [], tries: [], moves: [] });
});

test("a stop that cannot be armed is owed, and its purchase is unhedged in the end", async () => {
  const { told, armed, look, lookUntil } = runOf("hold", STOP);
  expect(await look()).toBe(true);
  expect(armed()).toEqual([]);
  await lookUntil(91_200);
  expect(told).toMatchObject({ fired: [], moves: ["unhedged: row 1 lacks 0.1"] });
});

test("a stop whose trigger is met keeps it until its order is stored", async () => {
  const { told, prices, triggers, armed, look } = runOf("hold", STOP, "short");
  prices.set(BETA, [100, 1]);
  await look();
  prices.set(BETA, [90, 1]);
  expect(await look()).toBe(true);
  expect(told.fired).toEqual(["hedge 1 sell 0.1 market"]);
  expect(triggers.get(1)).toBe(cents(95));
  expect(armed()).toHaveLength(1);
});

test("a stop that follows fills is held here also where its exchange would hold it", async () => {
  const { told, prices, look } = runOf("hold", { ...STOP, ...STOP_LIMIT, offset: fine("-5"), exact: fine("94") });
  prices.set(BETA, [100, 1]);
  await look();
  expect(told.fired).toEqual([]);
  prices.set(BETA, [95, 1]);
  await look();
  expect(told.fired).toEqual(["hedge 1 sell 0.1 limit 94"]);
});
