/** Takes people who were erased out of what was announced of them, and may not have been read by everybody yet. */
import type { AnnouncedChange } from "../../directory/index.ts";

/**
 * A change without an account: neither its id nor what befell it. Its readers see the account's players instead, so
 * that nothing is shown of them that is not there any more.
 *
 * @param playerIds of the account, in decimal.
 */
export function withoutAccount(
  change: AnnouncedChange,
  platformId: string,
  playerIds: readonly string[],
): AnnouncedChange {
  const accounts = (change.accounts ?? []).filter((account) => account !== platformId);
  const transitions = (change.transitions ?? []).filter((transition) => transition.platformId !== platformId);
  const players = [...new Set([...(change.players ?? []), ...playerIds])];
  return {
    ...(players.length > 0 ? { players } : {}),
    ...(change.tribes ? { tribes: change.tribes } : {}),
    ...(accounts.length > 0 ? { accounts } : {}),
    ...(transitions.length > 0 ? { transitions } : {}),
  };
}
