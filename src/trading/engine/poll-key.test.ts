/** How far back the trades of a market are read, from an exchange that has none to tell. */
import { expect, test } from "vitest";
import { fine } from "../../../test/support/execution-row.ts";
import { createdOrder } from "../../../test/support/journal-events.ts";
import { silentLog } from "../../kit/log/log.ts";
import { DAY_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import { ExchangeFailure, type Fill } from "../exchanges/index.ts";
import type { JournalOrder } from "./core/journal-order.ts";
import { KeyBook } from "./key-book.ts";
import { KeyPoll } from "./poll-key.ts";
import { CLOCK_MARGIN_MS, type SendContext } from "./send-context.ts";
import type { KeptOrder } from "./store.ts";

const SENT_MS = 1_000 * DAY_MS;

/** Orders that rest since `SENT_MS`, each in its market, polled a month later and then minute by minute. */
function restingSince(
  orders: readonly Partial<JournalOrder>[],
  markets: readonly string[] = [],
  lately?: readonly { readonly marketId: string; readonly newestMs: number }[],
) {
  const clock = { nowMs: SENT_MS + 30 * DAY_MS, isDown: false };
  const nowMs = (): number => clock.nowMs;
  const book = new KeyBook({
    keyId: 1,
    log: silentLog(),
    nowMs,
    write: () => Promise.resolve(),
    onBroken: (error) => expect.fail(String(error)),
    onEffects: () => undefined,
  });
  const entries = orders.map((more, id) => {
    const order = { ...createdOrder(`ab${id}`, fine("1")), state: "open", exchangeOrderId: `x${id}`, ...more };
    const terms = { id, marketId: markets[id] ?? "btcusdt", createdMs: SENT_MS };
    return book.load({
      terms,
      order,
      version: 1,
      claimedFence: 1,
      handedMs: SENT_MS,
      cost: "0",
      worth: 0n,
    } as KeptOrder);
  });
  const asked: number[] = [];
  const listed: string[] = [];
  const fills = new Map<string, readonly Partial<Fill>[] | Error>();
  const account = {
    find: () => Promise.resolve(undefined),
    fills: (marketId: string, { sinceMs }: { readonly sinceMs: number }) => {
      asked.push(sinceMs);
      const told = clock.isDown ? new Error("down") : (fills.get(marketId) ?? []);
      return told instanceof Error ? Promise.reject(told) : Promise.resolve(told);
    },
    closedOrders: (marketId: string) => {
      listed.push(marketId);
      const failure = new ExchangeFailure("rejected", "unknownMarket", `${marketId} cannot be listed`);
      return marketId === "goneusdt" ? Promise.reject(failure) : Promise.resolve([]);
    },
  };
  const journal = {
    findByExchangeId: () => Promise.resolve(undefined),
    listLately: () => Promise.resolve(lately ?? expect.fail("nothing is missed")),
  };
  const context = { account, book, journal, nowMs, key: { keyId: 1 }, log: silentLog(), prefix: "ab" };
  return {
    clock,
    entries,
    asked,
    listed,
    fills,
    poll: new KeyPoll(context as unknown as SendContext, lately !== undefined),
  };
}

test("the trades of an order that rests for long are read once, and then from where all were read", async () => {
  const { clock, asked, poll } = restingSince([{}]);
  const firstMs = clock.nowMs;
  clock.isDown = true;
  await expect(poll.trades()).rejects.toThrow("down");
  clock.isDown = false;
  for (let minute = 0; minute < 3; minute++) {
    await poll.trades();
    clock.nowMs += MINUTE_MS;
  }
  const from = [SENT_MS, SENT_MS, firstMs, firstMs + MINUTE_MS];
  expect(asked).toEqual(from.map((ms) => ms - CLOCK_MARGIN_MS));
});

test("trades that do not come though more was filled are looked for ever further back: a clock may have been wrong", async () => {
  const { clock, entries, asked, poll } = restingSince([{}, {}]);
  await poll.trades();
  const [first] = entries;
  if (first) first.order = { ...first.order, filled: fine("0.5") };
  for (let round = 0; round < 10; round++) await poll.trades();
  const margins = [1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 256].map((times) => times * CLOCK_MARGIN_MS);
  expect(asked).toEqual(margins.map((ms) => SENT_MS - ms));
  asked.length = 0;
  clock.isDown = true;
  await expect(poll.trades()).rejects.toThrow("down");
  clock.isDown = false;
  if (first) first.order = { ...first.order, booked: fine("0.5") };
  await poll.trades();
  if (first) first.order = { ...first.order, filled: fine("0.6") };
  await poll.trades();
  expect(asked).toEqual([SENT_MS - 256 * CLOCK_MARGIN_MS, clock.nowMs - CLOCK_MARGIN_MS, SENT_MS - CLOCK_MARGIN_MS]);
});

test("where orders may be missed, the trades of every market that was lately traded in are read once", async () => {
  const newestMs = SENT_MS + 29 * DAY_MS;
  const markets = ["btcusdt", "ethusdt", "goneusdt"].map((marketId) => ({ marketId, newestMs }));
  const { clock, asked, fills, poll } = restingSince([{}], ["btcusdt"], markets);
  fills.set("goneusdt", new ExchangeFailure("rejected", "unknownMarket", "The market goneusdt does not exist"));
  fills.set("ethusdt", new ExchangeFailure("unavailable", "network", "away"));
  expect(poll.isSeeking).toBe(true);
  await expect(poll.trades()).rejects.toThrow("away");
  // The order that rests was sent before.
  expect(asked).toEqual([SENT_MS, newestMs, newestMs].map((ms) => ms - CLOCK_MARGIN_MS));
  expect(poll.isSeeking).toBe(true);
  fills.delete("ethusdt");
  asked.length = 0;
  await poll.trades();
  expect(asked).toEqual([clock.nowMs, newestMs].map((ms) => ms - CLOCK_MARGIN_MS));
  expect(poll.isSeeking).toBe(false);
});

test("a market in which orders may be missed is given up after a day without an answer", async () => {
  const { clock, asked, poll } = restingSince([], [], [{ marketId: "btcusdt", newestMs: SENT_MS }]);
  clock.isDown = true;
  await expect(poll.trades()).rejects.toThrow("down");
  clock.nowMs += DAY_MS + 1;
  await poll.trades();
  expect(asked).toHaveLength(1);
  expect(poll.isSeeking).toBe(false);
});

test("a poll that fails does not count as one that found no trades", async () => {
  const { clock, entries, asked, poll } = restingSince([{}]);
  const [first] = entries;
  if (first) first.order = { ...first.order, filled: fine("0.5") };
  clock.isDown = true;
  for (let failures = 0; failures < 3; failures++) await expect(poll.trades()).rejects.toThrow("down");
  expect(asked).toEqual([SENT_MS, SENT_MS, SENT_MS].map((ms) => ms - CLOCK_MARGIN_MS));
});

test("a market whose trades cannot be read keeps no other one's trades from being booked", async () => {
  const half = { filled: fine("0.5") };
  const { entries, asked, fills, poll } = restingSince([half, half, half], ["goneusdt", "btcusdt", "ethusdt"]);
  const trade = { id: "t1", clientOrderId: "", price: "1", amount: "0.5", atMs: SENT_MS + 1 };
  const gone = new ExchangeFailure("rejected", "unknownMarket", "There is no market goneusdt");
  fills.set("goneusdt", gone);
  fills.set("btcusdt", [{ ...trade, marketId: "btcusdt", exchangeOrderId: "x1" }]);
  fills.set("ethusdt", [{ ...trade, marketId: "ethusdt", exchangeOrderId: "x2" }]);
  await expect(poll.trades()).rejects.toBe(gone);
  expect(entries.map(({ order }) => order.booked)).toEqual([0n, fine("0.5"), fine("0.5")]);
  asked.length = 0;
  await expect(poll.trades()).rejects.toBe(gone);
  // The market counts as unread: it is asked for since the same time.
  expect(asked[0]).toBe(SENT_MS - CLOCK_MARGIN_MS);
});

test("a market whose ended orders cannot be listed keeps no other one's lost orders from being looked for", async () => {
  const { clock, fills, listed, poll } = restingSince([{}, {}], ["goneusdt", "btcusdt"]);
  for (const marketId of ["goneusdt", "btcusdt"]) {
    const trade = { id: "t1", clientOrderId: "", exchangeOrderId: "lost", price: "1", amount: "1" };
    fills.set(marketId, [{ ...trade, marketId, atMs: clock.nowMs }]);
  }
  await expect(poll.trades()).rejects.toThrow("goneusdt cannot be listed");
  expect(listed).toEqual(["goneusdt", "btcusdt"]);
});
