import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CENTS, fine, grid, row } from "../../../../test/support/execution-row.ts";
import { formatFine } from "../../../kit/money/fine.ts";
import { neededFor, newOrder, planRow, type ChildOrder } from "./child-order.ts";
import { marketGrid } from "./market-grid.ts";
import type { OrderTypeId } from "./order-types.ts";
import type { RowSettings } from "./profile-rows.ts";
import {
  isTriggered,
  liquidityAllows,
  makerTicks,
  priceRow,
  toleranceVerdict,
  trailedTicks,
  type PriceSources,
} from "./row-price.ts";

const BOOK = { bids: [100, 1, 99.5, 2, 99, 3], asks: [100.02, 1, 101, 2] };
const OWN: PriceSources = { own: BOOK, reference: BOOK, referenceRate: 1 };
const START = { done: 0n, open: 0n, slices: 0 };

function sent(settings: RowSettings, side: "buy" | "sell", sources = OWN): unknown {
  const plan = planRow(settings, side, START, sources);
  return plan.kind === "order" ? newOrder(plan.child, "ab1", true) : plan;
}

describe("what is sent for a row", () => {
  const both = { marketId: "btcusdt", clientOrderId: "ab1", amount: "0.1" };
  test.each([
    ["limit", {}, "buy", { type: "limit", price: "100", timeInForce: "GTC" }],
    ["limit", { offset: fine("0.5") }, "buy", { type: "limit", price: "100.5", timeInForce: "GTC" }],
    ["limit", { offset: fine("0.5") }, "sell", { type: "limit", price: "100.52", timeInForce: "GTC" }],
    ["limit", { offset: fine("-0.005") }, "buy", { type: "limit", price: "99.99", timeInForce: "GTC" }],
    ["limit", { offset: fine("-0.005") }, "sell", { type: "limit", price: "100.02", timeInForce: "GTC" }],
    ["limit", { referenceLevel: 3 }, "buy", { type: "limit", price: "99", timeInForce: "GTC" }],
    ["limit", { referenceSide: "mid" }, "sell", { type: "limit", price: "100.01", timeInForce: "GTC" }],
    ["limit", { exact: fine("142.019") }, "buy", { type: "limit", price: "142.01", timeInForce: "GTC" }],
    ["taker", {}, "buy", { type: "limit", price: "100.02", timeInForce: "IOC" }],
    ["taker", {}, "sell", { type: "limit", price: "100", timeInForce: "IOC" }],
    ["fok", {}, "buy", { type: "limit", price: "100.02", timeInForce: "FOK" }],
    [
      "maker",
      { referenceSide: "opposite" },
      "buy",
      { type: "limit", price: "100.01", timeInForce: "GTC", postOnly: true },
    ],
    [
      "maker",
      { referenceSide: "bids" },
      "sell",
      { type: "limit", price: "100.01", timeInForce: "GTC", postOnly: true },
    ],
    ["market", {}, "buy", { type: "market" }],
    ["stop", { offset: fine("2") }, "buy", { type: "stop", stopPrice: "102" }],
    [
      "stop_limit",
      { offset: fine("-2"), exact: fine("97.5") },
      "sell",
      { type: "stop_limit", stopPrice: "98.02", price: "97.5" },
    ],
    ["trailing_stop", { offset: fine("2") }, "sell", { type: "market" }],
  ] as const)("%s, case %#", (orderType, more, side, order) => {
    expect(sent(row(orderType, more), side)).toEqual({ ...both, side, ...order });
  });

  test.each([
    [row("limit", { referenceLevel: 5 }), "level_missing"],
    [row("limit", { offset: fine("-100.001") }), "price_not_positive"],
    [row("limit", { child: fine("0.04") }), "below_minimum"],
    [row("taker", { liquidityShare: 9 }), "liquidity"],
  ] as const)("is nothing where it cannot be: %#", (settings, why) => {
    expect(sent(settings, "buy")).toEqual({ kind: "refused", why });
  });

  test("is priced off another market, in the own quote currency", () => {
    const other: PriceSources = { own: BOOK, reference: { bids: [50, 1], asks: [51, 1] }, referenceRate: 1.1 };
    expect(sent(row("limit"), "buy", other)).toMatchObject({ price: "55" });
    expect(sent(row("limit"), "buy", { ...other, referenceRate: Number.NaN })).toMatchObject({ why: "rate_unknown" });
  });

  test("a stop that the exchange does not hold is sent as what it becomes", () => {
    const plan = planRow(row("stop", { offset: fine("2") }), "buy", START, OWN);
    expect(plan.kind === "order" && newOrder(plan.child, "ab1", false)).toMatchObject({ type: "market" });
  });

  test("whole ticks and steps, where they are finer than 1e-8 too", () => {
    const tiny = grid("0.000000000001", "1", "1", "0");
    const book = { bids: [1.234567e-7, 1e9], asks: [1.234568e-7, 1e9] };
    const settings = row("limit", {
      grid: tiny,
      parent: fine("5000000"),
      child: fine("1000000.7"),
      offset: fine("0.0000000000015"),
    });
    const order = { price: "0.000000123458", amount: "1000000" };
    expect(sent(settings, "buy", { own: book, reference: book, referenceRate: 1 })).toMatchObject(order);
  });
});

