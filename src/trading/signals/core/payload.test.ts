import { describe, expect, test } from "vitest";
import { readPayload } from "./payload.ts";

const terms = { name: "Trend", code: "simalpha-btcusdt" };

describe("a valid payload", () => {
  test("is a signal with what it leaves out set to what is usual", () => {
    expect(readPayload(terms)).toEqual({
      kind: "read",
      terms: {
        name: "Trend",
        code: "simalpha-btcusdt",
        description: "",
        direction: undefined,
        commissions: "0",
        price: "0",
        subscribersMax: 1_000,
        custom: ["", "", "", ""],
      },
    });
  });

  test.each([
    [[], /JSON object/],
    [{ ...terms, name: "ab" }, /name/],
    [{ ...terms, code: "Bitcoin" }, /code/],
    [{ ...terms, position: "both" }, /position/],
    [{ ...terms, commissions: -1 }, /commissions/],
    [{ ...terms, commissions: 1e-7 }, /commissions/],
    [{ ...terms, price: "10001" }, /price/],
    [{ ...terms, subscribers_max: 1.5 }, /subscribers_max/],
    [{ ...terms, custom_3: 5 }, /custom_1 to custom_4/],
    [{ ...terms, script: "buy()" }, /script cannot be set/],
  ])("is refused: %j", (value, reason) => {
    expect(readPayload(value)).toEqual({ kind: "refused", reason: expect.stringMatching(reason) });
  });
});
