import { expect, test } from "vitest";
import { subjectsOf } from "./subjects.ts";

const EXCHANGES = "/console/trading/exchanges";

test.each([
  [
    "an order",
    { order: { order_id: "7", code: "simalpha-btcusdt", id: "x1" } },
    "/console/trading/markets/simalpha-btcusdt",
  ],
  ["a strategy", { strategy_id: "12", run_id: "3" }, "/console/trading/strategies/12"],
  ["an exchange key", { apikey: "5", label: "Desk", exchange: "simalpha" }, EXCHANGES],
  ["a halted account", { scope: "account", id: "2000001" }, "/console/trading/risk"],
  ["a halted strategy", { scope: "strategy", id: "12" }, "/console/trading/strategies/12"],
  ["a halted key", { scope: "key", id: "5" }, EXCHANGES],
])("%s leads to its page", (_what, about, to) => {
  expect(subjectsOf({ about })).toEqual([{ text: expect.stringMatching(/^\S.*\S$/), to }]);
});

test("an order of a strategy leads to both", () => {
  const about = { order: { order_id: "7", code: "simalpha-btcusdt" }, strategy_id: "12" };
  expect(subjectsOf({ about }).map(({ text }) => text)).toEqual(["Order 7 on simalpha-btcusdt", "Strategy 12"]);
});

test("members of another kind are passed over", () => {
  expect(subjectsOf({ about: { order: "7", strategy_id: 12, scope: "moon", balance_seconds: 60 } })).toEqual([]);
});
