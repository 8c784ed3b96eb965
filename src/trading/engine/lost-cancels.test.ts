/**
 * A cancel whose requests are lost is sent until the exchange shows that the order has ended: by a sender that takes
 * over, with the real adapter, on a clock that the test moves.
 */
import { expect, onTestFinished, test } from "vitest";
import { ccxtWorld, CREDENTIALS } from "../../../test/support/ccxt-loopback.ts";
import { emptyMarket } from "../../../test/support/empty-market.ts";
import { createdOrder } from "../../../test/support/journal-events.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { silentLog } from "../../kit/log/log.ts";
import { parseFine } from "../../kit/money/fine.ts";
import type { LeaseHold } from "../../kit/sql/hold-lease.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { HaltView } from "./halt-view.ts";
import { OrderJudge } from "./judge-orders.ts";
import { KeySender } from "./key-sender.ts";
import type { KeptOrder, OrderJournal } from "./store.ts";

const ORDER = "/api/v3/order";
const REST = {
  marketId: "btcusdt",
  clientOrderId: "ab1",
  side: "buy",
  type: "limit",
  amount: "0.01",
  price: "10000",
} as const;

/** An order that rests at the exchange; a sender that died wanted it cancelled. A stream has told its newest report. */
function cancelled(nowMs: number, reportedMs: number): KeptOrder {
  const terms = {
    ...REST,
    id: 1,
    batchId: null,
    ownerUid: 1,
    uid: 1,
    keyId: 1,
    strategyId: null,
    exchange: "binance",
    stopPrice: null,
    createdMs: nowMs,
    sendAtMs: nowMs,
    intervalMs: 0,
    expireAfterMs: 0,
    postOnly: false,
    cancelAskedMs: null,
    checkAskedMs: null,
    withheldAskedMs: null,
    timeInForce: null,
  };
  const created = createdOrder(REST.clientOrderId, parseFine(REST.amount) ?? 0n);
  const order = { ...created, state: "cancel_pending", wasSeen: true, reportedMs, cancelWantedMs: nowMs } as const;
  const kept = { version: 1, claimedFence: 1, handedMs: nowMs, checkedMs: null, cost: "0", worth: 0n, why: "" };
  return { ...kept, isDeferred: false, terms, order, updatedMs: nowMs };
}

/** A sender that has taken the order over, the exchange, and a step of their time. */
async function takeOver({ streamAheadMs = 0 }: { readonly streamAheadMs?: number } = {}) {
  const clock = manualClock();
  const nowMs = (): number => toMillis(clock.now());
  // Time passes by steps, not while a request is in progress: no answer is too late.
  const { exchange, loopback, close } = await ccxtWorld({ clock, timeoutMs: 3_600_000 });
  onTestFinished(close);
  const tellTime = (): void => void (loopback.faults.skewMs = nowMs() - Date.now());
  tellTime();
  const account = exchange.account(CREDENTIALS);
  await account.place(REST);
  const lost = new AbortController();
  const hold = {
    fence: 1,
    signal: lost.signal,
    untilMs: Infinity,
    isHeld: () => true,
    abandon: () => lost.abort(),
    release: () => Promise.resolve(),
  };
  const kept = cancelled(nowMs(), streamAheadMs === 0 ? 0 : nowMs() + streamAheadMs);
  const journal: Partial<OrderJournal> = {
    listUnsettled: () => Promise.resolve([kept]),
    listCommands: () => Promise.resolve([]),
    write: () => Promise.resolve(),
    noteLook: () => Promise.resolve(),
  };
  const halts = {
    readEpoch: () => Promise.resolve(1),
    loadHalts: () => Promise.resolve({ epoch: 1, halts: [] }),
    confirm: () => Promise.resolve(),
  };
  const sender = new KeySender({
    isKept: () => false,
    mayLack: false,
    left: new Set(),
    missedAfterMs: 5_000,
    key: { keyId: 1, ownerUid: 1, exchange: "binance", isActive: true },
    risk: { judge: new OrderJudge(emptyMarket(), clock), halts: new HaltView(halts, "x"), mayTrade: async () => true },
    // Only the lists report it: reports of a stream come when they come.
    exchange: Object.assign(Object.create(exchange), { has: { ...exchange.has, orderStream: false } }),
    account,
    hold: hold as Partial<LeaseHold> as LeaseHold,
    journal: journal as OrderJournal,
    prefix: "ab",
    clock,
    log: silentLog(),
    figures: { sent: 0, lookups: 0, alerts: 0 },
  });
  const ended = sender.run();
  onTestFinished(async () => {
    sender.stop();
    await ended;
  });
  return {
    exchange,
    loopback,
    clock,
    order: () => sender.book.get(kept.terms.id)?.order,
    async step() {
      await clock.advance(250);
      tellTime();
      const isAsking = (): boolean => sender.book.entries().some((each) => each.isCancelling || each.isLooking);
      await waitUntil(() => expect(isAsking()).toBe(false));
    },
    lookups: () => loopback.requests.filter(({ method, path }) => method === "GET" && path === ORDER).length,
    cancels: () => loopback.requests.filter(({ method, path }) => method === "DELETE" && path === ORDER).length,
  };
}

test("is sent again after a lookup shows the order open, also when the exchange was given up in between", async () => {
  const { exchange, loopback, clock, order, step, cancels } = await takeOver();
  loopback.faults.plan({
    method: "DELETE",
    path: ORDER,
    count: 5,
    fault: { kind: "lost", when: "before", how: "close" },
  });
  while (exchange.health().state !== "down") await step();
  expect(order()).toMatchObject({ state: "cancel_pending", lookup: "waiting" });
  // Nothing but the sender asks this exchange.
  await clock.advance(20_000);
  await waitUntil(() => expect(exchange.health().state).toBe("ok"));
  while (order()?.state === "cancel_pending") await step();
  expect(order()?.state).toBe("canceled");
  expect(cancels()).toBe(1);
});

test("that was done is shown to be by a lookup, and is not sent again", async () => {
  const { loopback, order, step, cancels } = await takeOver();
  loopback.faults.plan({ method: "DELETE", path: ORDER, fault: { kind: "lost", when: "after", how: "close" } });
  while (order()?.state === "cancel_pending") await step();
  expect(order()?.state).toBe("canceled");
  expect(cancels()).toBe(1);
});

test("is sent again where lookups tell an earlier time than the stream has told", async () => {
  const { loopback, order, step, cancels, lookups } = await takeOver({ streamAheadMs: 3_600_000 });
  loopback.faults.plan({ method: "DELETE", path: ORDER, fault: { kind: "lost", when: "before", how: "close" } });
  for (let steps = 0; order()?.state === "cancel_pending" && steps < 60; steps++) await step();
  expect(order()?.state).toBe("canceled");
  expect(cancels()).toBe(1);
  // Each lookup is one of the schedule: an answer that is not understood is not asked for again at once.
  expect(lookups()).toBeLessThan(10);
});
