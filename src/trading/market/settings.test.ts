import { expect, test } from "vitest";
import { readExchangeChoice } from "./settings.ts";

test.each([
  ["", []],
  ["simulated", [{ code: "simulated", isPaper: false }]],
  [
    " binance , paper:kraken",
    [
      { code: "binance", isPaper: false },
      { code: "kraken", isPaper: true },
    ],
  ],
])("exchanges are read from %j", (text, expected) => {
  expect(readExchangeChoice(text)).toEqual(expected);
});
