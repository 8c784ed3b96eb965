import { expect, test } from "vitest";
import { texts } from "../../../say.ts";
import { impactLines } from "./impact.ts";

const moved = (pair: string, difference: string, z: number | null) => ({
  status: difference === "" ? "no recorded price" : "compiled",
  pair,
  before: "",
  after: "",
  difference,
  usual: null,
  z,
});

test("the least usual move comes first, with the digits of the platform", () => {
  const data = { a: moved("BTC/USDT", "10.50000000", 0.4), b: moved("ETH/USDT", "-3.00000000", -5.02) };
  expect(impactLines({ status: "completed", data })).toEqual([
    "ETH/USDT -3.00000000, -5.0 times the usual",
    "BTC/USDT 10.50000000, 0.4 times the usual",
  ]);
});

test("what was not measured is not taken for no move", () => {
  expect(impactLines({ status: "Still processing.", data: [] })).toEqual([texts.trading.news.waits]);
  expect(impactLines({ status: "subscription required", data: [] })).toEqual([texts.trading.news.subscription]);
  expect(impactLines({ status: "completed", data: { a: moved("BTC/USDT", "", null) } })).toEqual([
    texts.trading.news.noImpact,
  ]);
});
