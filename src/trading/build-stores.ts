/** The stores of all areas, made on the pool or on one transaction. */
import type { Platform } from "../kit/platform.ts";
import type { Database } from "../kit/sql/database.ts";
import { accountStore } from "./accounts/sql/account-store.ts";
import { tokenStore } from "./accounts/sql/token-store.ts";
import { twoFactorStore } from "./accounts/sql/two-factor-store.ts";
import { userAdminStore } from "./admin/sql/user-admin-store.ts";
import { alertList } from "./alerts/sql/alert-list.ts";
import { telegramBotStore } from "./alerts/sql/telegram-bots.ts";
import { algorithmStore } from "./algorithms/index.ts";
import { articleStore } from "./articles/sql/article-store.ts";
import { auditTrail } from "./audit/index.ts";
import { billingStore } from "./billing/sql/billing-store.ts";
import { reminderStore } from "./calendar/index.ts";
import { ticketStore as pushTicketStore } from "../kit/auth/sql/ticket-store.ts";
import { competitionStore } from "./competitions/sql/competition-store.ts";
import { ACTIVE_STATES } from "./engine/index.ts";
import { orderStore, ordersOpenAtKey, ordersOpenOnServer } from "./engine/sql/order-store.ts";
import { riskStore } from "./engine/sql/risk-store.ts";
import { exchangeKeyStore } from "./exchanges/sql/key-store.ts";
import { exportStore } from "./exports/sql/export-store.ts";
import { ledgerBook } from "./ledger/index.ts";
import { newsStore } from "./news/sql/news-store.ts";
import { serverSpeeds } from "./market/sql/server-speeds.ts";
import { exchangeQueryStore } from "./orders/sql/exchange-query-store.ts";
import { sessionStore } from "./sessions/sql/session-store.ts";
import { signupStore } from "./signup/sql/signup-store.ts";
import { algorithmUsers } from "./strategies/sql/algorithm-users.ts";
import { activeStrategiesOn, strategiesUsingKey } from "./strategies/sql/strategies-in-use.ts";
import { strategyStore } from "./strategies/sql/strategy-store.ts";
import { watchlistStore } from "./strategies/sql/watchlist-store.ts";
import { hookStore, signalStore, subscriptionStore } from "./signals/sql/signal-store.ts";
import { subaccountStore } from "./subaccounts/index.ts";
import { ticketStore } from "./support/index.ts";
import { announcementStore } from "./system/sql/announcement-store.ts";
import { importStore, tradeBooks } from "./trades/index.ts";
import { walletStore } from "./wallets/sql/wallet-store.ts";
import { userWebhookStore } from "./webhooks/sql/user-webhook-store.ts";
import { BILLING_CURRENCY } from "./billing/index.ts";
import type { TradingConfig } from "./build.ts";
import { SYMBOLS as WALLET_CURRENCIES } from "./wallets/index.ts";

/**
 * Everything through which endpoints change the database, on the pool or on one transaction. Changes of an endpoint
 * through anything else are not part of the transaction of a request with an Idempotency-Key.
 */
export function storesOn({ sealer, random }: Pick<Platform, "sealer" | "random">, config: TradingConfig, db: Database) {
  const strategies = strategyStore(db);
  return {
    accounts: accountStore(db),
    alerts: alertList(db),
    telegramBots: telegramBotStore(db, sealer),
    userTokens: tokenStore(db, sealer),
    twoFactor: twoFactorStore(db),
    sessions: sessionStore(db),
    pushTickets: pushTicketStore<number>(db, { name: "trading.push_tickets", owner: "session_id" }),
    userAdmin: userAdminStore(db, sealer),
    signups: signupStore(db, sealer),
    auditTrail: auditTrail(db),
    billing: billingStore(db, {
      activeStrategies: activeStrategiesOn,
      openOrders: ordersOpenOnServer,
      activeStates: ACTIVE_STATES,
    }),
    exchangeKeys: exchangeKeyStore(db, sealer, { openOrders: ordersOpenAtKey, activeStrategies: strategiesUsingKey }),
    orders: orderStore(db, random),
    serverSpeeds: serverSpeeds(db),
    exchangeQueries: exchangeQueryStore(db),
    risk: riskStore(db),
    exportStore: exportStore(db),
    tradeBooks: tradeBooks(db),
    orderImports: importStore(db),
    ledger: ledgerBook(db, creditCurrencies(config)),
    subaccounts: subaccountStore(db),
    tickets: ticketStore(db),
    reminders: reminderStore(db),
    watchlist: watchlistStore(db),
    strategies,
    countStrategies: (uids: readonly number[]) => strategies.countStrategies(uids),
    strategiesUsingKey: (keyId: string, onlyUid: number | null) => strategiesUsingKey(db, keyId, onlyUid),
    activeStrategiesOn: (serverId: string) => activeStrategiesOn(db, serverId),
    wallets: walletStore(db),
    algorithms: algorithmStore(db, algorithmUsers),
    articles: articleStore(db),
    competitions: competitionStore(db),
    announcements: announcementStore(db),
    news: newsStore(db),
    userWebhooks: userWebhookStore(db, sealer),
    signals: signalStore(db, sealer),
    signalHooks: hookStore(db),
    signalSubscriptions: subscriptionStore(db),
  };
}

/** The currencies that accounts can be credited with by hand. */
function creditCurrencies({ currencies, articleCurrency }: TradingConfig): ReadonlySet<string> {
  return new Set([...currencies.split(","), ...WALLET_CURRENCIES, BILLING_CURRENCY, articleCurrency]);
}