describe("a price", () => {
  test("an order without a limit is valued at its reference, whatever price its row names", () => {
    const priced = priceRow(row("market", { exact: 1n }), "buy", OWN);
    if (priced.kind !== "priced") throw new Error(priced.why);
    expect(priced.price).toMatchObject({ limitTicks: undefined, valuedAt: priced.price.reference });
  });

  test("is never worse for the user than reference and offset, and never a tick better than needed", () => {
    const offset = fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n });
    fc.assert(
      fc.property(offset, fc.constantFrom("buy" as const, "sell" as const), (by, side) => {
        const priced = priceRow(row("limit", { offset: by }), side, OWN);
        if (priced.kind !== "priced") throw new Error(priced.why);
        const { limitTicks = 0n, reference } = priced.price;
        const gain =
          side === "buy" ? reference + by - limitTicks * CENTS.tick : limitTicks * CENTS.tick - reference - by;
        expect(gain >= 0n && gain < CENTS.tick).toBe(true);
      }),
    );
  });

  test.each([
    [undefined, undefined, "5", "inside"],
    ["-1", "1", "1", "inside"],
    ["-1", "1", "1.01", "skip"],
    ["-1", "1", "-1.01", "skip"],
    ["0", undefined, "-0.01", "skip"],
  ] as const)("with tolerance from %s to %s that has moved by %s is %s", (least, greatest, move, verdict) => {
    const bounds = {
      toleranceMinimum: least === undefined ? undefined : fine(least),
      toleranceMaximum: greatest === undefined ? undefined : fine(greatest),
    };
    expect(toleranceVerdict(row("taker", bounds), fine("100"), fine("100") + fine(move))).toBe(verdict);
    const resting = verdict === "skip" ? "reprice" : verdict;
    expect(toleranceVerdict(row("limit", bounds), fine("100"), fine("100") + fine(move))).toBe(resting);
  });

  test("of a maker stays behind the other side, also where that is off the ticks", () => {
    expect(makerTicks(CENTS, "buy", 10_500n, 100.02)).toBe(10_001n);
    expect(makerTicks(CENTS, "buy", 10_500n, 100.025)).toBe(10_002n);
    expect(makerTicks(CENTS, "sell", 9_000n, 99.995)).toBe(10_000n);
    expect(makerTicks(CENTS, "buy", 9_000n, 100)).toBe(9_000n);
    expect(makerTicks(CENTS, "buy", 9_000n, undefined)).toBe(9_000n);
  });

  test("of a trailing stop follows in one direction, and fires when it is reached", () => {
    const settings = row("trailing_stop", { offset: fine("2") });
    expect(trailedTicks(settings, "sell", 9_800n, fine("101"))).toBe(9_900n);
    expect(trailedTicks(settings, "sell", 9_900n, fine("99.5"))).toBe(9_900n);
    expect(trailedTicks(settings, "buy", 10_200n, fine("99"))).toBe(10_100n);
    expect([isTriggered(CENTS, "sell", 9_900n, fine("99")), isTriggered(CENTS, "sell", 9_900n, fine("99.01"))]).toEqual(
      [true, false],
    );
    expect([isTriggered(CENTS, "buy", 9_900n, fine("99")), isTriggered(CENTS, "buy", 9_900n, fine("98.99"))]).toEqual([
      true,
      false,
    ]);
  });
});

test.each([
  [10, "0.1", "100.02", true],
  [10, "0.101", "100.02", false],
  [10, "0.3", "101", true],
  [10, "5", "99", true],
  [10, "0.3", undefined, true],
  [10, "0.31", undefined, false],
  [0, "500", "101", true],
] as const)(
  "a child may take %i %% of the quantity there: %s down to %s is %s",
  (liquidityShare, amount, limit, allowed) => {
    const settings = row("taker", { liquidityShare });
    expect(liquidityAllows(settings, "buy", fine(amount), limit === undefined ? undefined : fine(limit), BOOK)).toBe(
      allowed,
    );
  },
);

test("an order needs its value with the fee for a buy, its amount for a sell, and a reserve at an unknown price", () => {
  const child = (orderType: OrderTypeId, side: "buy" | "sell"): ChildOrder => {
    const plan = planRow(row(orderType), side, START, OWN);
    if (plan.kind !== "order") throw new Error(plan.kind);
    return plan.child;
  };
  expect(formatFine(neededFor(child("limit", "buy"), 0.001))).toBe("10.01");
  expect(formatFine(neededFor(child("limit", "sell"), 0.001))).toBe("0.1");
  expect(formatFine(neededFor(child("market", "buy"), 0))).toBe("10.5021");
});

test.each([
  [{ tickSize: "0", stepSize: "1", minAmount: "0", minNotional: "0" }],
  [{ tickSize: "0.1", stepSize: "x", minAmount: "0", minNotional: "0" }],
  [{ tickSize: "1e-19", stepSize: "1", minAmount: "0", minNotional: "0" }],
])("a market without a usable grid is not traded: %j", (market) => {
  expect(marketGrid(market)).toBeUndefined();
});
