/** Makes the registry, top to bottom: the parts list of the service. */
import { credentialCookie } from "../kit/auth/credential-cookie.ts";
import type { MountedService } from "../kit/endpoint/http-services.ts";
import { enqueue } from "../kit/jobs/enqueue.ts";
import type { BoundJob, Schedule } from "../kit/jobs/job.ts";
import type { Metrics } from "../kit/metrics/metrics.ts";
import type { Platform } from "../kit/platform.ts";
import type { Transaction } from "../kit/sql/database.ts";
import type { SectionConfig } from "../kit/config/setting.ts";
import { feedOf } from "../kit/sql/feed-of.ts";
import type { WebhookDeps } from "../kit/webhooks/deliver.ts";
import { GivenUpDeliveries } from "../kit/webhooks/given-up.ts";
import type { CutOffDeps } from "../kit/webhooks/jobs.ts";
import { cutOffDeliveries } from "../kit/webhooks/sql/cut-off-deliveries.ts";
import type { WebhookStore } from "../kit/webhooks/store.ts";
import { adminDeps } from "./build-admin.ts";
import type { registrySettings } from "./config.ts";
import type { RegistryDeps } from "./deps.ts";
import { registryEndpoints } from "./endpoints.ts";
import { registryForm } from "./form.ts";
import { addRegistryMetrics } from "./metrics.ts";
import { openOutside, type Outside } from "./outside.ts";
import { ensureValidators, packageOwnership } from "./publishing/index.ts";
import { facetCache, pageCache, readModel, StorageAllowance } from "./servers/index.ts";
import { serverJobs, serverSchedules } from "./servers/jobs/index.ts";
import { serverStore } from "./servers/sql/server-store.ts";
import { SERVERS_TOPIC } from "./servers/sql/write-server.ts";
import { loginsOf, renewing, type BrowserLogins } from "./sessions/index.ts";
import { accessOf, type SyncRunDeps } from "./sync/index.ts";
import { syncJobs, syncSchedules } from "./sync/jobs/index.ts";
import { syncStore } from "./sync/sql/sync-store.ts";
import { wellKnownEndpoints } from "./tokens/endpoints/index.ts";
import {
  callbackUrlOf,
  closedAnonymous,
  githubDeviceLogin,
  halfLogin,
  makeTokens,
  openidLogin,
  systemTxtResolver,
  type Tokens,
} from "./tokens/index.ts";
import { tokenJobs, tokenSchedules } from "./tokens/jobs/index.ts";
import { tokenStore } from "./tokens/sql/token-store.ts";
import { registryWebhooks, type WebhookEvent } from "./webhooks/index.ts";
import { deliverWebhook, webhookJobs, webhookSchedules } from "./webhooks/jobs/index.ts";

export type RegistryConfig = SectionConfig<typeof registrySettings>;

