import { expect, test } from "vitest";
import { exchangeOf, gravestOf, moneyKindOf } from "./money-kind.ts";

test("money is live unless its exchange says otherwise, and unknown where the exchange is not known", () => {
  expect(moneyKindOf({ code: "binance", sandbox: false })).toBe("live");
  expect(moneyKindOf({ code: "binance_paper", sandbox: true })).toBe("paper");
  expect(moneyKindOf({ code: "simalpha", sandbox: true })).toBe("simulated");
  expect(moneyKindOf(undefined)).toBe("unknown");
});

test("what moves several kinds of money counts as the gravest of them", () => {
  expect(gravestOf(["simulated", "live", "paper"])).toBe("live");
  expect(gravestOf(["simulated", "unknown"])).toBe("unknown");
  expect(gravestOf([])).toBe("unknown");
});

test("the exchange of a market stands before the hyphen", () => {
  expect(exchangeOf("binance_paper-btcusdt")).toBe("binance_paper");
  expect(exchangeOf("simalpha")).toBe("simalpha");
});
