/** `tripod serve`: opens everything, serves until it is told to stop, and closes everything in the opposite order. */
import { resolve } from "node:path";
import { frontForm, type FrontDeps } from "../front/front.ts";
import { frontEndpoints } from "../front/endpoints/index.ts";
import { openBus } from "../kit/bus/open-bus.ts";
import { buildHttp } from "../kit/endpoint/http-server.ts";
import { jobRunner } from "../kit/jobs/job-runner.ts";
import { onShutdown } from "../kit/lifecycle/shutdown.ts";
import { parts } from "../kit/lifecycle/parts.ts";
import { openLimiter } from "../kit/limits/open-limiter.ts";
import { createLog, type Log } from "../kit/log/log.ts";
import { requestIds } from "../kit/log/request-id.ts";
import { startAdminServer } from "../kit/metrics/admin-server.ts";
import { httpMetrics } from "../kit/metrics/http-metrics.ts";
import { createMetrics, type Metrics } from "../kit/metrics/metrics.ts";
import { answers } from "../kit/sql/server-facts.ts";
import { readConfiguration } from "./configuration.ts";
import { houseJobs, houseSchedules } from "./house-jobs.ts";
import { openPlatform, type OpenPlatform, type SharedConfig } from "./open-platform.ts";
import { programFacts } from "./program-facts.ts";
import type { ServableService } from "../kit/service.ts";
import { loadService, type ServiceName } from "./services.ts";

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

  const opened = parts(log);
  onShutdown(log, () => opened.stopAll());
  try {
    const platform = await openPlatform(shared, log);
    opened.add("database", platform.close);
    const bus = openBus(shared.redisUrl, log);
    opened.add("bus", () => bus.close());
    const wired: OpenPlatform = {
      ...platform,
      role: options.role,
      bus,
      onHint: (wake) => bus.subscribe("outbox", wake),
      hint: () => void bus.publish("outbox", platform.node),
    };

    const facts = programFacts();
    const built: ServableService[] = [];
    for (const [name, module] of modules) {
      const service = await module.build(wired, config[name] as never, facts);
      opened.add(name, () => service.stop());
      await service.start();
      if (options.demo) await service.loadDemo();
      built.push(service);
    }

    const metrics = createMetrics();
    for (const service of built) service.metrics?.(metrics);
    const given = { ...options, shared, log, platform: wired, built, opened, facts, metrics };
    if (options.role !== "http") await startJobs(given);
    if (options.role !== "worker") await startHttp(given);
    await startAdmin(given);
    if (options.role !== "http") for (const service of built) await service.startWork?.();
  } catch (error) {
    await opened.stopAll();
    throw error;
  }
}

type Opened = ReturnType<typeof parts>;

async function startJobs({ platform, built, opened, metrics }: Given): Promise<void> {
  const runner = jobRunner({
    connection: platform.directConnection,
    jobs: [...houseJobs(platform), ...built.flatMap(({ jobs }) => jobs)],
    schedules: [...houseSchedules, ...built.flatMap(({ schedules }) => schedules)],
    log: platform.log,
    clock: platform.clock,
    metrics,
  });
  await runner.start();
  opened.add("jobs", () => runner.stop());
}

interface Given extends ServeOptions {
  readonly shared: SharedConfig;
  readonly log: Log;
  readonly platform: OpenPlatform;
  readonly built: readonly ServableService[];
  readonly opened: Opened;
  readonly facts: { readonly version: string };
  readonly metrics: Metrics;
}

async function startHttp(given: Given): Promise<void> {
  const { shared, log, platform, built, opened, metrics } = given;
  const limiter = openLimiter(shared.redisUrl, platform.clock, log);
  opened.add("limits", () => limiter.close());

  const front: FrontDeps = {
    services: built.map(({ running }) => running),
    version: given.facts.version,
    demo: given.demo,
    notReady: () => notReady(platform),
  };
  const observed = new Map(
    ["front", ...built.map(({ running }) => running.name)].map((name) => [name, httpMetrics(metrics, name)]),
  );
  const http = await buildHttp({
    services: [
      ...built.flatMap(({ services }) => services),
      { form: frontForm, endpoints: frontEndpoints, deps: front, documented: false },
    ],
    log,
    limiter,
    observe: (service, endpoint, status, seconds) => observed.get(service)?.observe(endpoint, status, seconds),
    requestId: requestIds(platform.ids),
    trustedProxies: shared.trustedProxies,
  });
  const { url } = await http.listen({ host: shared.host, port: given.port ?? shared.port });
  opened.add("http", () => {
    for (const service of built) service.endStreams?.();
    return http.close();
  });
  const names = built.map(({ running }) => running.name).join(", ");
  log.info({ url, services: names, data: resolve(shared.dataDir) }, `Tripod is ready at ${url} (${names})`);
}

/** Metrics and health for the operator, on a port of their own. */
async function startAdmin({ shared, platform, metrics, opened, log }: Given): Promise<void> {
  if (shared.adminPort === 0) return;
  const admin = await startAdminServer({
    host: shared.adminHost,
    port: shared.adminPort,
    metrics,
    health: () => ({ ok: true }),
    ready: async () => {
      const reasons = await notReady(platform);
      return { ok: reasons.length === 0, details: { reasons } };
    },
    log,
  });
  opened.add("metrics", () => admin.close());
}

async function notReady(platform: OpenPlatform): Promise<readonly string[]> {
  return (await answers(platform.db)) ? [] : ["the database does not answer"];
}
