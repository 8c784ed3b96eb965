/** The common state of the parts that tend one server, for as long as its lease is held. */
import type { Random } from "../../kit/ids/ids.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { GameServer } from "../cluster/index.ts";
import type { PresenceRecorder, SeenAccount } from "../presence/index.ts";
import type { SourceReports } from "./source-reports.ts";
import type { SourcesStore } from "./store.ts";
import type { SourceTiming } from "./timing.ts";

export interface Tending {
  readonly server: GameServer;
  /** Aborted when the lease is lost or released. */
  readonly signal: AbortSignal;
  readonly recorder: PresenceRecorder;
  readonly reports: SourceReports;
  readonly names: SourcesStore;
  readonly state: ServerState;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly timing: SourceTiming;
  readonly epicAllowed: boolean;
}

/** The known facts about a server while it is tended. */
export interface ServerState {
  /** As the last good list has them; undefined before it, and while the server gives none. */
  online: readonly SeenAccount[] | undefined;
  /** The state of the save folder at the last look. */
  saves: SavesHealth | undefined;
  /** When a look at the save folder last went well, whatever single files are like. */
  savesReadAt: Instant | undefined;
}

export interface SavesHealth {
  readonly profiles: number;
  readonly tribes: number;
  readonly broken: number;
  readonly unknownVersions: number;
}

/** A part that runs. */
export interface TendedPart {
  /** Resolves when it is over; soon. */
  stop(): Promise<void>;
}
