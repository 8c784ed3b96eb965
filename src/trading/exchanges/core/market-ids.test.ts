import fc from "fast-check";
import { expect, test } from "vitest";
import { marketIds } from "./market-ids.ts";

const market = (base: string, quote: string, type = "spot", symbol = `${base}/${quote}`) => ({
  base,
  quote,
  type,
  symbol,
});

test("ids are base and quote in lower case; clashes go to types and numbers, the spot market first", () => {
  const ids = marketIds([
    market("BTC", "USDT", "future", "BTC/USDT:USDT-250926"),
    market("BTC", "USDT", "future", "BTC/USDT:USDT-251226"),
    market("BTC", "USDT", "swap", "BTC/USDT:USDT"),
    market("BTC", "USDT"),
    market("1INCH", "USD.C"),
    market("币安", "USDT"),
    market("AB", "CD"),
    market("A", "BCD"),
  ]);
  expect(Object.fromEntries(ids)).toEqual({
    "BTC/USDT": "btcusdt",
    "BTC/USDT:USDT": "btcusdtswap",
    "BTC/USDT:USDT-250926": "btcusdtfuture250926",
    "BTC/USDT:USDT-251226": "btcusdtfuture251226",
    "1INCH/USD.C": "1inchusdc",
    "币安/USDT": "u5e01u5b89usdt",
    "A/BCD": "abcd",
    "AB/CD": "abcdspot",
  });
});

test("the id of a future stays the same when one that ends before it is gone, and never becomes that of another", () => {
  const june = market("BTC", "USDT", "future", "BTC/USDT:USDT-260626");
  const march = market("BTC", "USDT", "future", "BTC/USDT:USDT-260327");
  const september = market("BTC", "USDT", "future", "BTC/USDT:USDT-260925");
  for (const others of [[], [market("BTC", "USDT", "swap", "BTC/USDT:USDT")]]) {
    const before = marketIds([...others, march, june]);
    const after = marketIds([...others, june, september]);
    expect(after.get(june.symbol)).toBe(before.get(june.symbol));
    const gone = before.get(march.symbol) ?? "";
    expect([...after.values()]).not.toContain(gone);
  }
});

test("ids are unique, of lower case letters and digits, and do not depend on the order of the markets", () => {
  const name = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom("A", "b", "1", "-", "é") });
  const some = fc.uniqueArray(
    fc.record({ base: name, quote: name, type: fc.constantFrom("spot", "swap"), symbol: fc.string({ maxLength: 8 }) }),
    { selector: ({ symbol }) => symbol },
  );
  fc.assert(
    fc.property(some, (markets) => {
      const ids = marketIds(markets);
      expect(new Set(ids.values()).size).toBe(markets.length);
      for (const id of ids.values()) expect(id).toMatch(/^[a-z0-9]*$/);
      const reversed = marketIds(markets.toReversed());
      for (const [symbol, id] of ids) expect(reversed.get(symbol)).toBe(id);
    }),
  );
});
