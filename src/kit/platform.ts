/**
 * The basis of every service. Made once a process; `src/cli/open-platform.ts` makes the real one, tests make theirs.
 */
import type { Sealer } from "./auth/seal.ts";
import type { Bus } from "./bus/bus.ts";
import type { SelfCheck } from "./checks/self-check.ts";
import type { Ids, Random } from "./ids/ids.ts";
import type { Log } from "./log/log.ts";
import type { ProxyRules } from "./outbound/proxy-rules.ts";
import type { Connection } from "./sql/connection.ts";
import type { DatabaseClock } from "./sql/database-clock.ts";
import type { Database } from "./sql/database.ts";
import type { FeedLags } from "./sql/feed-lags.ts";
import type { Clock } from "./time/clock.ts";
import type { Traces } from "./traces/traces.ts";

export interface Platform {
  readonly db: Database;
  readonly connection: Connection;
  /** The same server without a pooler between, for what needs a session of its own. */
  readonly directConnection: Connection;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly log: Log;
  readonly sealer: Sealer;
  /** Redis or Valkey, for what several processes count together; undefined where there is one process. */
  readonly redisUrl: string | undefined;
  /**
   * How far the database's clock is ahead of `clock`, for times that are sent to other machines. Undefined in a
   * command.
   */
  readonly databaseClock?: DatabaseClock;
  /** Where browsers reach this server, without a slash at its end; undefined where the operator does not say. */
  readonly publicUrl?: string | undefined;
  /** Whether this process serves the console, at `/console` of that address. */
  readonly hasConsole?: boolean | undefined;
  /** Where files lie that are not in the database. */
  readonly dataDir: string;
  /** Names this process in the change feed. */
  readonly node: string;
  /** The role of this process: answers requests, works, or both. */
  readonly role: "all" | "http" | "worker";
  /** Reaches this process and, with Redis, the others. Undefined without listeners, such as in a command. */
  readonly bus?: Bus;
  /** Private hosts that requests to addresses chosen by callers may reach all the same. */
  readonly allowPrivateOutbound: readonly string[];
  /** For requests to addresses that the operator named. Undefined without a proxy. */
  readonly proxyRules?: ProxyRules | undefined;
  /** Told when there may be something new in the outbox: the feed would find it a moment later anyway. */
  readonly onHint?: (wake: () => void) => () => void;
  /** Where feeds say how far behind they are, for the metrics. Undefined without metrics, such as in a command. */
  readonly feedLags?: FeedLags;
  /** Undefined where the operator has named no collector of traces, and in a command. */
  readonly traces?: Traces | undefined;
  /** The program's check of itself. Fails in a command, which has no callers. */
  readonly selfCheck: SelfCheck;
  /** Tells the other processes that there is something new in the outbox. */
  readonly hint?: () => void;
}
