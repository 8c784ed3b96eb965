/** Players who came to a tribe or left one, by their own saves. */
import type { PlayerPlan, PlayerRow } from "./plan-players.ts";

/** A player who is in another tribe now, or in none. */
export interface TribeMove {
  readonly plan: PlayerPlan;
  readonly from: number | null;
  readonly to: number | null;
}

/** Whether a tribe's save is there, by its id. */
export type TribePresence = (tribeId: number) => boolean;

/** The moves that a batch amounts to. A player may move without a save of his own: see `tribeOfPlayer`. */
export function planMoves(
  plans: readonly PlayerPlan[],
  wasThere: TribePresence,
  isThere: TribePresence,
): readonly TribeMove[] {
  return plans.flatMap((plan) => {
    const from = plan.before ? tribeOfPlayer(plan.before, wasThere) : null;
    const to = tribeOfPlayer(plan.after, isThere);
    return from === to ? [] : [{ plan, from, to }];
  });
}

/**
 * The tribe that a player counts as a member of. His save decides, whether or not the tribe has one. But the game gives
 * a player without a tribe his own id as tribe id, which is a tribe only if a save says so.
 */
function tribeOfPlayer(
  { id, tribeId, isPresent }: Pick<PlayerRow, "id" | "tribeId" | "isPresent">,
  isThere: TribePresence,
): number | null {
  if (!isPresent || tribeId === null) return null;
  return BigInt(tribeId) === id && !isThere(tribeId) ? null : tribeId;
}
