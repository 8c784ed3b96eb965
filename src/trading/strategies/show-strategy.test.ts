import { expect, test } from "vitest";
import { showStrategy } from "./show-strategy.ts";
import type { Settings, StoredStrategy } from "./store.ts";

const strategy = (settings: Settings, more: Partial<StoredStrategy> = {}): StoredStrategy => ({
  id: 1,
  profileId: 2,
  name: "BTC",
  state: "running",
  runId: 1,
  serverId: null,
  startedAt: null,
  stopsAt: null,
  successful: 0,
  canceled: 0,
  failed: 0,
  slicesDone: 3,
  slicesTotal: 4,
  openOrders: 0,
  isBehind: false,
  unhedged: {},
  lastEvent: null,
  qtyDone: "5",
  realizedPnl: "0",
  fees: "0",
  pnlCurrency: "USD",
  tabId: null,
  algorithmId: 900_001,
  settings,
  ...more,
});

test("a strategy with one row is as far as its quantity", () => {
  const settings = { executable_codes: ["a-btcusdt"], executable_parents: ["10"] };
  expect(showStrategy(strategy(settings), 0n)).toMatchObject({ progress: 0.5, qty_parent: "10.00000000" });
});

test("a strategy with several rows is as far as its slices, and shows no total of one row as its own", () => {
  const settings = { executable_codes: ["a-btcusdt", "b-ethusdt"], executable_parents: ["10", "200"] };
  expect(showStrategy(strategy(settings), 0n)).toMatchObject({ progress: 0.75, qty_parent: null });
  expect(showStrategy(strategy({ ...settings, parent: "20" }), 0n)).toMatchObject({
    progress: 0.75,
    qty_parent: "20.00000000",
  });
  expect(showStrategy(strategy(settings, { slicesTotal: null }), 0n).progress).toBe(0);
});

test("results have 8 places, however they were computed", () => {
  const stored = strategy({}, { realizedPnl: "-1.966449923542450807", fees: "0.000000009" });
  expect(showStrategy(stored, 146_601_325_986_346_489n).pnl).toMatchObject({
    realized: "-1.96644993",
    unrealized: "0.14660132",
    fees: "0.00000000",
  });
});
