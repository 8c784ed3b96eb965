/** The storage port of the system area. */
import type { Instant } from "../../kit/time/instant.ts";

/** The last report of one source of a server's data. */
export interface SourceState {
  readonly isGood: boolean;
  /** Sentences for everybody with a key. */
  readonly says: string;
  /** A sentence more, for admins alone. */
  readonly detail?: string | undefined;
  readonly at: Instant;
}

/** A server's sources by name; absent where the cluster's file names none. */
export type Sources = Readonly<Partial<Record<"saves" | "rcon" | "query", SourceState>>>;

export interface ServerRow {
  readonly key: string;
  readonly name: string;
  readonly game: "ase" | "asa";
  /** Of the invented cluster of `--demo`. */
  readonly isInvented: boolean;
  readonly map: string | null;
  readonly version: string | null;
  readonly maxPlayers: number | null;
  readonly online: number;
  readonly sources: Sources;
  readonly readAt: Instant | null;
  /** Whether a process reads it now. */
  readonly isTended: boolean;
}

/** So long after a report it is old, unless a process reads the server: a worker that starts again takes less. */
const OLD_MS = 120_000;

/** Whether no process reads a server, and what was reported of it is old. */
export function isUnread({ isTended, sources }: Pick<ServerRow, "isTended" | "sources">, now: Instant): boolean {
  const latest = Math.max(...Object.values(sources).map(({ at }) => at));
  return !isTended && now - latest > OLD_MS * 1_000;
}

/** One line of an export: a player with everything that is known of him now. */
export interface ExportRow {
  readonly id: bigint;
  readonly characterName: string;
  readonly platformName: string;
  readonly platformId: string;
  readonly level: number;
  readonly tribeId: number | null;
  readonly tribeName: string | null;
  readonly isOnline: boolean;
  readonly created: Instant;
  readonly lastSeen: Instant | null;
  readonly playtimeSeconds: number;
}

export interface ConfiguredServer {
  readonly key: string;
  readonly name: string;
  readonly game: "ase" | "asa";
  readonly isInvented: boolean;
  /** Those that are set up: what others said before is forgotten. All without it. */
  readonly sources?: readonly (keyof Sources)[];
}

export interface SystemStore {
  /** The servers of the cluster, by key. */
  listServers(): Promise<ServerRow[]>;
  /** Puts the cluster's servers in, and marks all others as no longer part of it. */
  configureServers(servers: readonly ConfiguredServer[]): Promise<void>;
  /** Whether the database holds players of real servers. */
  hasRealData(): Promise<boolean>;
  /** Removes what the invented cluster left; `inUse` when a process still runs it, and nothing was removed then. */
  removeInvented(): Promise<"removed" | "none" | "inUse" | "mixed">;
  /** Records a source's report, and the facts about the server where given. */
  reportSource(
    key: string,
    source: keyof Sources,
    state: SourceState,
    learnt?: { readonly map?: string | undefined; readonly version?: string; readonly maxPlayers?: number },
  ): Promise<void>;
  /** Every player, in batches, by id, from one state of the database. */
  streamExport(now: Instant): AsyncIterable<ExportRow[]>;
}
