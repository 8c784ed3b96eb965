import { describe, expect, test } from "vitest";
import {
  breakerOf,
  checkOrderRisk,
  isReducing,
  nextHalt,
  type Halt,
  type PositionChange,
  type RiskFigures,
  type RiskLimits,
  type RiskOrder,
} from "./risk.ts";

const ONE = 10n ** 18n;
const FIGURES: RiskFigures = { openOrders: 1, resultDay: -5n, drawdown: 5n, rejectsMinute: 2 };
const ORDER: RiskOrder = {
  notional: 100n,
  baseValue: ONE,
  price: 1000n,
  isWaiting: false,
  secondPrice: 1000n,
  bestBid: 999n,
  bestAsk: 1001n,
  bookAgeMs: 10,
  clockDriftMs: 0,
};
const GROWS: PositionChange = { before: 50n, after: 150n };
const REDUCES: PositionChange = { before: 150n, after: 50n };

type Case = Partial<RiskOrder> & { readonly position?: PositionChange; readonly figures?: RiskFigures };

function refusal(
  limits: Omit<RiskLimits, "resume">,
  { position = GROWS, figures = FIGURES, ...order }: Case = {},
  halts: readonly Halt[] = [],
): string | undefined {
  const known = { limits: { ...limits, resume: "manual" as const }, figures, position };
  const scopes = (["account", "key", "strategy"] as const).map((scope) =>
    scope === "key" ? { scope, ...known } : { ...known, scope, limits: undefined },
  );
  const found = checkOrderRisk({ ...ORDER, ...order }, scopes, halts);
  return found && `${found.kind} ${found.scope ?? "every"} ${found.limit ?? "set"}`;
}

describe("an order", () => {
  test.each<[Omit<RiskLimits, "resume">, Case, string | undefined]>([
    [{}, {}, undefined],
    [{ maximumOpenOrders: 2 }, {}, undefined],
    [{ maximumOpenOrders: 1 }, {}, "limit key maximum_open_orders"],
    [{ maximumNotional: 100n }, {}, undefined],
    [{ maximumNotional: 99n }, {}, "limit key maximum_notional"],
    [{ maximumNotional: 99n }, { notional: undefined }, "limit key maximum_notional"],
    [{ maximumPosition: 150n }, {}, undefined],
    [{ maximumPosition: 149n }, {}, "limit key maximum_position"],
    [{ maximumPosition: 149n }, { position: { before: 50n, after: -150n } }, "limit key maximum_position"],
    [{ maximumPosition: 300n }, { baseValue: 2n * ONE }, undefined],
    [{ maximumPosition: 299n }, { baseValue: 2n * ONE }, "limit key maximum_position"],
    [{ maximumPosition: 1000n }, { baseValue: undefined }, "limit key maximum_position"],
    [{ maximumPosition: 1n }, { position: REDUCES }, undefined],
    [{ priceCollarPercent: 1 }, { price: 1010n }, undefined],
    [{ priceCollarPercent: 1 }, { price: 1011n }, "limit key price_collar_percent"],
    [{ priceCollarPercent: 1 }, { price: 989n }, "limit key price_collar_percent"],
    [{ priceCollarPercent: 1 }, { secondPrice: undefined }, "limit key price_collar_percent"],
    [{ priceCollarPercent: 1 }, { price: undefined }, "limit key price_collar_percent"],
    [{ priceCollarPercent: 1 }, { price: 1n, isWaiting: true }, undefined],
    [{ maximumBookAgeMs: 9 }, {}, "limit key maximum_book_age_ms"],
    [{ maximumLossDay: 5n }, {}, "limit key maximum_loss_day"],
    [{ maximumLossDay: 5n }, { position: REDUCES }, undefined],
    [{ maximumLossDay: 6n }, { figures: { ...FIGURES, resultDay: undefined } }, "limit key maximum_loss_day"],
    [{ maximumDrawdown: 6n }, { figures: { ...FIGURES, drawdown: undefined } }, "limit key maximum_drawdown"],
    [{}, { clockDriftMs: -501 }, "limit every clock_drift"],
    [{}, { bestBid: 900n, bestAsk: 1000n }, "limit every spread"],
    [{}, { bestBid: 950n, bestAsk: 1000n }, undefined],
  ])("is judged, case %#", (limits, order, expected) => {
    expect(refusal(limits, order)).toBe(expected);
  });

  const halted: Halt = { scope: "account", mode: "halted", limit: undefined };
  const reducing: Halt = { scope: "strategy", mode: "reducing", limit: "maximum_drawdown" };
  test.each<[readonly Halt[], Case, string | undefined]>([
    [[halted], {}, "halted account set"],
    [[halted], { position: REDUCES }, "halted account set"],
    [[reducing], {}, "halted strategy maximum_drawdown"],
    [[reducing], { position: REDUCES }, undefined],
    [[{ ...reducing, scope: "platform" }], { position: REDUCES }, undefined],
    [[{ ...reducing, scope: "platform" }], {}, "halted platform maximum_drawdown"],
    [[reducing, halted], { position: REDUCES }, "halted account set"],
    [[{ ...halted, mode: "active" }], {}, undefined],
  ])("is refused by the strictest halt, case %#", (halts, order, expected) => {
    expect(refusal({}, order, halts)).toBe(expected);
  });

  test.each([
    [10n, 5n, true],
    [-10n, -5n, true],
    [10n, 0n, true],
    [10n, -5n, false],
    [10n, 10n, false],
    [0n, 5n, false],
    [0n, 0n, false],
  ])("that takes a position from %s to %s reduces it: %s", (before, after, expected) => {
    expect(isReducing({ before, after })).toBe(expected);
  });

  test("is refused by a halt to smaller positions where the position is not known", () => {
    expect(checkOrderRisk(ORDER, [], [reducing])).toMatchObject({ kind: "halted" });
    expect(checkOrderRisk(ORDER, [], [])).toBeUndefined();
  });
});

