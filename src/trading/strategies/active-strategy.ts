/** Why a strategy that may have open orders is neither changed nor deleted, and what helps in its state. */
import type { AppError } from "../../kit/errors/catalogue.ts";
import type { StrategyState } from "./core/strategy-states.ts";
import { strategyErrors } from "./errors.ts";

/** A stop does nothing to a strategy that was stopped by force. */
const AFTER_FORCE =
  "start it again and then stop it (strategy/stop), or cancel its orders and erase its history (strategy/hard-reset)";

export function activeStrategy({ id, state }: { readonly id: number; readonly state: StrategyState }): AppError {
  const advice = state === "force_stopped" ? AFTER_FORCE : "stop it first (strategy/stop)";
  return strategyErrors.active({ id, state, advice });
}
