/** Makes the trading platform, top to bottom: the parts list of the service. */
import type { SectionConfig } from "../kit/config/setting.ts";
import type { DepsOf } from "../kit/deps-of.ts";
import type { MountedService } from "../kit/endpoint/http-services.ts";
import { apiUrlOf, consoleUrlOf } from "./console-url.ts";
import { mount } from "../kit/endpoint/mount.ts";
import type { BoundJob, Schedule } from "../kit/jobs/job.ts";
import { enqueue } from "../kit/jobs/enqueue.ts";
import { openLimiter } from "../kit/limits/open-limiter.ts";
import type { Limiter } from "../kit/limits/limiter.ts";
import type { Instant } from "../kit/time/instant.ts";
import { parseAmount } from "../kit/money/amount.ts";
import { outbound } from "../kit/outbound/outbound.ts";
import type { Platform } from "../kit/platform.ts";
import type { ProgramFacts } from "../kit/service.ts";
import { HOUR_MS } from "../kit/time/spans.ts";
import type { ApiKeys } from "./access/index.ts";
import { apiUses, findDemoUid, recordAccess, type ApiUses } from "./accounts/index.ts";
import { installLibrary } from "./algorithms/index.ts";
import { trimAccounts } from "./accounts/sql/trim-accounts.ts";
import { buildAlerts } from "./build-alerts.ts";
import { openAccess, whoCalls, type Access } from "./build-access.ts";
import { openEsplora } from "./build-chain.ts";
import { buildEngine, type EngineParts } from "./build-engine.ts";
import { buildMarket, type MarketParts } from "./build-market.ts";
import { buildNews, type NewsParts } from "./build-news.ts";
import { buildSignals } from "./build-signals.ts";
import { orderSchedule, type HeldOrderDeps, type OrderDeps, type RiskDeps } from "./engine/index.ts";
import { storesOn } from "./build-stores.ts";
import { buildTrades } from "./build-trades.ts";
import { buildWebhooks } from "./build-webhooks.ts";
import type { Exchange } from "./exchanges/index.ts";
import { openPush, sharedTeller, type PushDeps } from "./push/index.ts";
import type { Metrics } from "../kit/metrics/metrics.ts";
import { billingSchedule, regionsOfWorker } from "./billing/index.ts";
import { competitionSchedule } from "./competitions/index.ts";
import type { tradingSettings } from "./config.ts";
import { tradingEndpoints } from "./endpoints.ts";
import { tradingForm, type TradingFormOptions } from "./form.ts";
import { idempotency } from "./idempotency/index.ts";
import { idempotencyStore } from "./idempotency/sql/idempotency-store.ts";
import type { IdempotencyStore } from "./idempotency/store.ts";
import { tradingJobs } from "./jobs.ts";
import { openMail } from "./mail/index.ts";
import { mailStore } from "./mail/sql/mail-store.ts";
import { askingAfter, QueryDesk } from "./orders/query-desk.ts";
import { DemoDoor } from "./sessions/index.ts";
import { maintenanceSchedule } from "./system/sql/schedule.ts";
import { staffDesk } from "./staff/index.ts";
import { GONE_BLOCKS, openChains, type Esplora } from "./wallets/index.ts";
import { watchDeposits } from "./wallets/jobs/index.ts";
import { watchStore } from "./wallets/sql/watch-store.ts";

export type TradingConfig = SectionConfig<typeof tradingSettings>;

/** Everything that any endpoint names. It stays in this file: an endpoint names its own few parts. */
type TradingDeps = DepsOf<typeof tradingEndpoints>;

export interface Trading {
  readonly services: readonly MountedService[];
  readonly deps: TradingDeps;
  readonly jobs: readonly BoundJob[];
  readonly schedules: readonly Schedule[];
  metrics(metrics: Metrics): void;
  start(): Promise<void>;
  /** Begins to record the market. */
  startWork(): void;
  /** Before `startWork`: follows invented news where the settings follow none, and logs the demo's user in without a password. */
  beginDemo(): Promise<void>;
  /** Says goodbye to all push connections. */
  endStreams(): void;
  stop(): Promise<void>;
}

/**
 * @param exchanges from `openExchanges`; they are closed with the platform
 * @throws UserError for a setting that cannot be served with; nothing is left open then, but the exchanges
 */
