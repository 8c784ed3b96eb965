/** Which strategies act for a subscription: those that the user may start. */
import { AppError } from "../../kit/errors/catalogue.ts";
import type { Caller } from "../caller.ts";
import type { ClockDeps } from "../platform-deps.ts";
import { chooseStrategy, doing, type StrategyDeps } from "../strategies/index.ts";
import { signalErrors } from "./errors.ts";
import type { Following } from "./subscription-store.ts";

interface Asked {
  readonly profiles?: readonly string[];
  readonly closing_profiles?: readonly string[];
}

/** Ids of strategies; undefined for a list that was not given. @throws signalErrors.unfitProfile */
export async function checkFollowing(
  deps: StrategyDeps & ClockDeps,
  actor: Caller,
  { profiles, closing_profiles: closers }: Asked,
): Promise<Following> {
  const opening = profiles && (await strategiesOf(deps, actor, profiles));
  const closing = closers && (await strategiesOf(deps, actor, closers));
  return { opening, closing };
}

async function strategiesOf(
  { strategies, clock }: StrategyDeps & ClockDeps,
  actor: Caller,
  ids: readonly string[],
): Promise<readonly number[]> {
  const chosen: number[] = [];
  for (const text of ids) {
    const id = Number(text);
    try {
      chosen.push(chooseStrategy(await strategies.readChangeable(doing(actor, clock.now()), id), id).id);
    } catch (error) {
      if (error instanceof AppError) throw signalErrors.unfitProfile({ id: text, reason: error.message });
      throw error;
    }
  }
  return [...new Set(chosen)];
}
