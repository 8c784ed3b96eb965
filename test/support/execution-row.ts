/** Execution rows for tests: a market of cents and thousandths. */
import { parseFine } from "../../src/kit/money/fine.ts";
import { marketGrid, type MarketGrid } from "../../src/trading/algorithms/core/market-grid.ts";
import { wireType, type OrderTypeId } from "../../src/trading/algorithms/core/order-types.ts";
import type { RowSettings } from "../../src/trading/algorithms/core/profile-rows.ts";

/** Units of 1e-18. */
export function fine(text: string): bigint {
  const value = parseFine(text);
  if (value === undefined) throw new Error(text);
  return value;
}

export function grid(tickSize: string, stepSize: string, minAmount = stepSize, minNotional = "0"): MarketGrid {
  const found = marketGrid({ tickSize, stepSize, minAmount, minNotional });
  if (!found) throw new Error("not a grid");
  return found;
}

export const CENTS = grid("0.01", "0.001", "0.01", "5");

/** A buying row of 1 in parts of 0.1. */
export function row(orderType: OrderTypeId, more: Partial<RowSettings> = {}): RowSettings {
  const wire = wireType(orderType, false);
  return {
    row: 0,
    code: "simalpha-btcusdt",
    keyId: "1",
    accountType: "spot",
    side: "buy",
    orderType,
    wire,
    dependsOn: null,
    trigger: "on_conditions",
    reduceOnly: false,
    grid: CENTS,
    parent: fine("1"),
    child: fine("0.1"),
    leverage: "1",
    offset: 0n,
    exact: undefined,
    referenceSide: wire.takes ? "opposite" : "same",
    referenceLevel: 1,
    referenceCode: "simalpha-btcusdt",
    toleranceMinimum: undefined,
    toleranceMaximum: undefined,
    maximumTimeLiveMs: 0,
    liquidityShare: 0,
    delayMs: 0,
    randomMs: 0,
    ...more,
  };
}
