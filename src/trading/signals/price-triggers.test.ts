import { describe, expect, test } from "vitest";
import type { TopColumns } from "../tape/index.ts";
import { priceTriggers } from "./price-triggers.ts";
import type { UnpricedTrigger } from "./price-store.ts";

type Row = readonly [ms: number, bid: number, ask: number];

/** A market at the same price before and after. */
const LATER: Row = [100_500, 7, 8];

/** A tape that has these rows, oldest first, up to a minute after the triggers. */
const tapeOf = (...rows: readonly Row[]) => tapeAt(160_000, [...rows, LATER]);

const tapeAt = (untilMs: number, rows: readonly Row[]) =>
  priceTriggers(
    {
      tops: (_code, fromMs, toMs, limit) => {
        const found = rows.filter(([ms]) => ms >= fromMs && ms < toMs).slice(0, limit);
        const column = (place: 0 | 1 | 2): Float64Array => Float64Array.from(found.map((row) => row[place]));
        const columns: TopColumns = {
          count: found.length,
          ms: column(0),
          bid: column(1),
          bidQuantity: column(1),
          ask: column(2),
          askQuantity: column(2),
        };
        return Promise.resolve(columns);
      },
    },
    () => untilMs,
  );

const trigger = (direction: "long" | "short", isClosing: boolean, atMs = 100_000): UnpricedTrigger => ({
  iterationId: 1,
  isClosing,
  atMs,
  code: "simalpha-btcusdt",
  direction,
});

describe("the price of a trigger", () => {
  test.each([
    ["long", false, "101.5"],
    ["long", true, "99.25"],
    ["short", false, "99.25"],
    ["short", true, "101.5"],
  ] as const)("%s, closing %s, is that which a taker pays", async (direction, isClosing, price) => {
    expect(await tapeOf([90_000, 99.25, 101.5])(trigger(direction, isClosing))).toBe(price);
  });

  test("is of the last row before it, and of none at it or after it", async () => {
    const price = tapeOf([40_000, 1, 2], [99_999, 3, 4], [100_000, 5, 6], [100_001, 7, 8]);
    expect(await price(trigger("long", false))).toBe("4");
    expect(await price(trigger("long", false, 99_999))).toBe("2");
    expect(await price(trigger("long", false, 100_001))).toBe("6");
  });

  test("is a gap where nothing was recorded for a minute, or the market was not in step", async () => {
    expect(await tapeOf()(trigger("long", false))).toBeUndefined();
    expect(await tapeOf([39_999, 1, 2])(trigger("long", false))).toBeUndefined();
    expect(await tapeOf([40_000, 1, 2])(trigger("long", false))).toBe("2");
    expect(await tapeOf([90_000, 1, 2], [99_000, 0, 0])(trigger("long", false))).toBeUndefined();
    expect(await tapeOf([99_000, 3, 2])(trigger("long", false))).toBeUndefined();
  });

  test("comes later where the tape has nothing of after the trigger: what was held back may be of before it", async () => {
    const before: Row = [60_000, 1, 2];
    expect(await tapeAt(160_000, [before])(trigger("long", false))).toBe(false);
    expect(await tapeAt(160_000, [])(trigger("long", false))).toBe(false);
    expect(await tapeAt(160_000, [before, [99_000, 3, 4], [159_000, 5, 6]])(trigger("long", false))).toBe("4");
    // The market was not recorded for hours, and is again.
    expect(await tapeAt(9_000_000, [before, [8_999_000, 5, 6]])(trigger("long", false))).toBe("2");
    expect(await tapeAt(9_000_000, [[8_999_000, 5, 6]])(trigger("long", false))).toBeUndefined();
    expect(await tapeAt(9_000_000, [before])(trigger("long", false))).toBe(false);
  });

  test("is not waited for longer than a day", async () => {
    const dayLater = 100_001 + 86_400_000;
    expect(await tapeAt(dayLater, [])(trigger("long", false))).toBeUndefined();
    expect(await tapeAt(dayLater, [[60_000, 1, 2]])(trigger("long", false))).toBe("2");
  });
});
