/** What requests see of an order's terms. */
import { expect, test } from "vitest";
import type { KeptOrder } from "../engine/index.ts";
import { showOrder } from "./show-order.ts";

function shown(terms: Partial<KeptOrder["terms"]>): string {
  const order = { state: "open", clientOrderId: "x", exchangeOrderId: "1", amount: 1n, filled: 0n };
  const kept = {
    terms: { keyId: 1, exchange: "binance", marketId: "btcusdt", side: "buy", price: "1", createdMs: 1, ...terms },
    order,
    cost: "0",
    why: "",
    updatedMs: 1,
  } as unknown as KeptOrder;
  const { time_in_force: inForce, post_only: isPostOnly } = showOrder(kept, [], undefined);
  return `${inForce} ${isPostOnly}`;
}

test.each([
  ["limit", null, false, "GTC false"],
  ["limit", "GTC", false, "GTC false"],
  ["limit", "IOC", false, "IOC false"],
  ["limit", "FOK", false, "FOK false"],
  ["limit", null, true, "PO true"],
  ["limit", "GTC", true, "PO true"],
  ["market", null, false, "IOC false"],
  ["stop_limit", null, false, "GTC false"],
] as const)(
  "a %s order with the time in force %s and post-only %s is shown as %s",
  (type, timeInForce, postOnly, as) => {
    expect(shown({ type, timeInForce, postOnly })).toBe(as);
  },
);
