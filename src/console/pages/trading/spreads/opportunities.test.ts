import { expect, test } from "vitest";
import { risen, seenNow } from "./opportunities.ts";

const row = (code: string, brings: number | null) => [code, 1, 0, brings, 1, 101, 100] as const;
const FEES = new Map([["a+b", 0.3]]);

test("an opportunity lives from when it was first seen until it is not there", () => {
  const first = seenNow(undefined, { p: 1, s: [row("a+b", 1.005)] }, FEES, 1_000);
  expect(first.open).toMatchObject([{ code: "a+b", ask: 100, bid: 101, sinceMs: 1_000, isOlder: true }]);
  expect(first.open[0]?.netPercent).toBeCloseTo(0.2, 10);
  const second = seenNow(first, { p: 1, s: [row("a+b", 1.002), row("c+d", null)] }, FEES, 2_000);
  expect(second.open).toMatchObject([
    { code: "a+b", sinceMs: 1_000 },
    // Without rates there is no return, without fees no net return.
    { code: "c+d", sinceMs: 2_000, isOlder: false, returnPercent: undefined, netPercent: undefined },
  ]);
  const third = seenNow(second, { p: 1, s: [] }, FEES, 5_000);
  expect(third.ended).toMatchObject([
    { code: "a+b", sinceMs: 1_000, endedMs: 5_000 },
    { code: "c+d", sinceMs: 2_000, endedMs: 5_000, bestNetPercent: undefined },
  ]);
  expect(third.ended[0]?.bestNetPercent).toBeCloseTo(0.2, 10);
});

test("rows that are left out of a message have not ended", () => {
  const first = seenNow(undefined, { p: 1, s: [row("a+b", 1.005)] }, FEES, 1_000);
  expect(seenNow(first, { p: 1, s: [], more: 3 }, FEES, 2_000)).toMatchObject({ ended: [], leftOut: 3 });
});

test("an alert is given once for each rise", () => {
  const low = seenNow(undefined, { p: 1, s: [row("a+b", 1.004)] }, FEES, 1_000);
  const high = seenNow(low, { p: 1, s: [row("a+b", 1.005)] }, FEES, 2_000);
  expect(risen(low, high, 0.15).map(({ code }) => code)).toEqual(["a+b"]);
  expect(risen(high, high, 0.15)).toEqual([]);
  expect(risen(low, high, 0.5)).toEqual([]);
});
