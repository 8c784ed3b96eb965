/** How much of an exchange's answer is stored. */
import { expect, test } from "vitest";
import type { Caller } from "../caller.ts";
import type { OrderReport } from "../exchanges/index.ts";
import { askExchange, type AskingDeps } from "./ask-exchange.ts";

const QUESTION = { apikey: "11", exchange_query: "open_orders" } as const;

/** One key, at an exchange with this many open orders that were placed elsewhere. */
function askedOf(orders: number): AskingDeps {
  const reports = Array.from({ length: orders }, (_, at): Partial<OrderReport> => {
    const amounts = { amount: "1", filled: "0", cost: "0", price: "1" };
    const ids = { exchangeOrderId: `E${at}`, clientOrderId: "", marketId: "btcusdt" };
    return { ...ids, ...amounts, type: "limit", side: "buy", state: "open", createdMs: at, fees: [] };
  });
  const account = { openOrders: async () => reports, close: async () => undefined };
  return {
    exchangeKeys: {
      findKey: async () => ({ id: 11, exchange: "binance", status: "active", ownerUid: 1, uid: 1 }),
      findCredentials: async () => ({ token: "t", secret: "s" }),
    },
    connectedExchange: () => ({ account: () => account }),
    market: { listing: () => undefined },
    orders: { listReported: async () => [], listOpen: async () => [], listFillsOf: async () => [] },
  } as unknown as AskingDeps;
}

interface Answer {
  readonly orders: readonly { readonly id: string }[];
  readonly total: number;
  readonly missing: readonly object[];
}

test("of very many open orders the newest 1000 are stored, and the answer says so", async () => {
  const actor = { uid: 1, ownerUid: 1 } as Caller;
  const all = (await askExchange(askedOf(1_000), actor, QUESTION)) as Answer;
  expect([all.orders.length, all.total, all.missing]).toEqual([1_000, 1_000, []]);
  const some = (await askExchange(askedOf(1_001), actor, QUESTION)) as Answer;
  expect([some.orders.length, some.orders[0]?.id, some.total]).toEqual([1_000, "E1000", 1_001]);
  expect(some.missing).toEqual([
    {
      apikey: "11",
      exchange: "binance",
      code: null,
      error: expect.stringMatching(/^the newest 1000 of 1001 are here/),
    },
  ]);
});
