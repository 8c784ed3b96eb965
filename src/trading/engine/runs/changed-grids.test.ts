/** An exchange changes the ticks and steps of a market while a strategy runs there, or between two owners of it. */
import { expect, test } from "vitest";
import { CENTS, fine, grid, row } from "../../../../test/support/execution-row.ts";
import type { RowSettings } from "../../algorithms/index.ts";
import type { DutyOrder } from "../core/duties.ts";
import { triggerText } from "./held-stops.ts";
import { planDuty } from "./plan-orders.ts";
import { RunContext } from "./run-context.ts";
import type { RunMemory } from "./run-memory.ts";
import { Runner } from "./runner.ts";

const NOW = { tickSize: "0.01", stepSize: "0.001", minAmount: "0.01", minNotional: "5" };
const COARSER = { tickSize: "0.5", stepSize: "0.05", minAmount: "0.05", minNotional: "5" };

/** A run with one row, whose market can be changed. `triggers` is what is stored of it. */
function runAt(market: typeof NOW, triggers: Readonly<Record<string, string>> = {}) {
  const listing = { exchange: "simalpha", code: "simalpha-btcusdt", market };
  const own: RowSettings = row("taker", { side: "sell", grid: grid(market.tickSize, market.stepSize) });
  const memory = {
    kept: { id: 1, strategyId: 1, ownerUid: 1, uid: 1, triggers, run: { state: "ready" } },
    playbook: { settings: { rows: [own] }, listings: [listing], conditions: { conditions: [] } },
    orders: { progress: () => ({ done: 0n, open: 0n }) },
  } as unknown as RunMemory;
  const depth = () => ({ isWhole: true, bids: [100.03, 5], asks: [100.05, 5] });
  const shared = {
    deps: { clock: { now: () => 0 }, market: { depth, listing: () => listing }, exchanges: [] },
  } as unknown as RunContext["shared"];
  const context = new RunContext(shared, memory);
  return { listing, own, context, runner: new Runner(context) };
}

test("a hedge is counted in the ticks and steps that its market has now", async () => {
  const { listing, own, context, runner } = runAt(NOW);
  const duty: DutyOrder = {
    kind: "hedge",
    row: 0,
    slice: 1,
    attempt: 0,
    amount: fine("0.123"),
    price: undefined,
    side: undefined,
    leg: "0",
    lacking: fine("0.123"),
    notBeforeMs: 0,
  };
  const planned = () => {
    const child = planDuty(context.plan, own, duty, "sell");
    return child && [(child.limitTicks ?? 0n) * child.row.grid.tick, child.amountSteps * child.row.grid.step];
  };
  await runner.step();
  expect(planned()).toEqual([fine("100.03"), fine("0.123")]);
  listing.market = COARSER;
  await runner.step();
  expect(planned()).toEqual([fine("100.5"), fine("0.1")]);
});

test("a stop that is held stays at its price when its market gets other ticks", async () => {
  const { listing, own, context, runner } = runAt(NOW);
  await runner.step();
  context.triggers.set(0, 9_050n);
  listing.market = COARSER;
  await runner.step();
  expect(triggerText(own, context.triggers.get(0) ?? 0n)).toBe("90.5");
});

test("a new owner finds a stop at its price, whatever the ticks are by then", () => {
  const before = runAt(NOW);
  before.context.triggers.set(0, 9_050n);
  const stored = before.context.triggersToKeep();
  const after = runAt(COARSER, stored);
  expect(triggerText(after.own, after.context.triggers.get(0) ?? 0n)).toBe("90.5");
  // As earlier versions stored it.
  expect(CENTS.tick).toBe(fine("0.01"));
  expect([...runAt(NOW, { "0": "9050" }).context.triggers]).toEqual([[0, 9_050n]]);
});
