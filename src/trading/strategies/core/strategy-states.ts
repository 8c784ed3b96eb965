/** Where a strategy is in its life (contract 4.6). */
import type { RunState } from "../../engine/index.ts";

/** A strategy is where its run is. */
export type StrategyState = RunState;

/**
 * The state that a profile shows for several strategies: an active one before one that needs its owner, before one at
 * rest.
 */
const MOST_TELLING: readonly StrategyState[] = [
  "running",
  "paused",
  "reconvening",
  "starting",
  "soft_stopping",
  "stopping",
  "force_stopped",
  "errored",
  "stopped",
  "completed",
  "ready",
  "draft",
];

/** The strategy that a profile with several shows the state of; the first of those that are alike. */
export function mostTelling<Strategy extends { readonly state: StrategyState }>(
  strategies: readonly [Strategy, ...Strategy[]],
): Strategy {
  const rank = ({ state }: Strategy): number => MOST_TELLING.indexOf(state);
  return strategies.reduce((one, other) => (rank(other) < rank(one) ? other : one));
}