export function buildTrading(
  platform: Platform,
  config: TradingConfig,
  facts: ProgramFacts,
  exchanges: readonly Exchange[],
): Trading {
  const limiter = openLimiter(platform.redisUrl, platform.clock, platform.log);
  const access = openAccess(platform);
  try {
    return assemble(platform, config, facts, exchanges, { limiter, access });
  } catch (error) {
    access.close();
    void limiter.close();
    throw error;
  }
}

function assemble(
  platform: Platform,
  config: TradingConfig,
  facts: ProgramFacts,
  exchanges: readonly Exchange[],
  { limiter, access }: { readonly limiter: Limiter; readonly access: Access },
): Trading {
  const { db, clock, log } = platform;
  const uses = apiUses({ record: (entry) => recordAccess(db, entry), clock, log });
  const chain = openEsplora(platform, config);
  const market = buildMarket(platform, config, exchanges, chain);
  const stores = storesOn(platform, config, platform.db);
  const news = buildNews(platform, config, market.deps.market, market.deps.tape);
  const trades = buildTrades(platform, exchanges, market.deps, { ...stores, newsRows: news.rows });
  const regions = regionsOfWorker(config.workerRegions);
  const newsView = news.known;
  const engine = buildEngine(platform, exchanges, stores, { ...trades, ...market.deps, regions, newsView });
  const webhooks = buildWebhooks(platform, config);
  const signals = buildSignals(platform, config, { ...stores, ...market.deps });
  const alerts = buildAlerts(platform, config);
  const own = dependencies(platform, config, access.apiKeys, limiter);
  const { orderNews, orderJudge, haltDesk, heldOrders, runNews, serverSpeedDesk } = engine;
  const queryDesk = new QueryDesk({ ...stores, ...market.deps, orderNews, clock }, log);
  const { usdRates } = trades;
  const ofEngine = { orderNews, orderJudge, haltDesk, heldOrders, runNews, serverSpeedDesk, queryDesk, usdRates };
  const areas = { ...market.deps, ...news.deps, ...signals.deps, ...webhooks.deps };
  const deps = { ...own, ...stores, ...areas, ...ofEngine };
  const idempotent = idempotencyStore(db);

  const callers = whoCalls(platform, access, deps, uses);
  const channels = { privateChannels: signals.channelsBeside(trades.privateChannels), newsChannels: news.wire };
  const push = pushOf(platform, config, market, { ...callers, ...channels });
  const parts = { access, idempotent, deps, engine, queryDesk };
  const form = formOf(platform, config, { ...callers, clock, systemVersion: facts.version }, parts);
  return {
    services: [mount({ form, endpoints: tradingEndpoints, deps, sockets: push.sockets })],
    deps,
    ...tradingJobs({
      ...deps,
      ...workOf(platform, config, deps, chain),
      ...news.work,
      ...trades.work,
      ...webhooks.work,
      ...signals.work,
      ...alerts.work,
      idempotent,
      exchanges,
    }),
    metrics(metrics) {
      for (const part of [market, engine, news, push, webhooks, alerts]) part.metrics(metrics);
    },
    async start() {
      await installLibrary(platform.db, platform.clock.now());
      access.authenticator.start();
      for (const part of [push, trades, signals, news]) part.start();
      await market.start();
    },
    startWork() {
      for (const part of [market, engine, news, webhooks, alerts]) part.startWork();
    },
    async beginDemo() {
      news.showInvented();
      deps.demoDoor.open(await findDemoUid(db));
    },
    endStreams: () => push.end(),
    async stop() {
      trades.stop();
      signals.stop();
      // Before its exchanges are closed.
      await engine.stop();
      await news.stop();
      await market.stop();
      await webhooks.stop();
      await alerts.stop();
      await stopAll(access, uses, limiter);
    },
  };
}

/** The feeds of clients: the market, and the data of their keys. */
function pushOf(
  { clock, log }: Platform,
  config: TradingConfig,
  { deps: { market }, whereabouts, tradeFlow }: ReturnType<typeof buildMarket>,
  callers: Omit<PushDeps, "market" | "tradeFlow" | "clock" | "log" | "teller">,
): ReturnType<typeof openPush> {
  const teller = sharedTeller(market, whereabouts, config.pushHost);
  return openPush({ market, tradeFlow, clock, log, ...callers, teller }, config);
}

