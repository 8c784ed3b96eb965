import { expect, test } from "vitest";
import { CENTS, row } from "../../../../test/support/execution-row.ts";
import type { Fired, Firing, KeptRunOrder, NewRunOrder } from "../store-runs.ts";
import { fire } from "./fire.ts";
import { RunContext } from "./run-context.ts";
import type { RunMemory } from "./run-memory.ts";

const order = (at: number): NewRunOrder => ({
  row: at,
  slice: 1,
  attempt: 0,
  kind: "slice",
  keyId: 1,
  exchange: "simalpha",
  order: { marketId: "btcusdt", side: "sell", type: "market", amount: "1" },
  sendAtMs: 0,
  expireAfterMs: 0,
  typeOrig: "stop",
  priceEntry: "1",
  priceOffset: "0",
  spreadEntry: null,
  conditions: [],
  needCurrency: "BTC",
  needAmount: 1n,
});

/** A context with stops of two rows, whose journal answers as the test says. */
function contextOf(answer: Fired): { readonly context: RunContext; readonly firings: Firing[] } {
  const firings: Firing[] = [];
  const memory = {
    kept: { id: 1, strategyId: 1, ownerUid: 1, uid: 1, triggers: { 0: "90", 1: "95" }, run: { state: "running" } },
    playbook: { settings: { rows: [row("stop"), row("stop", { row: 1 })] }, conditions: { conditions: [] } },
    put: () => true,
  } as unknown as RunMemory;
  const shared = {
    deps: {
      clock: { now: () => 0 },
      runs: {
        fire: (_: unknown, firing: Firing) => {
          firings.push(firing);
          return Promise.resolve(answer);
        },
      },
      senders: { fenceOf: () => undefined, send: () => undefined, abandon: () => undefined, keep: () => undefined },
      asked: () => undefined,
    },
    worker: { lease: "test", fence: 1 },
    balances: { lacks: () => undefined },
    figures: { evaluations: 0, slices: 0 },
  } as unknown as RunContext["shared"];
  return { context: new RunContext(shared, memory), firings };
}

test("a stop that triggered stays where it is until its order is stored", async () => {
  const { context, firings } = contextOf({ kind: "short", currency: "BTC" });
  expect(await fire(context, [order(0)], { slice: 1, during: ["running"] })).toBe(false);
  expect([...context.triggers]).toEqual([
    [0, 90n],
    [1, 95n],
  ]);
  // The commit itself would have used it up.
  expect(firings.map(({ triggers }) => triggers)).toEqual([{ 1: "95", "1/tick": String(CENTS.tick) }]);
});

test("a stop is used up by the order that it released, and not by one that trades its row back", async () => {
  const { context } = contextOf({ kind: "fired", orders: [] });
  const back: NewRunOrder = { ...order(1), kind: "unwind" };
  expect(await fire(context, [back], { slice: undefined, during: ["running"] })).toBe(true);
  expect([...context.triggers.keys()]).toEqual([0, 1]);
  expect(await fire(context, [order(0)], { slice: 1, during: ["running"] })).toBe(true);
  expect([...context.triggers.keys()]).toEqual([1]);
});

test("orders are taken into memory by their numbers, in whatever order the database answers them", async () => {
  const stored = [12, 10, 11].map((id) => ({ terms: { id } }) as KeptRunOrder);
  const { context } = contextOf({ kind: "fired", orders: stored });
  // As `RunMemory` does: what is below the highest number, and not known, was folded into the sums.
  const taken: number[] = [];
  context.memory.put = ({ terms: { id } }) => id > (taken.at(-1) ?? 0) && taken.push(id) > 0;
  expect(await fire(context, [order(0), order(1), order(1)], { slice: 1, during: ["running"] })).toBe(true);
  expect(taken).toEqual([10, 11, 12]);
});
