/** A hedge whose market has no price: the pauses between tries grow, and then the profile's rule applies. */
import { expect, test } from "vitest";
import { fine, row } from "../../../../test/support/execution-row.ts";
import type { Listing } from "../../market/index.ts";
import { RunOrders, type RunOrder } from "../core/run-orders.ts";
import type { Firing } from "../store-runs.ts";
import { DutyRetries } from "./duty-retries.ts";
import type { RunContext } from "./run-context.ts";
import { settleDuties } from "./settle-duties.ts";

const LISTINGS = ["simalpha-btcusdt", "simbeta-btcusdt"].map((code) => ({
  code,
  exchange: code.slice(0, code.indexOf("-")),
  market: { id: "btcusdt", base: "BTC", quote: "USDT", takerFee: 0 },
})) as unknown as Listing[];

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

/** A run whose first row has bought 0.1, and whose second row sells that at a market with or without prices. */
function runOf(atTheEnd: "unwind" | "hold") {
  const prices = new Map([["simalpha-btcusdt", [100, 1]]]);
  const told = {
    tries: [] as number[],
    moves: [] as string[],
    fired: [] as string[],
    away: new Set<string>(),
    stoppedMs: 0,
  };
  const orders = new RunOrders();
  orders.put(BOUGHT);
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
    }),
  ];
  const memory = {
    orders,
    kept: { id: 1, unhedged: {}, run: { state: "running" } },
    playbook: {
      settings: { rows, failedLeg: { mayUseMarket: true, atTheEnd } },
      duties: rows,
      listings: LISTINGS,
      conditions: { conditions: [] },
    },
    put: () => true,
  };
  const depth = ({ code }: Listing) => ({ isWhole: true, bids: prices.get(code) ?? [], asks: prices.get(code) ?? [] });
  let nowMs = 0;
  const context = {
    memory,
    plan: {
      market: { depth },
      exchanges: [{ code: "simbeta", has: { orderTypes: [] }, stoppedMs: () => told.stoppedMs }],
      memory,
    },
    retries: new DutyRetries(),
    triggers: new Map(),
    triggersToKeep: () => ({}),
    log: { closed: () => void told.tries.push(nowMs), open: () => undefined, note: () => undefined },
    nowMs: () => nowMs,
    move: async (event: string, why: string) => void told.moves.push(`${event}: ${why}`),
    shared: {
      deps: {
        market: { exchange: (code: string) => ({ health: { state: told.away.has(code) ? "down" : "ok" } }) },
        senders: { fenceOf: () => undefined, send: () => undefined, abandon: () => undefined, keep: () => undefined },
        asked: () => undefined,
        runs: {
          fire: async (_: unknown, { orders: sent }: Firing) => {
            told.fired.push(...sent.map((each) => `${each.kind} ${each.row} ${each.order.side} ${each.order.amount}`));
            return { kind: "fired", orders: [] };
          },
        },
      },
      figures: { slices: 0 },
    },
  } as unknown as RunContext;
  return {
    told,
    prices,
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
  expect(told).toMatchObject({ moves: [], fired: ["unwind 0 sell 0.1"] });
});

test("a hedge is sent when its market has a price again", async () => {
  const { told, prices, lookUntil } = runOf("unwind");
  await lookUntil(5_000);
  prices.set("simbeta-btcusdt", [101, 1]);
  await lookUntil(7_100);
  expect(told).toMatchObject({ tries: [0, 1_000, 3_000], moves: [], fired: ["hedge 1 sell 0.1"] });
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
  expect(told.fired).toEqual(["hedge 1 sell 0.1"]);
});
