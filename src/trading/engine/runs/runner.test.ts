import { expect, test } from "vitest";
import type { KeptRun, KeptRunOrder } from "../store-runs.ts";
import type { Playbook } from "./playbook.ts";
import type { RunContext } from "./run-context.ts";
import { RunLog } from "./run-log.ts";
import { RunMemory } from "./run-memory.ts";
import { Runner } from "./runner.ts";

const SINCE = 1_000_000;

/** An order that rests, and that this owner has not looked at yet. */
function resting(id: number): KeptRunOrder {
  return {
    terms: { id, side: "buy", price: "100", createdMs: 1 },
    order: { state: "open", amount: 10n, filled: 0n, booked: 0n, lookup: "none", endedMs: 0 },
    version: 1,
    claimedFence: 1,
    checkedMs: 1,
    row: 0,
    slice: 1,
    attempt: 0,
    kind: "slice",
    cost: "0",
    priceEntry: "100",
    fees: [],
  } as unknown as KeptRunOrder;
}

test("an order that could not be looked at is asked for again every second, and only that one", async () => {
  let nowMs = SINCE;
  const asked: [number, readonly number[]][] = [];
  const moves: string[] = [];
  const playbook = { keyIds: [], listings: [], settings: { rows: [] } } as unknown as Playbook;
  const kept = { id: 1, run: { state: "reconvening" } } as unknown as KeptRun;
  const memory = new RunMemory(
    kept,
    playbook,
    { orders: [resting(1), resting(2)], totals: [] },
    { usdRate: () => undefined },
  );
  const runner = new Runner({
    memory,
    log: new RunLog(),
    view: {},
    shared: { askChecks: (ids: readonly number[]) => void asked.push([nowMs - SINCE, ids]), balances: {} },
    nowMs: () => nowMs,
    followMarkets: () => undefined,
    readUser: async () => undefined,
    move: async (event: string) => void moves.push(event),
  } as unknown as RunContext);
  const see = (id: number): boolean => memory.put({ ...resting(id), checkedMs: nowMs });
  const stepAt = async (ms: number): Promise<void> => {
    nowMs = SINCE + ms;
    await runner.step();
  };
  await stepAt(0);
  see(1);
  for (const ms of [100, 900, 1000, 1100, 2000]) await stepAt(ms);
  expect(asked).toEqual([
    [0, [1, 2]],
    [1000, [2]],
    [2000, [2]],
  ]);
  expect(moves).toEqual([]);
  see(2);
  await stepAt(3000);
  expect(asked).toHaveLength(3);
  expect(moves).toEqual(["reconvened"]);
});

test("what a run hears while it is at something makes it due at once", async () => {
  const playbook = { keyIds: [], listings: [], settings: { rows: [] } } as unknown as Playbook;
  const kept = { id: 1, slices: 0, run: { state: "reconvening" } } as unknown as KeptRun;
  const memory = new RunMemory(kept, playbook, { orders: [], totals: [] }, { usdRate: () => undefined });
  let whileAsked = (): void => undefined;
  const runner: Runner = new Runner({
    memory,
    log: new RunLog(),
    view: {},
    shared: { askChecks: () => undefined, balances: {} },
    nowMs: () => SINCE,
    followMarkets: () => undefined,
    readUser: async () => whileAsked(),
  } as unknown as RunContext);
  await runner.step();
  expect(runner.dueMs).toBeGreaterThan(0);
  whileAsked = () => runner.heard(kept);
  await runner.step();
  expect(runner.dueMs).toBe(0);
});
