import { describe, expect, test } from "vitest";
import { compareWithTwin } from "../../../../test/support/matching-twin.ts";

/** Mistakes of a crowd that knows no better. Each must have happened, or the comparison has shown little. */
const HAPPENED = [
  "open",
  "canceled",
  "expired",
  "trade",
  "level",
  "unknownMarket",
  "unknownOrder",
  "duplicateClientOrderId",
  "priceFilter",
  "lotSize",
  "minNotional",
  "insufficientFunds",
  "wouldTake",
  "wouldTriggerAtOnce",
  "badCommand",
];

describe("the matching engine", () => {
  test("does exactly what its slow twin does, over 20,000 random commands", () => {
    const { difference, counts } = compareWithTwin(1, 20_000);
    expect(difference).toBeUndefined();
    for (const kind of HAPPENED) expect(counts[kind], kind).toBeGreaterThan(5);
  });
});
