/** `tripod serve`: opens everything, serves until it is stopped, and closes everything in the opposite order. */
import { resolve } from "node:path";
import { consoleFiles } from "../front/console-files.ts";
import { docsOf } from "../front/docs.ts";
import { frontForm, type FrontDeps } from "../front/front.ts";
import { frontPage } from "../front/front-page.ts";
import { frontEndpoints } from "../front/endpoints/index.ts";
import { readEnvironment } from "../kit/config/environment.ts";
import { openBus, type OpenBus } from "../kit/bus/open-bus.ts";
import { requireRedisDatabase } from "../kit/bus/redis.ts";
import { buildHttp } from "../kit/endpoint/http-server.ts";
import { fixedBody } from "../kit/endpoint/output.ts";
import { jobRunner } from "../kit/jobs/job-runner.ts";
import type { Parts } from "../kit/lifecycle/parts.ts";
import { stoppableStart } from "../kit/lifecycle/stoppable-start.ts";
import { openLimiter } from "../kit/limits/open-limiter.ts";
import { createLog, type Log } from "../kit/log/log.ts";
import { requestIds } from "../kit/log/request-id.ts";
import { startAdminServer } from "../kit/metrics/admin-server.ts";
import { httpMetrics } from "../kit/metrics/http-metrics.ts";
import { countJobs } from "../kit/jobs/count-jobs.ts";
import { createMetrics, type Metrics } from "../kit/metrics/metrics.ts";
import { databaseClock, type DatabaseClock } from "../kit/sql/database-clock.ts";
import { FeedLags } from "../kit/sql/feed-lags.ts";
import { tracedDatabase } from "../kit/sql/traced-database.ts";
import { remembered } from "../kit/time/remembered.ts";
import { SECOND_MS } from "../kit/time/spans.ts";
import type { OpenTraces } from "../kit/traces/open-traces.ts";
import { addTraceMetrics } from "../kit/traces/trace-metrics.ts";
import { readConfiguration } from "./configuration.ts";
import { houseJobs, houseSchedules } from "./house-jobs.ts";
import { listening, PortTrial } from "./listening.ts";
import { openPlatform, requireSessions, type OpenPlatform, type SharedConfig } from "./open-platform.ts";
import { addProcessMetrics } from "./process-metrics.ts";
import { operatorCommand } from "./operator-command.ts";
import { programFacts } from "./program-facts.ts";
import type { DemoFacts, ServableService } from "../kit/service.ts";
import { readiness } from "./readiness.ts";
import { runningCheck } from "./running-check.ts";
import { welcome } from "./welcome.ts";
import { loadService, type ServiceName } from "./services.ts";

/** Counting a long queue takes the database a while. */
const JOBS_COUNTED_MS = 15 * SECOND_MS;

export type Role = "all" | "http" | "worker";

export interface ServeOptions {
  readonly services: readonly ServiceName[];
  readonly role: Role;
  readonly port?: number | undefined;
  readonly demo: boolean;
}

