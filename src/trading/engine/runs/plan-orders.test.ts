import { expect, test } from "vitest";
import { fine, row } from "../../../../test/support/execution-row.ts";
import type { ChildOrder } from "../../algorithms/index.ts";
import { runOrderOf, type PlanParts } from "./plan-orders.ts";

/** The order of a row at an exchange that takes these. */
function ordered(
  {
    timeInForce,
    orderType = "taker",
    maximumTimeLiveMs = 0,
  }: {
    readonly timeInForce?: readonly string[];
    readonly orderType?: "taker" | "limit";
    readonly maximumTimeLiveMs?: number;
  },
  { reference = "100", spreadEntry }: { readonly reference?: string; readonly spreadEntry?: number } = {},
) {
  const own = row(orderType, { maximumTimeLiveMs });
  const listing = { exchange: "phemex", market: { base: "BTC", quote: "USDT", takerFee: 0 } };
  const parts = {
    exchanges: [{ code: "phemex", has: { orderTypes: ["limit", "market"], timeInForce: timeInForce ?? ["IOC"] } }],
    memory: { playbook: { listings: [listing] } },
  } as unknown as PlanParts;
  const child = { row: own, side: "buy", amountSteps: 1n, limitTicks: 100n, reference: fine(reference) } as ChildOrder;
  const facts = { slice: 1, attempt: 0, kind: "slice", sendAtMs: 0, conditions: [], spreadEntry } as const;
  return runOrderOf(parts, { ...child, triggerTicks: undefined, valuedAt: fine("100") }, facts);
}

function sentTo(timeInForce: readonly string[], orderType: "taker" | "limit", maximumTimeLiveMs: number) {
  const { order, expireAfterMs } = ordered({ timeInForce, orderType, maximumTimeLiveMs });
  return [order.timeInForce, expireAfterMs];
}

test("an order that is to take at once is cancelled after a moment, where its exchange cannot be told so", () => {
  expect(sentTo(["GTC", "IOC", "FOK"], "taker", 60_000)).toEqual(["IOC", 60_000]);
  expect(sentTo(["GTC"], "taker", 60_000)).toEqual(["GTC", 2_000]);
  expect(sentTo(["GTC"], "taker", 0)).toEqual(["GTC", 2_000]);
  expect(sentTo(["GTC"], "limit", 60_000)).toEqual(["GTC", 60_000]);
});

test.each([
  ["65745.8", 65745.8 - 65701.7, "44.1"],
  ["65745.8", 65745.8 / 65701.7, "1.0006712155"],
  ["0.3", 0.3 - 0.2, "0.1"],
  ["0.000001234567", 0.000001234567 - 0.000001234566, "0.000000000001"],
  ["100", -3, "-3"],
])("a spread at a price of %s is stored without the noise of binary numbers: %d", (reference, spreadEntry, stored) => {
  expect(ordered({}, { reference, spreadEntry }).spreadEntry).toBe(stored);
});