describe("a breaker", () => {
  test.each<[Omit<RiskLimits, "resume">, string | undefined]>([
    [{ maximumLossDay: 6n, maximumDrawdown: 6n, maximumRejectsMinute: 2 }, undefined],
    [{ maximumLossDay: 5n }, "maximum_loss_day"],
    [{ maximumDrawdown: 5n }, "maximum_drawdown"],
    [{ maximumRejectsMinute: 1 }, "maximum_rejects_minute"],
  ])("opens, case %#", (limits, expected) => {
    expect(breakerOf({ ...limits, resume: "auto" }, FIGURES)).toBe(expected);
  });

  test("stays as it is while results are not known", () => {
    const limits = { maximumLossDay: 1n, maximumDrawdown: 1n, resume: "auto" } as const;
    expect(breakerOf(limits, { ...FIGURES, resultDay: undefined, drawdown: undefined })).toBeUndefined();
  });

  const active: Halt = { scope: "key", mode: "active", limit: undefined };
  const own: Halt = { scope: "key", mode: "reducing", limit: "maximum_drawdown" };
  test.each<[string, Halt, RiskLimits, Halt]>([
    ["makes what is active reducing", active, { maximumDrawdown: 5n, resume: "auto" }, own],
    ["leaves alone what is well", active, { maximumDrawdown: 6n, resume: "auto" }, active],
    ["closes when its cause is over", own, { maximumDrawdown: 6n, resume: "auto" }, active],
    ["stays while its cause lasts", own, { maximumDrawdown: 5n, resume: "auto" }, own],
    ["stays where a user has to resume", own, { maximumDrawdown: 6n, resume: "manual" }, own],
    [
      "never ends a halt that a user set",
      { ...own, limit: undefined },
      { resume: "auto" },
      { ...own, limit: undefined },
    ],
    [
      "never softens a halt",
      { ...active, mode: "halted" },
      { maximumDrawdown: 5n, resume: "auto" },
      { ...active, mode: "halted" },
    ],
  ])("%s", (_, halt, limits, expected) => {
    expect(nextHalt(halt, limits, FIGURES)).toEqual(expected);
  });

  test("does not close while the result is not known", () => {
    const unknown = { ...FIGURES, drawdown: undefined };
    expect(nextHalt(own, { maximumDrawdown: 6n, resume: "auto" }, unknown)).toEqual(own);
  });
});
