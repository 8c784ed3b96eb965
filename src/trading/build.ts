/** Makes the trading platform, top to bottom: the parts list of the service. */
import type { SectionConfig } from "../kit/config/setting.ts";
import type { MountedService } from "../kit/endpoint/http-services.ts";
import type { BoundJob, Schedule } from "../kit/jobs/job.ts";
import { enqueue } from "../kit/jobs/enqueue.ts";
import { openLimiter } from "../kit/limits/open-limiter.ts";
import type { Limiter } from "../kit/limits/limiter.ts";
import { openReplayWindow } from "../kit/limits/replay-window.ts";
import type { Instant } from "../kit/time/instant.ts";
import { parseAmount } from "../kit/money/amount.ts";
import { outbound } from "../kit/outbound/outbound.ts";
import type { Platform } from "../kit/platform.ts";
import type { ProgramFacts } from "../kit/service.ts";
import {
  ApiKeys,
  Authenticator,
  keyStore,
  loadCaller,
  nonceMarks,
  OwnNonceWindows,
  SharedNonceWindows,
  WINDOW_SIZE,
} from "./access/index.ts";
import { apiUses, recordAccess, type ApiUses } from "./accounts/index.ts";
import { accountStore } from "./accounts/sql/account-store.ts";
import { trimAccounts } from "./accounts/sql/trim-accounts.ts";
import { tokenStore } from "./accounts/sql/token-store.ts";
import { twoFactorStore } from "./accounts/sql/two-factor-store.ts";
import { buildMarket, type MarketParts } from "./build-market.ts";
import type { Exchange } from "./exchanges/index.ts";
import { openPush, sharedTeller } from "./push/index.ts";
import type { Metrics } from "../kit/metrics/metrics.ts";
import { articleStore } from "./articles/sql/article-store.ts";
import { auditTrail } from "./audit/index.ts";
import { billingSchedule } from "./billing/index.ts";
import { billingStore } from "./billing/sql/billing-store.ts";
import { reminderStore } from "./calendar/index.ts";
import { competitionSchedule } from "./competitions/index.ts";
import { competitionStore } from "./competitions/sql/competition-store.ts";
import { withoutEngine } from "./without-engine.ts";
import type { tradingSettings } from "./config.ts";
import type { TradingDeps } from "./deps.ts";
import { tradingEndpoints } from "./endpoints.ts";
import { exchangeKeyStore } from "./exchanges/sql/key-store.ts";
import { exportStore } from "./exports/sql/export-store.ts";
import { tradingForm } from "./form.ts";
import { idempotency } from "./idempotency/index.ts";
import { idempotencyStore } from "./idempotency/sql/idempotency-store.ts";
import { tradingJobs } from "./jobs.ts";
import { ledgerBook } from "./ledger/index.ts";
import { openMail } from "./mail/index.ts";
import { mailStore } from "./mail/sql/mail-store.ts";
import { callersOf } from "./callers.ts";
import { sessionAuthenticator } from "./sessions/index.ts";
import { sessionStore } from "./sessions/sql/session-store.ts";
import { watchlistStore } from "./strategies/sql/watchlist-store.ts";
import { subaccountStore } from "./subaccounts/index.ts";
import { ticketStore } from "./support/index.ts";
import { announcementStore } from "./system/sql/announcement-store.ts";
import { esplora, esploraHosts, GONE_BLOCKS, openChains, type Esplora } from "./wallets/index.ts";
import { watchDeposits } from "./wallets/jobs/index.ts";
import { walletStore } from "./wallets/sql/wallet-store.ts";
import { watchStore } from "./wallets/sql/watch-store.ts";

export type TradingConfig = SectionConfig<typeof tradingSettings>;

