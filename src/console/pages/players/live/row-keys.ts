/** Keys of the rows of players online. Those without a save have the number 0 in common, and may share a name too. */
import type { OnlinePlayer } from "../../../../../clients/typescript/src/players.ts";

/** The number of a player, or, without a save, the name of the account and how many before it are called the same. */
export function rowKeys(online: readonly OnlinePlayer[]): (player: OnlinePlayer) => string {
  const counts = new Map<string, number>();
  const keys = new Map<OnlinePlayer, string>();
  for (const player of online) {
    const { Id, PlatformName } = player;
    const before = counts.get(PlatformName) ?? 0;
    keys.set(player, Id === "0" ? `0 ${before} ${PlatformName}` : Id);
    if (Id === "0") counts.set(PlatformName, before + 1);
  }
  return (player) => keys.get(player) ?? player.Id;
}
