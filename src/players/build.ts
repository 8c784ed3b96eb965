/** Makes the lookup of players and tribes, top to bottom: the parts list of the service. */
import type { SectionConfig } from "../kit/config/setting.ts";
import { credentialCookie } from "../kit/auth/credential-cookie.ts";
import { ticketStore } from "../kit/auth/sql/ticket-store.ts";
import { readEnvironment } from "../kit/config/environment.ts";
import type { MountedService } from "../kit/endpoint/http-services.ts";
import type { BoundJob, Schedule } from "../kit/jobs/job.ts";
import type { Metrics } from "../kit/metrics/metrics.ts";
import { outbound } from "../kit/outbound/outbound.ts";
import type { Platform } from "../kit/platform.ts";
import { feedOf } from "../kit/sql/feed-of.ts";
import { openDatabase } from "../kit/sql/pool.ts";
import type { WebhookDeps } from "../kit/webhooks/deliver.ts";
import { GivenUpDeliveries } from "../kit/webhooks/given-up.ts";
import type { CutOffDeps } from "../kit/webhooks/jobs.ts";
import { cutOffDeliveries } from "../kit/webhooks/sql/cut-off-deliveries.ts";
import { clusterOfFile, managedClusterOf } from "./build-cluster.ts";
import { changingDeps, readingDeps, savesOf } from "./build-stores.ts";
import { clearInvented } from "./clear-invented.ts";
import { readSecret, type Cluster } from "./cluster/index.ts";
import type { playersSettings } from "./config.ts";
import type { PlayersDeps } from "./deps.ts";
import { directoryModel, PLAYERS_TOPIC, type DirectoryModel, type DirectoryStore } from "./directory/index.ts";
import { directoryStore } from "./directory/sql/directory-store.ts";
import { playersEndpoints } from "./endpoints.ts";
import { playersForm } from "./form.ts";
import { Keyring, Tickets } from "./keys/index.ts";
import { keyStore } from "./keys/sql/key-store.ts";
import { addPlayersMetrics } from "./metrics.ts";
import { dailyCalls, openSteam, steamHosts, type RefreshDeps } from "./platform/index.ts";
import { platformJobs, platformSchedules } from "./platform/jobs/index.ts";
import { platformStore } from "./platform/sql/platform-store.ts";
import { pluginStore } from "./plugins/sql/plugin-store.ts";
import {
  liveChat,
  liveTransitions,
  type LiveChat,
  type LiveTransitions,
  type PresenceStore,
} from "./presence/index.ts";
import { presenceStore } from "./presence/sql/presence-store.ts";
import type { RetentionDeps } from "./privacy/index.ts";
import { privacyJobs, privacySchedules } from "./privacy/jobs/index.ts";
import { retentionStore } from "./privacy/sql/retention-store.ts";
import { refreshPlatformNames } from "./profiles/index.ts";
import {
  runCluster,
  TendedCluster,
  watchForsakenServers,
  type ClusterRun,
  type SourceTiming,
} from "./sources/index.ts";
import { sourcesStore } from "./sources/sql/sources-store.ts";
import type { SystemStore } from "./system/index.ts";
import { systemStore } from "./system/sql/system-store.ts";
import { deliverWebhook, webhookJobs, webhookSchedules } from "./webhooks/jobs/index.ts";
import { playersWebhooks } from "./webhooks/service.ts";
import { playersWebhookStore } from "./webhooks/sql/players-webhook-store.ts";
import { onBan, onTransitions } from "./webhooks/sql/tell.ts";

export type PlayersConfig = SectionConfig<typeof playersSettings>;