/** Resolves when everything runs; the process then lives until a signal ends it. */
export async function serve(options: ServeOptions): Promise<void> {
  const modules = await Promise.all(options.services.map(async (name) => [name, await loadService(name)] as const));
  const sections = Object.fromEntries(modules.map(([name, module]) => [name, module.settings]));
  const { config, warnings } = readConfiguration(sections);
  const shared: SharedConfig = config.shared;
  const log = createLog({ level: shared.logLevel, format: shared.logFormat });
  for (const warning of warnings) log.warn({}, warning);

  const isTerminal = process.stdout.isTTY && shared.logFormat !== "json" && options.role !== "worker";
  await tryPorts(options, shared);
  if (shared.redisUrl !== undefined) await requireRedisDatabase(shared.redisUrl);
  const demo: DemoFacts[] = [];
  const { opened, signal, done, failed } = stoppableStart(log);
  try {
    const opening = openPlatform(shared, log, signal);
    // Before it is open: an embedded database runs long before.
    opened.add("database", async () => (await opening.catch(() => undefined))?.close());
    const platform = await opening;
    const bus = openBus(shared.redisUrl, log);
    opened.add("bus", () => bus.close());
    const clocks = await watchDatabaseClock(platform, opened);
    const recorded = await openTracesOf(options, shared, platform, opened);
    const feedLags = new FeedLags();
    const wired: OpenPlatform = {
      ...platform,
      ...(recorded ? { traces: recorded.traces, db: tracedDatabase(platform.db, recorded.traces) } : {}),
      feedLags,
      databaseClock: clocks,
      role: options.role,
      bus,
      onHint: (wake) => bus.subscribe("outbox", wake),
      hint: () => void bus.publish("outbox", platform.node),
    };

    const facts = programFacts();
    const checked = {
      ...wired,
      selfCheck: runningCheck(wired, { ...facts, warnings, modules, config, shared }),
    };
    const built: ServableService[] = [];
    for (const [name, module] of modules) {
      signal.throwIfAborted();
      const service = await module.build(checked, config[name] as never, facts);
      opened.add(name, () => service.stop());
      await service.start();
      signal.throwIfAborted();
      const made = options.demo ? await service.loadDemo() : undefined;
      if (made) demo.push(made);
      if (made && !isTerminal) showDemo(made);
      built.push(service);
    }

    const metrics = createMetrics();
    for (const service of built) service.metrics?.(metrics);
    if (recorded) addTraceMetrics(metrics, recorded.sender);
    const isServing = { http: options.role === "worker" };
    const notReady = readiness(wired, isServing);
    const given = { ...options, shared, log, bus, platform: wired, built, opened, facts, metrics, notReady, isServing };
    watchProcess(given, clocks, feedLags);
    signal.throwIfAborted();
    await startAdmin(given);
    if (options.role !== "http") await startJobs(given);
    signal.throwIfAborted();
    const url = options.role === "worker" ? undefined : await startHttp(given);
    if (options.role !== "http") for (const service of built) await service.startWork?.();
    done();
    if (isTerminal && demo.some(({ values }) => values.length > 1)) process.stdout.write(welcome(url ?? "", demo));
  } catch (error) {
    // Created credentials are shown once, and the next start does not make them again.
    if (isTerminal) for (const made of demo) showDemo(made);
    await failed(error);
  }
}

/** Off a terminal, one line on standard error says what opens invented data. The log would mask the key. */
function showDemo({ values }: DemoFacts): void {
  if (values.length < 2) return;
  const shown = values.map(({ name, value }) => `${name} ${value}`).join(", ");
  process.stderr.write(`Made for you by --demo, shown this once: ${shown}\n`);
}

/** Before anything is opened or changed: a port that is taken is the commonest mistake. */
async function tryPorts({ role, port }: ServeOptions, { host, adminHost, adminPort, ...shared }: SharedConfig) {
  const trial = new PortTrial();
  try {
    if (role !== "worker") await trial.hold({ host, port: port ?? shared.port }, "TRIPOD_PORT");
    if (adminPort !== 0) await trial.hold({ host: adminHost, port: adminPort }, "TRIPOD_ADMIN_PORT");
  } finally {
    await trial.release();
  }
}

/** Measures how far apart the clocks are, now and from time to time. */
async function watchDatabaseClock(platform: OpenPlatform, opened: Parts): Promise<DatabaseClock> {
  const measured = databaseClock(platform);
  const stopping = new AbortController();
  opened.add("clocks", () => stopping.abort());
  await measured.measure();
  measured.start(stopping.signal);
  return measured;
}

/** Loads what records traces where the settings name a collector, and nothing otherwise. */
async function openTracesOf(
  { role, services }: ServeOptions,
  shared: SharedConfig,
  platform: OpenPlatform,
  opened: Parts,
): Promise<OpenTraces | undefined> {
  if (shared.tracesUrl === "") return undefined;
  const { openTraces } = await import("../kit/traces/open-traces.ts");
  const recorded = openTraces(shared, platform, {
    "service.name": "tripod",
    "service.version": programFacts().version,
    "service.instance.id": platform.node,
    "tripod.role": role,
    "tripod.services": services,
  });
  opened.add("traces", () => recorded.sender.stop());
  return recorded;
}

