/** An order that all places have denied, and that trades after all, at an exchange whose trades do not name our id. */
import { expect, test } from "vitest";
import { createdOrder } from "../../../test/support/journal-events.ts";
import { silentLog } from "../../kit/log/log.ts";
import { parseFine } from "../../kit/money/fine.ts";
import type { ExchangeAccount, Fill, OrderReport } from "../exchanges/index.ts";
import { clientIdOf } from "./core/client-ids.ts";
import { nextLookup } from "./core/journal.ts";
import { KeyBook } from "./key-book.ts";
import { KeyPoll } from "./poll-key.ts";
import { lookUpOrder } from "./send-orders.ts";
import type { SendContext } from "./send-context.ts";
import type { KeptOrder } from "./store.ts";

const NOW_MS = Date.UTC(2026, 0, 2);
const OURS = clientIdOf("ab", NOW_MS * 1024) ?? "";

const REPORT: OrderReport = {
  marketId: "btcusd",
  exchangeOrderId: "7",
  clientOrderId: OURS,
  side: "buy",
  type: "limit",
  state: "filled",
  price: "10",
  amount: "1",
  filled: "1",
  cost: "10",
  fees: [],
  createdMs: NOW_MS,
  updatedMs: NOW_MS,
};

const FILL: Fill = {
  id: "t1",
  exchangeOrderId: "7",
  clientOrderId: "",
  marketId: "btcusd",
  side: "buy",
  price: "10",
  amount: "1",
  fee: undefined,
  isMaker: false,
  atMs: NOW_MS,
};

/** An order whose place request was not answered. */
function unanswered(): KeptOrder {
  const terms = { id: NOW_MS * 1024, ownerUid: 1, uid: 1, keyId: 1, exchange: "kraken", marketId: "btcusd" } as const;
  const sent = { side: "buy", type: "limit", amount: "1", price: "10", createdMs: NOW_MS, sendAtMs: NOW_MS } as const;
  const none = { batchId: null, strategyId: null, cancelAskedMs: null, checkAskedMs: null, withheldAskedMs: null };
  const order = createdOrder(OURS, parseFine("1") ?? 0n);
  const kept = { version: 1, claimedFence: 1, handedMs: NOW_MS, checkedMs: null, cost: "0", worth: 0n, why: "" };
  return { ...kept, isDeferred: false, terms: { ...terms, ...sent, ...none }, order } as KeptOrder;
}

test("is found by its trades, and they are booked", async () => {
  const time = { nowMs: NOW_MS };
  const shown: { orders: OrderReport[]; fills: Fill[] } = { orders: [], fills: [] };
  const account: Partial<ExchangeAccount> = {
    find: ({ clientOrderId, exchangeOrderId }) =>
      Promise.resolve(
        shown.orders.find((each) => each.clientOrderId === clientOrderId || each.exchangeOrderId === exchangeOrderId),
      ),
    openOrders: () => Promise.resolve([]),
    closedOrders: () => Promise.resolve(shown.orders),
    fills: () => Promise.resolve(shown.fills),
  };
  const book = new KeyBook({
    keyId: 1,
    log: silentLog(),
    nowMs: () => time.nowMs,
    write: () => Promise.resolve(),
    onBroken: (error) => {
      throw error;
    },
    onEffects: () => {},
  });
  const context = {
    account,
    book,
    hold: { isHeld: () => true, signal: new AbortController().signal },
    journal: { findByExchangeId: () => Promise.resolve(undefined) },
    figures: { sent: 0, lookups: 0, alerts: 0 },
    prefix: "ab",
    log: silentLog(),
    key: { keyId: 1 },
    wake: () => {},
    nowMs: () => time.nowMs,
  } as unknown as SendContext;
  const entry = book.load(unanswered());
  await book.note(entry, { kind: "unclear" });
  for (let lookup = 0; lookup < 10; lookup++) {
    time.nowMs = nextLookup(entry.order)?.atMs ?? time.nowMs;
    await lookUpOrder(context, entry);
  }
  expect(entry.order.state).toBe("missing");

  shown.orders.push(REPORT);
  shown.fills.push(FILL);
  await new KeyPoll(context, false).trades();
  expect(entry.order).toMatchObject({ state: "filled", exchangeOrderId: "7", booked: parseFine("1") });
});
