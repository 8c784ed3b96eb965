import { expect, test } from "vitest";
import type { Trade } from "../../../../../clients/typescript/src/trading.ts";
import { NO_TRADES, withMessages } from "./latest-trades.ts";

const trade = (id: string): Trade => [1, 1, 0, id];
const message = (seq: number, ids: readonly string[], skipped?: number, broken?: number) => ({
  channel: "trades/x" as const,
  seq,
  ms: 0,
  data: ids.map(trade),
  ...(skipped === undefined ? {} : { skipped }),
  ...(broken === undefined ? {} : { broken }),
});

test("trades are added to the snapshot, and a snapshot after a break takes the place of all", () => {
  const first = withMessages(NO_TRADES, [message(1, ["a"]), message(2, ["b"], 7)]);
  expect(first).toEqual({ ...NO_TRADES, trades: [trade("a"), trade("b")], skipped: 7 });
  expect(withMessages(first, [message(1, ["c"])])).toEqual({ ...NO_TRADES, trades: [trade("c")] });
  expect(withMessages(NO_TRADES, [{ channel: "trades/x", seq: 1, ms: 0, data: null, state: "none" }])).toEqual({
    ...NO_TRADES,
    trades: [],
  });
});

test("a hundred are kept", () => {
  const many = Array.from({ length: 150 }, (_, at) => String(at));
  expect(withMessages(NO_TRADES, [message(1, many)]).trades?.[0]).toEqual(trade("50"));
});

test("a break is told once, and again with the first trade after it, which ends what is missing", () => {
  const first = withMessages(NO_TRADES, [message(1, ["a"])]);
  expect(first).toMatchObject({ brokenMs: undefined, misses: 0 });
  const broken = withMessages(first, [message(2, [], undefined, 5)]);
  expect(broken).toMatchObject({ brokenMs: 5, misses: 1 });
  const whole = withMessages(broken, [message(3, ["b"])]);
  expect(whole).toMatchObject({ brokenMs: 5, misses: 2 });
  expect(withMessages(whole, [message(4, ["c"])])).toMatchObject({ misses: 2 });
});

test("trades beside a break may have been before it: those of the next message end it", () => {
  const broken = withMessages(NO_TRADES, [message(1, ["a"]), message(2, ["b"], undefined, 5)]);
  expect(broken.misses).toBe(1);
  expect(withMessages(broken, [message(3, ["c"])]).misses).toBe(2);
});

test("a snapshot repeats a break that is known, and forgets one that is not among its trades", () => {
  const known = withMessages(NO_TRADES, [message(1, ["a"], undefined, 5), message(2, ["b"])]);
  expect(known).toMatchObject({ brokenMs: 5, misses: 2 });
  const again = withMessages(known, [message(1, ["a", "b"], undefined, 5), message(2, ["c"])]);
  expect(again).toMatchObject({ brokenMs: 5, misses: 2 });
  expect(withMessages(again, [message(1, ["d"])])).toMatchObject({ brokenMs: undefined, misses: 2 });
  expect(withMessages(again, [message(1, ["d"], undefined, 9)])).toMatchObject({ brokenMs: 9, misses: 3 });
});
