/**
 * Runs a cluster's servers: for each, one process at a time reads its saves and asks who is on it. Several processes may
 * run the same cluster; leases say who does what, and when one goes the others take over within seconds.
 */
import { invariant } from "../../kit/errors/invariant.ts";
import type { Random } from "../../kit/ids/ids.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Queryable } from "../../kit/sql/database.ts";
import { LeaseHolder } from "../../kit/sql/hold-lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Cluster, GameServer } from "../cluster/index.ts";
import type { PluginStore } from "../plugins/index.ts";
import { Presence, PresenceRecorder, serverLeaseName, type PresenceStore } from "../presence/index.ts";
import type { SaveStore } from "../saves/index.ts";
import type { SystemStore } from "../system/index.ts";
import { statusOf, type ClusterStatus } from "./cluster-status.ts";
import { removeFormerRecords } from "./former-plugins.ts";
import { endFormerSessions } from "./former-servers.ts";
import { LeaseKeeper, type KeeperDeps } from "./lease-keeper.ts";
import { readPlugins } from "./read-plugins.ts";
import type { ReadSecret } from "./rcon-link.ts";
import type { HearChat } from "./chat-ear.ts";
import type { WatchTimes } from "./read-saves.ts";
import { repeat } from "./repeat.ts";
import type { SourcesStore } from "./store.ts";
import { tendServer, type TendedServer, type TendingDeps } from "./tend-server.ts";
import type { TendedPart } from "./tending.ts";
import { SOURCE_TIMING, type SourceTiming } from "./timing.ts";

export interface ClusterOptions {
  readonly cluster: Cluster;
  /** For leases. */
  readonly db: Queryable;
  readonly presence: PresenceStore;
  readonly saves: SaveStore;
  readonly system: SystemStore;
  readonly names: SourcesStore;
  /** Without it the databases of plugins are not read, and what they told stays. */
  readonly plugins?: PluginStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Names this run of this process. */
  readonly node: string;
  readonly readSecret: ReadSecret;
  /** Whether Epic's list of servers on the internet may be asked. */
  readonly epicAllowed: boolean;
  /** Chat is taken from a server only if its entry says so and there are readers. */
  readonly onChat?: HearChat;
  readonly timing?: Partial<SourceTiming>;
  /** How often save folders are looked at, and how patiently. */
  readonly watch?: WatchTimes;
}

export interface ClusterRun {
  /** Notes which servers are configured, and begins to try for their leases. */
  start(): Promise<void>;
  /** Ends everything and releases all leases, so that other processes take over at once. */
  stop(): Promise<void>;
  /**
   * Releases every server, and starts again from the stored state: which may be less than what was stored, after a
   * failover or a restore.
   */
  startAgain(): void;
  /** This process's knowledge of the servers that it tends, and of those it does not. */
  status(): ClusterStatus;
}

/** A server, who keeps its lease, and what is known while it is held. */
interface KeptServer {
  readonly server: GameServer;
  readonly keeper: LeaseKeeper;
  tended: TendedServer | undefined;
}

export function runCluster(options: ClusterOptions): ClusterRun {
  const { cluster, presence, system, clock, log } = options;
  const timing = { ...SOURCE_TIMING, ...options.timing };
  const servers = new Map<string, KeptServer>();
  const recorder = new PresenceRecorder({
    presence: new Presence({ staleAfterMs: timing.staleAfterMs }),
    store: presence,
    log,
    onServerLost: (key) => servers.get(key)?.keeper.lose(),
  });
  const leases = new LeaseHolder({ db: options.db, clock, log, owner: options.node, ttlMs: timing.leaseMs });
  const keeperDeps: KeeperDeps = { ...options, leases, timing, kept: { count: 0 } };
  const tendingDeps: TendingDeps = { ...options, timing, recorder, onChat: options.onChat, watch: options.watch };
  for (const server of cluster.servers) servers.set(server.key, keptServer(server, keeperDeps, tendingDeps));
  const plugins = pluginKeeper(options, keeperDeps, timing.pluginsMs);
  let cleaning: TendedPart[] | undefined;
  const stopping = new AbortController();

  return {
    async start() {
      invariant(cleaning === undefined && !stopping.signal.aborted, "a cluster is run once");
      await system.configureServers(
        cluster.servers.map(({ key, name, game, saves, rcon, query }) => {
          const set = { saves, rcon, query };
          const sources = (["saves", "rcon", "query"] as const).filter((source) => set[source] !== undefined);
          return { key, name, game, isInvented: cluster.isInvented === true, sources };
        }),
      );
      for (const { keeper } of servers.values()) keeper.start();
      plugins?.start();
      const configured = new Set(servers.keys());
      const former = { ...options, recorder, leases };
      const often = { clock, everyMs: timing.formerMs, signal: stopping.signal };
      cleaning = [repeat(often, (signal) => endFormerSessions(former, configured, signal))];
      if (options.plugins && !plugins) {
        const records = { ...options, leases, store: options.plugins, lease: PLUGINS_LEASE };
        cleaning.push(repeat(often, (signal) => removeFormerRecords(records, signal)));
      }
    },
    async stop() {
      stopping.abort(new Error("the cluster was stopped"));
      const keepers = [...servers.values()].map(({ keeper }) => keeper);
      await Promise.all([
        ...keepers.map((keeper) => keeper.stop()),
        plugins?.stop(),
        ...(cleaning ?? []).map((each) => each.stop()),
      ]);
    },
    startAgain() {
      for (const { keeper } of servers.values()) keeper.lose();
      plugins?.lose();
    },
    status: () => ({
      servers: [...servers.values()].map(({ server, tended }) => statusOf(server.key, tended, clock.now())),
    }),
  };
}

function keptServer(server: GameServer, keeperDeps: KeeperDeps, deps: TendingDeps): KeptServer {
  const { log } = deps;
  const keeper = new LeaseKeeper(serverLeaseName(server.key), keeperDeps, async (fence, signal) => {
    log.info({ server: server.key, fence }, `${server.key} is tended by this process now`);
    try {
      await tendServer(deps, server, fence, signal, (tended) => {
        kept.tended = tended;
      });
    } finally {
      kept.tended = undefined;
    }
  });
  const kept: KeptServer = { server, keeper, tended: undefined };
  return kept;
}

const PLUGINS_LEASE = "players plugins";

function pluginKeeper(options: ClusterOptions, keeperDeps: KeeperDeps, everyMs: number): LeaseKeeper | undefined {
  const { cluster, plugins, clock, log, readSecret } = options;
  const { permissions, arkShop } = cluster.plugins;
  if (!plugins || (!permissions && !arkShop)) return undefined;
  return new LeaseKeeper(PLUGINS_LEASE, keeperDeps, (fence, signal) =>
    readPlugins({
      plugins: cluster.plugins,
      store: plugins,
      lease: PLUGINS_LEASE,
      fence,
      clock,
      log,
      readSecret,
      everyMs,
      signal,
    }),
  );
}
