/** How much of an exchange's answer is stored. */
import { expect, test } from "vitest";
import { firstOpen } from "./ask-exchange.ts";
import type { ForeignOrder } from "./asked-orders.ts";

const QUESTION = { apikey: "11" };

/** Open orders at one key that were placed elsewhere. */
function placedElsewhere(orders: number): ForeignOrder[] {
  return Array.from({ length: orders }, (_, at) => {
    const key = { id: 11, exchange: "binance" };
    return { key, report: { exchangeOrderId: `E${at}` } } as ForeignOrder;
  });
}

test("of very many open orders the newest 1000 are stored, and the answer says so", () => {
  const all = placedElsewhere(1_000);
  expect(firstOpen(QUESTION, all)).toEqual({ kept: all, left: [] });
  const { kept, left } = firstOpen(QUESTION, placedElsewhere(1_001));
  expect([kept.length, kept[0]?.report.exchangeOrderId]).toEqual([1_000, "E0"]);
  expect(left).toEqual([
    {
      apikey: "11",
      exchange: "binance",
      code: null,
      error: expect.stringMatching(/^the newest 1000 of 1001 are here/),
    },
  ]);
});
