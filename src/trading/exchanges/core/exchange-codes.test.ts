import { describe, expect, test } from "vitest";
import { EXCHANGE_CODES, findExchange } from "./exchange-codes.ts";

describe("the exchanges", () => {
  test("have codes that can stand in a service code, each once", () => {
    expect(EXCHANGE_CODES).toHaveLength(32);
    expect(new Set(EXCHANGE_CODES).size).toBe(32);
    expect(EXCHANGE_CODES.filter((code) => !/^[a-z0-9_]+$/.test(code))).toEqual([]);
  });

  test("are found by their code alone", () => {
    expect(findExchange("okx")).toEqual({ code: "okx", name: "OKX", needsPassword: true });
    expect(findExchange("kraken")).toMatchObject({ needsPassword: false });
    expect(["", "OKX", "nowhere", "constructor", "__proto__"].map(findExchange)).toEqual(Array(5).fill(undefined));
  });
});
