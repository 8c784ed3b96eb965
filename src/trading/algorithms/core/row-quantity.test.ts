import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CENTS, fine, row } from "../../../../test/support/execution-row.ts";
import { FINE_ONE } from "../../../kit/money/fine.ts";
import { isTradable, mayCancelRest, stepsIn } from "./market-grid.ts";
import type { OrderTypeId } from "./order-types.ts";
import { nextQuantity, slicesTotal } from "./row-quantity.ts";

describe("a row's quantity", () => {
  const at = (done: string, open = "0", slices = 0) => ({ done: fine(done), open: fine(open), slices });
  test.each([
    ["the slice's own", row("limit"), at("0"), { kind: "order", steps: 100n }],
    ["the rest with what would be too small to trade", row("limit"), at("0.86"), { kind: "order", steps: 140n }],
    ["what is not reserved by open orders", row("limit"), at("0.5", "0.45"), { kind: "order", steps: 50n }],
    ["nothing while all of it rests", row("limit"), at("0.5", "0.5"), { kind: "wait" }],
    ["nothing while the rest beside open orders is small", row("limit"), at("0.5", "0.49"), { kind: "wait" }],
    ["the end", row("limit"), at("1"), { kind: "ended", dust: 0n }],
    ["the end with dust", row("limit"), at("0.9604"), { kind: "ended", dust: fine("0.0396") }],
    [
      "the whole parent where a slice has no quantity",
      row("limit", { child: undefined }),
      at("0"),
      { kind: "order", steps: 1000n },
    ],
    [
      "the parent's part of a time plan",
      row("twap", { child: fine("0.3") }),
      at("0.1", "0", 1),
      { kind: "order", steps: 300n },
    ],
    [
      "the last part of a time plan",
      row("twap", { child: fine("0.3") }),
      at("0.8", "0", 9),
      { kind: "order", steps: 200n },
    ],
    ["nothing before the iceberg's part is filled", row("iceberg"), at("0", "0.1"), { kind: "wait" }],
    ["nothing while a stop waits", row("stop_limit", { parent: undefined }), at("0.1", "0.1"), { kind: "wait" }],
    ["nothing while a released stop trades", row("trailing_stop"), at("0", "0.1"), { kind: "wait" }],
    ["always the same without a total", row("limit", { parent: undefined }), at("7"), { kind: "order", steps: 100n }],
  ] as const)("is %s", (_, settings, progress, expected) => {
    expect(nextQuantity(settings, progress, fine("100"))).toEqual(expected);
  });

  test("comes to the parent, less dust that cannot be traded, however orders fill", () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 19n });
    const partly = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        amount,
        amount,
        partly,
        fc.constantFrom<OrderTypeId>("limit", "twap"),
        (parent, child, fills, type) => {
          fc.pre(child * 40n > parent && isTradable(CENTS, stepsIn(CENTS, child), FINE_ONE * 100n, false));
          const settings = row(type, { parent, child });
          let [done, slices] = [0n, 0];
          for (let turn = 0; turn < 2000; turn++) {
            const next = nextQuantity(settings, { done, open: 0n, slices }, FINE_ONE * 100n);
            if (next.kind === "ended") {
              expect(next.dust).toBe(parent - done);
              expect(isTradable(CENTS, stepsIn(CENTS, next.dust), FINE_ONE * 100n, false)).toBe(false);
              return;
            }
            expect(next.kind).toBe("order");
            if (next.kind !== "order") return;
            expect(isTradable(CENTS, next.steps, FINE_ONE * 100n, false)).toBe(true);
            const filled = turn > 60 ? next.steps : (next.steps * BigInt(fills[turn % fills.length] ?? 100)) / 100n;
            done += filled * CENTS.step;
            slices++;
            expect(done <= parent).toBe(true);
          }
          throw new Error("the row never ends");
        },
      ),
    );
  });

  test("takes as many slices as the total has children", () => {
    expect(slicesTotal(row("limit"))).toBe(10);
    expect(slicesTotal(row("limit", { child: fine("0.3") }))).toBe(4);
    expect(slicesTotal(row("limit", { parent: undefined }))).toBeUndefined();
  });
});

test("the rest of an order is not cancelled where it, or what was traded, is too small for the market", () => {
  const may = (filled: string, price = "100"): boolean =>
    mayCancelRest(CENTS, { amount: fine("0.5"), filled: fine(filled) }, fine(price));
  expect(["0", "0.05", "0.3", "0.45"].map((filled) => may(filled))).toEqual([true, true, true, true]);
  expect(["0.049", "0.451", "0.4999", "0.5"].map((filled) => may(filled))).toEqual([false, false, false, false]);
  // By amount, where the value is large enough.
  expect([may("0.01", "10000"), may("0.009", "10000"), may("0.491", "10000")]).toEqual([true, false, false]);
});
