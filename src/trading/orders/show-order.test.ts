/** What requests see of an order's terms. */
import { expect, test } from "vitest";
import { FINE_ONE } from "../../kit/money/fine.ts";
import type { KeptFill, ListedOrder } from "../engine/index.ts";
import { showOrder } from "./show-order.ts";

function keptOf(terms: Partial<ListedOrder["terms"]>, booked = 0n): ListedOrder {
  const order = {
    state: "open",
    clientOrderId: "x",
    exchangeOrderId: "1",
    amount: 10n * FINE_ONE,
    filled: booked,
    booked,
  };
  return {
    terms: { keyId: 1, exchange: "binance", marketId: "btcusdt", side: "buy", price: "1", createdMs: 1, ...terms },
    order,
    cost: "0",
    why: "",
    updatedMs: 1,
  } as unknown as ListedOrder;
}

function shown(terms: Partial<ListedOrder["terms"]>): string {
  const { time_in_force: inForce, post_only: isPostOnly } = showOrder(keptOf(terms), [], undefined);
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

test("an order with more trades than are shown says so, and sums no fee of some of them", () => {
  const kept = keptOf({ type: "limit" }, 3n * FINE_ONE);
  const fills = [1, 2, 3].map((at): KeptFill => {
    const fee = { currency: "USDT", amount: "0.5" };
    return { orderId: 1, tradeId: `T${at}`, price: "1", amount: "1", fee, isMaker: true, atMs: at };
  });
  const { fee, trades, trades_left_out: isCut } = showOrder(kept, fills, undefined);
  expect([fee?.cost, trades.length, isCut]).toEqual(["1.50000000", 3, false]);
  const some = showOrder(kept, fills.slice(0, 2), undefined);
  expect([some.fee, some.trades.length, some.trades_left_out]).toEqual([null, 2, true]);
});
