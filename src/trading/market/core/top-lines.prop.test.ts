import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTop, readTrade, writeTop, writeTrade } from "./top-lines.ts";
import { TopState } from "./top-state.ts";

const number = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
const ms = fc.integer({ min: 1, max: 4_000_000_000_000 });

const words = (line: string) => line.trimEnd().split(" ");

describe("lines", () => {
  test("of best prices are read back to the last digit, and told as a change once", () => {
    fc.assert(
      fc.property(
        fc.record({
          state: fc.constantFrom("live" as const, "stale" as const, "crossed" as const),
          bidPrice: number,
          bidQuantity: number,
          bidMs: ms,
          askPrice: number,
          askQuantity: number,
          askMs: ms,
          heardMs: ms,
        }),
        (values) => {
          const line = writeTop("btcusdt", Object.assign(new TopState(), values));
          expect(Buffer.byteLength(line)).toBeLessThan(300);
          const read = new TopState();
          expect(readTop(words(line), read)).toBe(true);
          expect(read).toMatchObject(values);
          expect(readTop(words(line), read)).toBe(false);
        },
      ),
    );
  });

  test.each([
    "",
    "btcusdt",
    "btcusdt q 1 1 5 2 1 5 1",
    "btcusdt l 1 1 5 2 1 5 x",
    "btcusdt l 1 1 5 2 1  1",
    "b l 1 2 3",
  ])("that are not best prices are skipped: %j", (line) => {
    const read = new TopState();
    expect(readTop(line.split(" "), read)).toBeUndefined();
    expect(read.state).toBe("none");
  });

  test("of trades are read back; spaces in an id are not", () => {
    const trade = { id: "a-7", price: 0.1, quantity: 1e-8, takerSide: "sell" as const, atMs: 7 };
    expect(readTrade(words(writeTrade("btcusdt", trade)))).toEqual(trade);
    expect(readTrade(words(writeTrade("btcusdt", { ...trade, id: "a 7\n" })))?.id).toBe("a_7_");
    expect(Buffer.byteLength(writeTrade("btcusdt", { ...trade, id: "\u20ac".repeat(200) }))).toBeLessThan(300);
    expect(readTrade(words("btcusdt hold 1 1 1 x"))).toBeUndefined();
    expect(readTrade(words("btcusdt buy 0 1 1 x"))).toBeUndefined();
  });
});
