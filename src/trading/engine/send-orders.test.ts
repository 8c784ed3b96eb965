/** What time alone brings to an order at its exchange. */
import { expect, test } from "vitest";
import { CENTS, fine } from "../../../test/support/execution-row.ts";
import { createdOrder } from "../../../test/support/journal-events.ts";
import type { Entry } from "./key-book.ts";
import { expiryOf, newsOfTime } from "./send-orders.ts";

const MINIMUMS = { gridOf: () => CENTS };

/** An order for 0.5 at 100 that was sent at 1000, and may rest for 500 milliseconds. */
function resting(filled: string): Entry {
  const terms = {
    type: "limit",
    marketId: "btcusdt",
    price: "100",
    stopPrice: null,
    sendAtMs: 1_000,
    expireAfterMs: 500,
  };
  const order = { ...createdOrder("ab1", fine("0.5")), state: "partially_filled", filled: fine(filled) };
  return { terms, order, isClaimed: true, handedMs: 1_000 } as Entry;
}

test("an order whose time is over is cancelled, unless that leaves less than the minimum on either side", () => {
  for (const filled of ["0", "0.1", "0.45"]) {
    expect(newsOfTime(MINIMUMS, resting(filled), 1_500)).toEqual([{ kind: "cancel_wanted" }]);
    expect(newsOfTime(MINIMUMS, resting(filled), 1_499)).toEqual([]);
  }
  for (const filled of ["0.01", "0.4999"]) {
    expect(newsOfTime(MINIMUMS, resting(filled), 9_999)).toEqual([]);
    expect(expiryOf(MINIMUMS, resting(filled))).toBeUndefined();
  }
  // A market whose least sizes are not known holds nothing up.
  expect(expiryOf({ gridOf: () => undefined }, resting("0.01"))).toBe(1_500);
});
