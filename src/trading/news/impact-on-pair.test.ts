import { expect, test } from "vitest";
import { viewImpactOn } from "./impact-on-pair.ts";

const MOVED = {
  status: "compiled",
  pair: "BTC/USDT",
  before: "100.00000000",
  after: "101.00000000",
  difference: "1.00000000",
  usual: "0.50000000",
  z: 1.35,
};
const impacts = new Map([
  [300, JSON.stringify({ btcusdt: MOVED })],
  [
    120,
    JSON.stringify({ ethusdt: MOVED, btcusdt: { ...MOVED, after: "", difference: "", status: "no recorded price" } }),
  ],
  [600, JSON.stringify({ ethusdt: MOVED })],
] as const);

test("a pair has one entry for each time that was measured for it, the shortest first", () => {
  expect(viewImpactOn({ impacts, due: [] }, "btcusdt", true)).toEqual({
    status: "completed",
    data: [
      { seconds: 120, ...MOVED, after: "", difference: "", status: "no recorded price" },
      { seconds: 300, ...MOVED },
    ],
  });
});

test("what is still to come, and what the package does not show, is said", () => {
  expect(viewImpactOn({ impacts, due: [3_600] }, "btcusdt", true)).toMatchObject({ status: "Still processing." });
  expect(viewImpactOn({ impacts, due: [] }, "btcusdt", false)).toEqual({ status: "subscription required", data: [] });
});
