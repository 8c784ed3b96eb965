/** Orders that rest far below the market, as `exchange-query/order-create` stores them. */
import { expect } from "vitest";
import type { orderStore } from "../../../src/trading/engine/sql/order-store.ts";
import { TOO_LATE } from "../too-late.ts";
import { waitUntil } from "../wait-until.ts";
import type { Customer } from "./crash-cases.ts";

type Orders = ReturnType<typeof orderStore>;
type Asking = Pick<Customer, "keyId" | "ownerUid">;

/** @returns their numbers */
export async function askOrders(
  orders: Orders,
  { keyId, ownerUid }: Asking,
  sendAtMs: readonly number[],
): Promise<readonly number[]> {
  const stored = await orders.addBatch({
    ownerUid,
    uid: ownerUid,
    keyId,
    exchange: "binance",
    order: { marketId: "btcusdt", side: "buy", type: "limit", amount: "0.01", price: "10000" },
    sendAtMs,
    intervalMs: 0,
    expireAfterMs: 0,
    nowMs: Date.now(),
  });
  if (!stored) throw new Error("the orders were not stored");
  return stored.orders.map(({ terms }) => terms.id);
}

/** One that the exchange has; another is asked for where a busy machine was too late with it. */
export async function askOpenOrder(orders: Orders, asking: Asking): Promise<readonly number[]> {
  for (;;) {
    const ids = await askOrders(orders, asking, [Date.now()]);
    const [kept] = await waitUntil(async () => {
      const found = await orders.readOrders(ids);
      expect(["open", "not_sent", "rejected"]).toContain(found[0]?.order.state);
      return found;
    });
    if (kept?.order.state === "open") return ids;
    expect(kept?.why).toMatch(TOO_LATE);
  }
}
