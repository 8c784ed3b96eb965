import { expect, test } from "vitest";
import { fine, row } from "../../../../test/support/execution-row.ts";
import type { ChildOrder } from "../../algorithms/index.ts";
import { runOrderOf, type PlanParts } from "./plan-orders.ts";

/** The order of a row at an exchange that takes these. */
function sentTo(timeInForce: readonly string[], orderType: "taker" | "limit", maximumTimeLiveMs: number) {
  const own = row(orderType, { maximumTimeLiveMs });
  const listing = { exchange: "phemex", market: { base: "BTC", quote: "USDT", takerFee: 0 } };
  const parts = {
    exchanges: [{ code: "phemex", has: { orderTypes: ["limit", "market"], timeInForce } }],
    memory: { playbook: { listings: [listing] } },
  } as unknown as PlanParts;
  const child = { row: own, side: "buy", amountSteps: 1n, limitTicks: 100n, reference: fine("100") } as ChildOrder;
  const facts = { slice: 1, attempt: 0, kind: "slice", sendAtMs: 0, conditions: [], spreadEntry: undefined } as const;
  const { order, expireAfterMs } = runOrderOf(
    parts,
    { ...child, triggerTicks: undefined, valuedAt: fine("100") },
    facts,
  );
  return [order.timeInForce, expireAfterMs];
}

test("an order that is to take at once is cancelled after a moment, where its exchange cannot be told so", () => {
  expect(sentTo(["GTC", "IOC", "FOK"], "taker", 60_000)).toEqual(["IOC", 60_000]);
  expect(sentTo(["GTC"], "taker", 60_000)).toEqual(["GTC", 2_000]);
  expect(sentTo(["GTC"], "taker", 0)).toEqual(["GTC", 2_000]);
  expect(sentTo(["GTC"], "limit", 60_000)).toEqual(["GTC", 60_000]);
});
