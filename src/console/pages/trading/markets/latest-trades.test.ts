import { expect, test } from "vitest";
import type { Trade } from "../../../../../clients/typescript/src/trading.ts";
import { NO_TRADES, withMessages } from "./latest-trades.ts";

const trade = (id: string): Trade => [1, 1, 0, id];
const message = (seq: number, ids: readonly string[], skipped?: number) => ({
  channel: "trades/x" as const,
  seq,
  ms: 0,
  data: ids.map(trade),
  ...(skipped === undefined ? {} : { skipped }),
});

test("trades are added to the snapshot, and a snapshot after a break takes the place of all", () => {
  const first = withMessages(NO_TRADES, [message(1, ["a"]), message(2, ["b"], 7)]);
  expect(first).toEqual({ trades: [trade("a"), trade("b")], skipped: 7 });
  expect(withMessages(first, [message(1, ["c"])])).toEqual({ trades: [trade("c")], skipped: 0 });
  expect(withMessages(NO_TRADES, [{ channel: "trades/x", seq: 1, ms: 0, data: null, state: "none" }])).toEqual({
    trades: [],
    skipped: 0,
  });
});

test("a hundred are kept", () => {
  const many = Array.from({ length: 150 }, (_, at) => String(at));
  expect(withMessages(NO_TRADES, [message(1, many)]).trades?.[0]).toEqual(trade("50"));
});
