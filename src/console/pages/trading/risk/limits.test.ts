import { expect, test } from "vitest";
import type { RiskLimits } from "../../../../../clients/typescript/src/trading.ts";
import { changedLimits, limitRows } from "./limits.ts";

const LIMITS: RiskLimits = {
  scope: "account",
  id: "1",
  maximum_open_orders: 5,
  maximum_notional: "1000.00000000",
  maximum_position: null,
  maximum_loss_day: null,
  maximum_drawdown: null,
  maximum_rejects_minute: null,
  price_collar_percent: null,
  maximum_book_age_ms: null,
  resume: "manual",
  updated_at: 0,
};

test("only limits with another value are sent, and an empty field takes one away", () => {
  const entered = { maximum_open_orders: "5", maximum_position: "200", resume: "manual" };
  expect(changedLimits(LIMITS, entered)).toEqual({ maximum_notional: "none", maximum_position: "200" });
  expect(changedLimits(null, { resume: "auto" })).toEqual({ resume: "auto" });
});

test("a limit stands beside its figure, and a figure that is not known is not a zero", () => {
  const [orders] = limitRows(LIMITS, null);
  expect(orders).toEqual({ name: "maximum_open_orders", limit: "5", now: null });
});
