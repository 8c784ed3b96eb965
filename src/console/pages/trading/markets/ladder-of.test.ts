import { expect, test } from "vitest";
import type { Level } from "../../../../../clients/typescript/src/trading.ts";
import { ladderOf, levelChannels, NO_LADDER } from "./ladder-of.ts";

type Known = Parameters<typeof ladderOf>[1];

function known(levels: Readonly<Record<string, Level | "stale" | "empty">>): Known {
  return new Map(
    Object.entries(levels).map(([name, level]) => {
      const channel = name as `asks/${string}`;
      const told = typeof level === "string" ? { data: null, state: level } : { data: level };
      return [channel, { channel, seq: 1, ms: 0, ...told }] as const;
    }),
  );
}

test("levels of both sides are followed", () => {
  expect(levelChannels("x")).toHaveLength(20);
  expect(levelChannels("x")).toContain("bids/x-10");
});

test("a ladder has each price once, the best first, with sums", () => {
  const levels = known({
    "asks/x-1": [101, 1, 0],
    // The level below has moved up already; the message of the next one is on its way.
    "asks/x-2": [103, 2, 0],
    "asks/x-3": [103, 2, 0],
    "asks/x-4": [102, 4, 0],
    "bids/x-1": [100, 1, 0],
    "bids/x-2": [99, 0.5, 0],
  });
  const { state, asks, bids } = ladderOf("x", levels);
  expect(state).toBe("live");
  expect(asks).toEqual([
    { price: 101, quantity: 1, sum: 1 },
    { price: 102, quantity: 4, sum: 5 },
    { price: 103, quantity: 2, sum: 7 },
  ]);
  expect(bids.map(({ sum }) => sum)).toEqual([1, 1.5]);
});

test("a book that is not live has no prices", () => {
  const one: Level = [100, 1, 0];
  expect(ladderOf("x", known({ "asks/x-1": one }))).toEqual(NO_LADDER);
  const stale = known({ "asks/x-1": "stale", "asks/x-2": one, "bids/x-1": one });
  expect(ladderOf("x", stale)).toEqual({ state: "stale", asks: [], bids: [] });
  expect(ladderOf("x", known({ "asks/x-1": "empty", "bids/x-1": one }))).toMatchObject({
    state: "live",
    asks: [],
    bids: [{ price: 100 }],
  });
  expect(ladderOf("x", known({ "asks/x-1": "empty", "bids/x-1": "empty" })).state).toBe("empty");
});