function watchProcess(given: Given, clock: DatabaseClock, feedLags: FeedLags): void {
  const { platform, bus, built, services, role, metrics } = given;
  const jobs = [...houseJobs(platform), ...built.flatMap((service) => service.jobs)];
  addProcessMetrics(metrics, {
    version: given.facts.version,
    role,
    services,
    notReady: given.notReady,
    clock,
    isRedisThere: () => bus.isRedisThere(),
    pool: platform.pool,
    feedLags,
    dataDir: platform.dataDir,
    countJobs: remembered(platform.clock, JOBS_COUNTED_MS, () => countJobs(platform.db)),
    jobs: new Set(jobs.map(({ job }) => job.name)),
  });
}

async function startJobs({ shared, platform, built, opened, metrics }: Given): Promise<void> {
  await requireSessions(shared, platform.directConnection);
  const runner = jobRunner({
    connection: platform.directConnection,
    jobs: [...houseJobs(platform), ...built.flatMap(({ jobs }) => jobs)],
    schedules: [...houseSchedules, ...built.flatMap(({ schedules }) => schedules)],
    log: platform.log,
    clock: platform.clock,
    metrics,
    traces: platform.traces,
  });
  await runner.start();
  opened.add("jobs", () => runner.stop());
}

interface Given extends ServeOptions {
  readonly bus: OpenBus;
  readonly shared: SharedConfig;
  readonly log: Log;
  readonly platform: OpenPlatform;
  readonly built: readonly ServableService[];
  readonly opened: Parts;
  readonly facts: { readonly version: string };
  readonly metrics: Metrics;
  /** Whether requests are answered already. The port for metrics is opened before. */
  readonly isServing: { http: boolean };
  /** Why the process cannot serve now; empty when it is ready. */
  readonly notReady: () => Promise<readonly string[]>;
}

/** Answers the address. */
async function startHttp(given: Given): Promise<string> {
  const { shared, log, platform, built, opened, metrics } = given;
  const limiter = openLimiter(shared.redisUrl, platform.clock, log);
  opened.add("limits", () => limiter.close());

  const mounted = built.flatMap(({ services }) => services);
  const about = {
    version: given.facts.version,
    demo: given.demo,
    command: operatorCommand(shared.operatorCommand, readEnvironment()),
    services: built.map(({ running }) => running),
  };
  const front: FrontDeps = {
    page: fixedBody(frontPage({ ...about, hasConsole: shared.console })),
    about,
    console: shared.console ? consoleFiles() : undefined,
    docs: docsOf(mounted),
    notReady: given.notReady,
  };
  const observed = new Map(
    ["front", ...built.map(({ running }) => running.name)].map((name) => [name, httpMetrics(metrics, name)]),
  );
  const http = await buildHttp({
    services: [
      ...mounted,
      {
        form: frontForm({ requestsPerMinute: shared.frontRequestsPerMinute }),
        endpoints: frontEndpoints,
        deps: front,
      },
    ],
    log,
    limiter,
    observe: (service, endpoint, status, seconds) => observed.get(service)?.observe(endpoint, status, seconds),
    requestId: requestIds(platform.ids),
    traces: platform.traces && { traces: platform.traces, followsCallers: shared.tracesFollowCallers },
    trustedProxies: shared.trustedProxies,
  });
  const place = { host: shared.host, port: given.port ?? shared.port };
  const { url } = await listening(place, "TRIPOD_PORT", () => http.listen(place));
  opened.add("http", () => {
    for (const service of built) service.endStreams?.();
    return http.close();
  });
  given.isServing.http = true;
  const names = built.map(({ running }) => running.name).join(", ");
  log.info({ url, services: names, data: resolve(shared.dataDir) }, `Tripod is ready at ${url} (${names})`);
  return url;
}

/** Metrics and health for the operator, on a port of their own. */
async function startAdmin({ shared, notReady, bus, metrics, opened, log }: Given): Promise<void> {
  if (shared.adminPort === 0) return;
  const place = { host: shared.adminHost, port: shared.adminPort };
  const server = {
    ...place,
    metrics,
    health: () => ({ ok: true }),
    ready: async () => {
      const reasons = await notReady();
      // Requests are answered without Redis too, so keep sending them.
      const warnings = bus.isRedisThere() === false ? ["Redis does not answer; this process works without it"] : [];
      return { ok: reasons.length === 0, details: { reasons, warnings } };
    },
    log,
  };
  const admin = await listening(place, "TRIPOD_ADMIN_PORT", () => startAdminServer(server));
  opened.add("metrics", () => admin.close());
}
