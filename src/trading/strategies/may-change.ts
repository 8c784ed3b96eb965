/** What may be done to a strategy in each state: what the engine's table says of the same commands. */
import { isRefused } from "../engine/index.ts";
import type { StrategyState } from "./core/strategy-states.ts";

interface Facts {
  readonly state: StrategyState;
  /** Orders that may be open at exchanges. */
  readonly openOrders: number;
}

/** Whether its values may be changed: it is not active, and no order of it can be open. */
export function mayChange({ state, openOrders }: Facts): boolean {
  return !isRefused({ state }, "edit") && openOrders === 0;
}

/** Whether it may be deleted. After a forced stop it may, unless an order can be open. */
export function mayDelete({ state, openOrders }: Facts): boolean {
  return !isRefused({ state }, "delete") && openOrders === 0;
}