interface FormParts {
  readonly access: Access;
  readonly idempotent: IdempotencyStore;
  readonly deps: TradingDeps;
  readonly engine: EngineParts;
  readonly queryDesk: QueryDesk;
}

function formOf(
  platform: Platform,
  config: TradingConfig,
  own: Pick<TradingFormOptions, "byKey" | "bySession" | "clock" | "systemVersion">,
  { access, idempotent, deps, engine, queryDesk }: FormParts,
): ReturnType<typeof tradingForm> {
  return tradingForm({
    ...own,
    addressRequestsPerMinute: config.addressRequestsPerMinute,
    publicRequestsPerMinute: config.publicRequestsPerMinute,
    refusalsUntilBan: config.refusalsUntilBan,
    banSeconds: config.banSeconds,
    idempotency: idempotency({
      db: platform.db,
      store: idempotent,
      clock: platform.clock,
      sealer: platform.sealer,
      depsOn: (whole): TradingDeps => {
        const within = storesOn(platform, config, whole.db);
        const orderNews = engine.orderNewsOn(whole, within.orders);
        const heldOrders = engine.heldOrdersOn(whole);
        const asker = askingAfter((call) => whole.afterCommit(call), queryDesk);
        return { ...deps, ...within, orderNews, heldOrders, queryDesk: asker, apiKeys: access.apiKeysOn(whole) };
      },
    }),
  });
}

async function stopAll({ authenticator, close }: Access, uses: ApiUses, limiter: Limiter): Promise<void> {
  await authenticator.stop();
  await uses.settled();
  close();
  await limiter.close();
}

function dependencies(
  platform: Platform,
  config: TradingConfig,
  apiKeys: ApiKeys,
  limiter: Limiter,
): Omit<
  TradingDeps,
  | keyof MarketParts["deps"]
  | keyof NewsParts["deps"]
  | "featuredSignals"
  | keyof ReturnType<typeof storesOn>
  | keyof (OrderDeps & RiskDeps & HeldOrderDeps)
  | "runNews"
  | "serverSpeedDesk"
  | "queryDesk"
  | "usdRates"
  | "allowPrivateWebhooks"
> {
  const { db, clock, selfCheck, sealer, random, allowPrivateOutbound, traces, publicUrl } = platform;
  return {
    clock,
    selfCheck,
    sealer,
    random,
    limiter,
    apiKeys,
    sessionRules: { isSecure: (publicUrl ?? config.baseUrl).startsWith("https:"), maxHours: config.sessionMaxHours },
    demoDoor: new DemoDoor(),
    signUpMode: config.signUp,
    hasMail: config.smtpUrl !== undefined,
    consoleUrl: consoleUrlOf(config, platform),
    referralPercent: config.referralPercent,
    alertsPerDay: config.alertsPerDay,
    apiUrl: apiUrlOf(config, platform),
    supportContact: { email: config.supportEmail, responseTimeHours: config.supportResponseHours },
    scheduleSources: [billingSchedule(db), competitionSchedule(db), maintenanceSchedule(db), orderSchedule(db)],
    chains: openChains(config),
    withdrawAddressWaitMs: config.withdrawAddressWaitHours * HOUR_MS,
    articleRate: { currency: config.articleCurrency, perThousand: parseAmount(config.articleRatePerThousandViews) },
    imageHttp: outbound({ allowPrivate: allowPrivateOutbound, userAgent: "Tripod-trading/1.0", clock, traces }),
    operations: () => tradingEndpoints,
  };
}

/** The dependencies of the jobs beyond those of the endpoints. */
function workOf(
  { db, clock, log, sealer }: Platform,
  config: TradingConfig,
  { chains, consoleUrl }: TradingDeps,
  chain: Esplora | undefined,
) {
  return {
    ...openMail(config, { mails: mailStore(db, sealer), clock, log }),
    log,
    staffDesk: staffDesk(db, consoleUrl),
    watchStore: watchStore(db),
    esplora: chain,
    rules: { confirmations: chains.BTC.confirmations, goneBlocks: GONE_BLOCKS },
    minimumDeposit: chains.BTC.minimumDeposit,
    enqueueWatch: (runAt: Instant) => enqueue(db, watchDeposits, { isSecond: true }, { runAt }),
    trimAccounts: () => trimAccounts(db, clock.now()),
    opportunityLifeDays: config.opportunityLifeDays,
  };
}