export interface Trading {
  readonly services: readonly MountedService[];
  readonly deps: TradingDeps;
  readonly jobs: readonly BoundJob[];
  readonly schedules: readonly Schedule[];
  metrics(metrics: Metrics): void;
  start(): Promise<void>;
  /** Begins to record the market. */
  startWork(): void;
  /** Says goodbye to those to whom something is pushed. */
  endStreams(): void;
  stop(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** A window in Redis that was not used for so long may go: the mark in the database stands above it. */
const IDLE_WINDOW_SECONDS = 3_600;

/** @param exchanges from `openExchanges`; they are closed with the platform */
export function buildTrading(
  platform: Platform,
  config: TradingConfig,
  facts: ProgramFacts,
  exchanges: readonly Exchange[],
): Trading {
  const { db, clock, log } = platform;
  const limiter = openLimiter(platform.redisUrl, clock, log);
  const access = openAccess(platform);
  const uses = apiUses({ record: (entry) => recordAccess(db, entry), clock, log });
  const chain = openEsplora(platform, config);
  const market = buildMarket(platform, config, exchanges, chain);
  const deps = { ...dependencies(platform, config, access.apiKeys, limiter), ...market.deps };
  const idempotent = idempotencyStore(db);

  const callers = callersOf({
    authenticator: access.authenticator,
    sessions: sessionAuthenticator(deps.sessions, deps.sessionRules),
    loadCaller: (uid) => loadCaller(db, uid),
    uses,
    clock,
  });
  const teller = sharedTeller(deps.market, market.whereabouts, config.pushHost);
  const push = openPush({ market: deps.market, clock, log, byKey: callers.byKey, teller }, config);
  const form = tradingForm({
    ...callers,
    clock,
    systemVersion: facts.version,
    addressRequestsPerMinute: config.addressRequestsPerMinute,
    publicRequestsPerMinute: config.publicRequestsPerMinute,
    refusalsUntilBan: config.refusalsUntilBan,
    banSeconds: config.banSeconds,
    idempotency: idempotency(idempotent, clock, platform.sealer),
  });
  return {
    services: [{ form, endpoints: tradingEndpoints, deps, sockets: push.sockets }],
    deps,
    ...tradingJobs({ ...deps, ...workOf(platform, config, deps, chain), idempotent }),
    metrics(metrics) {
      market.metrics(metrics);
      push.metrics(metrics);
    },
    async start() {
      access.authenticator.start();
      push.start();
      await market.start();
    },
    startWork: () => market.startWork(),
    endStreams: () => push.end(),
    async stop() {
      await market.stop();
      await stopAll(access, uses, limiter);
    },
  };
}

interface Access {
  readonly authenticator: Authenticator;
  readonly apiKeys: ApiKeys;
  readonly close: () => void;
}

/** Keys and the windows of their nonces: in Redis where there is one, so that several processes know of each other's. */
function openAccess({ db, clock, log, sealer, random, redisUrl }: Platform): Access {
  const keys = keyStore(db);
  const marks = nonceMarks(db);
  const options = { size: WINDOW_SIZE, idleSeconds: IDLE_WINDOW_SECONDS };
  const replay = redisUrl === undefined ? undefined : openReplayWindow(redisUrl, log, options);
  const windows = replay ? new SharedNonceWindows({ marks, replay }) : new OwnNonceWindows({ marks, clock, log });
  const authenticator = new Authenticator({ keys, windows, sealer, clock, log });
  const apiKeys = new ApiKeys({ keys, sealer, random, clock, changed: (key) => authenticator.forget(key) });
  return { authenticator, apiKeys, close: () => replay?.close() };
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
): Omit<TradingDeps, keyof MarketParts["deps"]> {
  const { db, clock, sealer, random, allowPrivateOutbound } = platform;
  return {
    ...withoutEngine,
    clock,
    sealer,
    random,
    limiter,
    apiKeys,
    accounts: accountStore(db),
    userTokens: tokenStore(db),
    twoFactor: twoFactorStore(db),
    sessions: sessionStore(db),
    sessionRules: { isSecure: config.baseUrl.startsWith("https:"), maxHours: config.sessionMaxHours },
    consoleUrl: config.consoleUrl === "" ? undefined : config.consoleUrl,
    referralPercent: config.referralPercent,
    auditTrail: auditTrail(db),
    billing: billingStore(db),
    exchangeKeys: exchangeKeyStore(db, sealer),
    exportStore: exportStore(db),
    apiUrl: `${config.baseUrl}/api/v2`,
    ledger: ledgerBook(db),
    subaccounts: subaccountStore(db),
    tickets: ticketStore(db),
    supportContact: { email: config.supportEmail, responseTimeHours: config.supportResponseHours },
    reminders: reminderStore(db),
    scheduleSources: [billingSchedule(db), competitionSchedule(db)],
    watchlist: watchlistStore(db),
    wallets: walletStore(db),
    chains: openChains(config),
    withdrawAddressWaitMs: config.withdrawAddressWaitHours * HOUR_MS,
    articles: articleStore(db),
    articleRate: { currency: config.articleCurrency, perThousand: parseAmount(config.articleRatePerThousandViews) },
    imageHttp: outbound({ allowPrivate: allowPrivateOutbound, userAgent: "Tripod-trading/1.0", clock }),
    competitions: competitionStore(db),
    announcements: announcementStore(db),
    operations: () => tradingEndpoints,
  };
}

/** Who tells of Bitcoin's chain; undefined where the settings name nobody. */
function openEsplora({ clock, allowPrivateOutbound }: Platform, config: TradingConfig): Esplora | undefined {
  if (config.esploraUrl === "") return undefined;
  const allowPrivate = [...allowPrivateOutbound, ...esploraHosts(config)];
  return esplora(config.esploraUrl, outbound({ allowPrivate, userAgent: "Tripod-trading/1.0", clock }));
}

/** What the jobs need beside the endpoints' dependencies. */
function workOf(
  { db, clock, log }: Platform,
  config: TradingConfig,
  { chains }: TradingDeps,
  chain: Esplora | undefined,
) {
  return {
    ...openMail(config, { mails: mailStore(db), clock, log }),
    log,
    watchStore: watchStore(db),
    esplora: chain,
    rules: { confirmations: chains.BTC.confirmations, goneBlocks: GONE_BLOCKS },
    minimumDeposit: chains.BTC.minimumDeposit,
    enqueueWatch: (runAt: Instant) => enqueue(db, watchDeposits, { isSecond: true }, { runAt }),
    trimAccounts: () => trimAccounts(db, clock.now()),
    exportRows: withoutEngine.exportRows,
    competitionScores: withoutEngine.competitionScores,
    opportunityLifeDays: config.opportunityLifeDays,
  };
}