export interface Players {
  readonly services: readonly MountedService[];
  readonly deps: PlayersDeps;
  readonly system: SystemStore;
  readonly keyring: Keyring;
  readonly jobs: readonly BoundJob[];
  readonly schedules: readonly Schedule[];
  /** Loads what is served; until then nothing may be mounted. */
  start(): Promise<void>;
  /** The cluster that this process reads: that of the settings' file, or an invented one. */
  readonly tended: TendedCluster;
  /** Begins to look for servers that no process reads any more. */
  watchForsaken(): { stop(): Promise<void> };
  /** Makes what reads a cluster's servers, in this process and all others that do. */
  readFrom(cluster: Cluster, timing?: Partial<SourceTiming>): ClusterRun;
  metrics(metrics: Metrics): void;
  /** Ends the streams of events, and takes no more readers. */
  endStreams(): void;
  stop(): Promise<void>;
}

/** The tickets for the stream of events. */
const TICKETS = { name: "players.stream_tickets", owner: "key_id" };

export function buildPlayers(platform: Platform, config: PlayersConfig): Players {
  const { db, clock, log, node } = platform;
  const http = openOutside(platform, config);
  const directory = directoryStore(db);
  const live = liveTransitions(clock, config.streamsPerKey);
  const chat = platform.bus && liveChat(platform.bus);
  const stopListening = chat?.subscribe((data) => live.said(data));
  const runs = new Set<ClusterRun>();
  const model = modelOf(platform, directory, live, runs);
  const presence = presenceStore(db, node, { refreshPlatformNames, onTransitions });
  const system = systemStore(db, node);
  const keyring = keyringOf(platform, config);
  const tickets = new Tickets({ store: ticketStore(db, TICKETS), keyring, clock, random: platform.random });
  const sessions = credentialCookie({ ...platform, service: "players" });
  const readFrom: Players["readFrom"] = (cluster, timing) => {
    const run = clusterRun(platform, config, { cluster, presence, system, chat }, timing);
    const stop = async (): Promise<void> => {
      runs.delete(run);
      await run.stop();
    };
    runs.add(run);
    return { ...run, stop };
  };
  const tended = new TendedCluster({
    file: config.clusterFile,
    load: () => clusterOfFile(config),
    run: readFrom,
    beforeFirst: () => clearInvented({ ...platform, system }),
    clock,
    log,
  });
  const deps: PlayersDeps = {
    model,
    directoryStore: directory,
    ...readingDeps(db),
    presence,
    events: () => live.events,
    streamsPerKey: config.streamsPerKey,
    system,
    keys: keyring,
    tickets,
    sessions,
    sessionMaxHours: config.sessionMaxHours,
    clock,
    selfCheck: platform.selfCheck,
    keyStore: keyStore(db),
    webhooks: playersWebhookStore(db),
    ...changingDeps(platform),
    cluster: managedClusterOf(platform, config, http, tended),
    ids: platform.ids,
    random: platform.random,
    sealer: platform.sealer,
    allowPrivateOutbound: platform.allowPrivateOutbound,
  };
  const givenUp = new GivenUpDeliveries();
  const form = playersForm({ keys: keyring, tickets, sessions }, clock, config);

  return {
    deps,
    system,
    keyring,
    services: [{ form, endpoints: playersEndpoints, deps }],
    ...workOf(platform, config, http, presence, givenUp),
    metrics: (metrics) => addPlayersMetrics(metrics, { model, webhooks: playersWebhookStore(db), givenUp, clock }),
    async start() {
      await keyring.start();
      await model.start();
    },
    readFrom,
    tended,
    watchForsaken: () => watchForsakenServers({ ...platform, presence, system }),
    endStreams: () => live.close(),
    async stop() {
      stopListening?.();
      live.close();
      await model.stop();
      await keyring.stop();
      await Promise.all([http.steam.close(), http.webhooks.close()]);
    },
  };
}

function keyringOf(
  { db, clock, log }: Platform,
  { keyRequests: requests, keyWindowSeconds: windowSeconds }: PlayersConfig,
) {
  return new Keyring({ keys: keyStore(db), clock, log, limits: { requests, windowSeconds } });
}

type Outside = ReturnType<typeof openOutside>;