export interface Registry {
  /** To be mounted: the interface, and the few paths that are outside its prefix. */
  readonly services: readonly MountedService[];
  readonly deps: RegistryDeps;
  readonly webhooks: WebhookStore<WebhookEvent>;
  /** For following an upstream, by schedule or at the operator's word. */
  readonly sync: SyncRunDeps;
  readonly jobs: readonly BoundJob[];
  readonly schedules: readonly Schedule[];
  metrics(metrics: Metrics): void;
  /** Loads what is served; until then nothing may be mounted. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** @param about of the program, for `/version`. */
export function buildRegistry(
  platform: Platform,
  config: RegistryConfig,
  about: { version: string; gitCommit: string; buildTime: string },
): Registry {
  const { db, clock, ids, random, log } = platform;
  const outside = openOutside(platform, config);

  const enqueueDelivery = (tx: Transaction, deliveryId: number): Promise<void> =>
    enqueue(tx, deliverWebhook, { deliveryId }, { key: `${deliverWebhook.name} ${deliveryId}` });
  const servers = serverStore(db, platform.node, enqueueDelivery);
  const model = readModel(servers, feedOf(SERVERS_TOPIC, platform), log, platform.hint);
  const tokens = tokensOf(platform, config, outside);
  const session = sessionsOf(platform, config, browserLogins(platform, config, outside), tokens);
  const followed = syncStore(db);
  const admin = adminDeps(platform, enqueueDelivery);
  const ownership = packageOwnership({ outbound: outside.packageHttp, settings: config, clock, log });

  const deps: RegistryDeps = {
    ...admin,
    storage: new StorageAllowance(clock, config),
    servers,
    model,
    clock,
    tokens,
    ...session,
    ownership,
    pages: pageCache(),
    validationPolicy: validationPolicyOf(config),
    switches: switchesOf(config),
    mirror: { ...followed, syncUrl: config.syncUrl },
    selfCheck: platform.selfCheck,
    facets: facetCache(),
    about: { ...about, githubClientId: config.githubClientId },
  };
  const form = registryForm({ tokens, clock, ...session }, config);
  const syncHttp = outside.operatorHttp;
  const access = accessOf({ outbound: syncHttp, clock }, config);
  const sync: SyncRunDeps = { db, servers, model, sync: followed, syncHttp, access, clock, ids, random, log, config };
  const givenUp = new GivenUpDeliveries();
  const webhookDeps: WebhookDeps<WebhookEvent> & CutOffDeps = {
    webhooks: givenUp.watch(admin.webhooks),
    webhookHttp: outside.publicHttp,
    sealer: platform.sealer,
    clock,
    cutOff: cutOffDeliveries(db, registryWebhooks, deliverWebhook),
    givenUp,
  };

  return {
    deps,
    services: [
      { form, endpoints: registryEndpoints, deps },
      { form: { ...form, prefixes: [""] }, endpoints: wellKnownEndpoints, deps, documented: false },
    ],
    webhooks: webhookDeps.webhooks,
    sync,
    jobs: [
      ...serverJobs.map((job) => ({ job, deps })),
      ...tokenJobs.map((job) => ({ job, deps })),
      ...webhookJobs.map((job) => ({ job, deps: webhookDeps })),
      ...syncJobs.map((job) => ({ job, deps: sync })),
    ],
    schedules: [...serverSchedules, ...tokenSchedules, ...webhookSchedules, ...syncSchedules],
    metrics: (metrics) => addRegistryMetrics(metrics, { model, sync, webhooks: webhookDeps.webhooks, givenUp, clock }),
    async start() {
      for (const off of [halfLogin(config), closedAnonymous(config)]) if (off !== undefined) log.warn({}, off);
      await tokens.start();
      await model.start();
      ensureValidators();
    },
    async stop() {
      await model.stop();
      ownership.close();
      await outside.close();
    },
  };
}

function switchesOf({ privateReads, publishing, updates, deletion }: RegistryConfig): RegistryDeps["switches"] {
  return { privateReads, publishing, updates, deletion };
}

function validationPolicyOf(config: RegistryConfig): RegistryDeps["validationPolicy"] {
  return {
    schemaPolicy: { required: config.schemaRequired, older: config.olderSchemas },
    namespacePolicy: config.namespaceHosts,
  };
}

/** How browsers sign in. */
function sessionsOf({ sealer, publicUrl }: Platform, config: RegistryConfig, browser: BrowserLogins, tokens: Tokens) {
  return {
    sessions: credentialCookie({ service: "registry", sealer, publicUrl }),
    begunLogins: credentialCookie({ service: "registry_login", sealer, publicUrl }),
    sessionMaxHours: config.sessionMaxHours,
    logins: loginsOf(config, browser.openid !== undefined),
    renew: renewing(browser, tokens),
    ...browser,
  };
}

function browserLogins(
  platform: Platform,
  config: RegistryConfig,
  { operatorHttp: http }: Pick<Outside, "operatorHttp">,
): BrowserLogins {
  const { clock, random } = platform;
  return {
    openid: openidLogin({ http, clock, random, callbackUrl: callbackUrlOf(platform) }, config),
    githubDevice: githubDeviceLogin(http, config),
  };
}

/** Logins, and the proofs that they accept. */
function tokensOf(
  { db, sealer, clock, ids, random }: Platform,
  config: RegistryConfig,
  { publicHttp, operatorHttp }: Pick<Outside, "publicHttp" | "operatorHttp">,
): Tokens {
  return makeTokens({
    store: tokenStore(db),
    sealer,
    clock,
    ids,
    random,
    config,
    resolver: systemTxtResolver({ servers: config.dnsServers }),
    proofHttp: publicHttp,
    issuerHttp: operatorHttp,
  });
}
