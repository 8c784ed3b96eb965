/** When a player was last seen on a server. */
import type { PlayerSessions } from "../../../../../clients/typescript/src/players.ts";

export type LastSeen =
  | { readonly kind: "now" | "before"; readonly at: string; readonly server: string }
  /** No session is kept: the player never played while the servers were read, or wants no history. */
  | { readonly kind: "unknown" };

/** @param sessions the latest first */
export function lastSeen(isOnline: boolean, sessions: PlayerSessions["Sessions"]): LastSeen {
  const [last] = sessions;
  if (!last) return { kind: "unknown" };
  const { Start, End, Server: server } = last;
  if (isOnline && End === null) return { kind: "now", at: Start, server };
  return { kind: "before", at: End ?? Start, server };
}
