/** One process's state of a cluster's servers, for its metrics. */
import type { Instant } from "../../kit/time/instant.ts";
import type { TendedServer } from "./tend-server.ts";
import type { SavesHealth } from "./tending.ts";

export interface ClusterStatus {
  /** In the order of the cluster's file. */
  readonly servers: readonly ServerStatus[];
}

export interface ServerStatus {
  readonly key: string;
  /** Whether this process tends it. Where it does not, nothing else is known. */
  readonly isTended: boolean;
  /** Whether RCON or, without it, the query answered last; undefined before the first answer, or with neither. */
  readonly isReachable: boolean | undefined;
  /** How many are on it; undefined when it does not tell. */
  readonly online: number | undefined;
  /** Undefined before the first look at its saves. */
  readonly saves: SavesHealth | undefined;
  /** Since the last look at its saves that went well; undefined before the first. */
  readonly secondsSinceSavesRead: number | undefined;
  /** The last report of each source, as a sentence. */
  readonly says: Readonly<Partial<Record<"saves" | "rcon" | "query", string>>>;
}

export function statusOf(key: string, tended: TendedServer | undefined, now: Instant): ServerStatus {
  const words = tended?.reports.words() ?? {};
  const readAt = tended?.state.savesReadAt;
  const says = Object.fromEntries(Object.entries(words).map(([name, word]) => [name, word.says]));
  return {
    key,
    isTended: tended !== undefined,
    isReachable: (words.rcon ?? words.query)?.isGood,
    online: tended?.state.online?.length,
    saves: tended?.state.saves,
    secondsSinceSavesRead: readAt === undefined ? undefined : (now - readAt) / 1_000_000,
    says,
  };
}