/** The guards of requests to others: who chose the address decides what it may reach. */
function openOutside({ allowPrivateOutbound, clock, proxyRules, traces }: Platform, config: PlayersConfig) {
  const userAgent = "Tripod-Players/1.0";
  return {
    /** To the address in the settings, which may be private. */
    steam: outbound({
      allowPrivate: [...allowPrivateOutbound, ...steamHosts(config)],
      userAgent,
      clock,
      traces,
      proxied: { rules: proxyRules, urls: [config.steamApiUrl] },
    }),
    /** To addresses of webhooks: public ones only. */
    webhooks: outbound({ allowPrivate: allowPrivateOutbound, userAgent, clock, traces }),
  };
}

/** The scheduled work of the service. */
function workOf(
  { db, directConnection, clock, log, node, sealer }: Platform,
  config: PlayersConfig,
  http: Outside,
  presence: PresenceStore,
  givenUp: GivenUpDeliveries,
): Pick<Players, "jobs" | "schedules"> {
  const refresh: RefreshDeps = {
    accounts: platformStore(db, node, { refreshPlatformNames, onBan }),
    steam: openSteam(config, { outbound: http.steam, clock }),
    callsPerDay: dailyCalls(config.steamQuotaPercent),
    clock,
    log,
  };
  const webhooks: WebhookDeps & CutOffDeps = {
    webhooks: givenUp.watch(playersWebhookStore(db)),
    webhookHttp: http.webhooks,
    sealer,
    clock,
    keptDays: config.retentionDeliveryDays,
    cutOff: cutOffDeliveries(db, playersWebhooks, deliverWebhook),
    givenUp,
  };
  const unhurried = { connection: directConnection, maxConnections: 1, statementTimeoutMs: 0, log };
  const retention: RetentionDeps = {
    retention: retentionStore(db, node, () => openDatabase(unhurried)),
    sessions: presence,
    config,
    clock,
    log,
  };
  return {
    jobs: [
      ...platformJobs.map((job) => ({ job, deps: refresh })),
      ...webhookJobs.map((job) => ({ job, deps: webhooks })),
      ...privacyJobs.map((job) => ({ job, deps: retention })),
    ],
    schedules: [...platformSchedules, ...webhookSchedules, ...privacySchedules],
  };
}

interface ClusterParts {
  readonly cluster: Cluster;
  readonly presence: PresenceStore;
  readonly system: SystemStore;
  /** Undefined without a listener. */
  readonly chat: LiveChat | undefined;
}

function clusterRun(
  platform: Platform,
  config: PlayersConfig,
  { cluster, presence, system, chat }: ClusterParts,
  timing: Partial<SourceTiming> = {},
): ClusterRun {
  const { db, clock, random, log, node, role, redisUrl } = platform;
  const environment = readEnvironment();
  if (role === "worker" && redisUrl === undefined && cluster.servers.some((server) => server.chat)) {
    log.warn({}, "chat reaches no reader: this process answers none, and other processes hear it by Redis only");
  }
  return runCluster({
    cluster,
    db,
    presence,
    saves: savesOf(platform),
    system,
    names: sourcesStore(db),
    plugins: pluginStore(db, node),
    clock,
    random,
    log,
    node,
    readSecret: (secret, what) => readSecret(secret, environment, what),
    epicAllowed: config.epicQueries,
    timing,
    ...(chat ? { onChat: (server, at, lines) => chat.publish(server, at, lines) } : {}),
  });
}

/** The directory, and the feed that it follows. */
function modelOf(
  platform: Platform,
  store: DirectoryStore,
  live: LiveTransitions,
  runs: ReadonlySet<ClusterRun>,
): DirectoryModel {
  return directoryModel({
    store,
    openFeed: feedOf(PLAYERS_TOPIC, platform),
    clock: platform.clock,
    log: platform.log,
    onPosition({ last, serverRun, witnesses }) {
      live.restart({ seq: last, change: witnesses.find(({ seq }) => seq === last) }, serverRun);
    },
    // The data read from game servers may be lost, too: files that are known only here would not be read again.
    onReread() {
      for (const run of runs) run.startAgain();
    },
    onErased: (change) => live.restart({ seq: change.seq, change }),
    onTransition: (change, place, transition) => live.publish(change, place, transition),
  });
}
