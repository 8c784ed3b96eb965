/** How far back the trades of a market are read, from an exchange that has none to tell. */
import { expect, test } from "vitest";
import { fine } from "../../../test/support/execution-row.ts";
import { createdOrder } from "../../../test/support/journal-events.ts";
import { silentLog } from "../../kit/log/log.ts";
import { DAY_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import type { JournalOrder } from "./core/journal-order.ts";
import { KeyBook } from "./key-book.ts";
import { KeyPoll } from "./poll-key.ts";
import { CLOCK_MARGIN_MS, type SendContext } from "./send-context.ts";
import type { KeptOrder } from "./store.ts";

const SENT_MS = 1_000 * DAY_MS;

/** Orders that rest since `SENT_MS`, polled a month later and then minute by minute. */
function restingSince(orders: readonly Partial<JournalOrder>[]) {
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
    const terms = { id, marketId: "btcusdt", createdMs: SENT_MS };
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
  const account = {
    fills: (_: string, { sinceMs }: { readonly sinceMs: number }) => {
      asked.push(sinceMs);
      return clock.isDown ? Promise.reject(new Error("down")) : Promise.resolve([]);
    },
  };
  const context = { account, book, nowMs, key: { keyId: 1 }, log: silentLog() } as unknown as SendContext;
  return { clock, entries, asked, poll: new KeyPoll(context) };
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

test("a poll that fails does not count as one that found no trades", async () => {
  const { clock, entries, asked, poll } = restingSince([{}]);
  const [first] = entries;
  if (first) first.order = { ...first.order, filled: fine("0.5") };
  clock.isDown = true;
  for (let failures = 0; failures < 3; failures++) await expect(poll.trades()).rejects.toThrow("down");
  expect(asked).toEqual([SENT_MS, SENT_MS, SENT_MS].map((ms) => ms - CLOCK_MARGIN_MS));
});
