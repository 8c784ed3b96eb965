/** The pages of the trading platform. */
import type { PageEntry } from "../../shell/pages.ts";
import { texts } from "../../say.ts";
import { ACCOUNT_PAGES, STAFF_PAGES } from "./account/pages.ts";

export const TRADING_PAGES: readonly PageEntry[] = [
  {
    path: "/console/trading/overview",
    title: texts.trading.overview.title,
    view: async () => (await import("./overview/overview.tsx")).Overview,
  },
  {
    path: "/console/trading/markets",
    title: texts.trading.markets.title,
    view: async () => (await import("./markets/markets.tsx")).Markets,
  },
  {
    path: "/console/trading/markets/:code",
    view: async () => (await import("./markets/market.tsx")).Market,
  },
  {
    path: "/console/trading/spreads",
    title: texts.trading.spreads.title,
    view: async () => (await import("./spreads/spreads.tsx")).Spreads,
  },
  {
    path: "/console/trading/exchanges",
    title: texts.trading.exchanges.title,
    needs: "session",
    view: async () => (await import("./exchanges/exchanges.tsx")).Exchanges,
  },
  {
    path: "/console/trading/orders",
    title: texts.trading.orders.title,
    needs: "session",
    view: async () => (await import("./orders/orders.tsx")).Orders,
  },
  {
    path: "/console/trading/strategies",
    title: texts.trading.strategies.title,
    needs: "session",
    view: async () => (await import("./strategies/strategies.tsx")).Strategies,
  },
  {
    path: "/console/trading/strategies/:id",
    needs: "session",
    view: async () => (await import("./strategies/strategy.tsx")).Strategy,
  },
  {
    path: "/console/trading/risk",
    title: texts.trading.risk.title,
    needs: "session",
    view: async () => (await import("./risk/risk.tsx")).Risk,
  },
  {
    path: "/console/trading/algorithms",
    title: texts.trading.algorithms.title,
    needs: "session",
    view: async () => (await import("./algorithms/algorithms.tsx")).Algorithms,
  },
  {
    path: "/console/trading/algorithms/:id",
    needs: "session",
    view: async () => (await import("./algorithms/algorithm.tsx")).Algorithm,
  },
  {
    path: "/console/trading/signals",
    title: texts.trading.signals.title,
    needs: "session",
    view: async () => (await import("./signals/signals.tsx")).Signals,
  },
  {
    path: "/console/trading/signals/:id",
    needs: "session",
    view: async () => (await import("./signals/signal.tsx")).Signal,
  },
  {
    path: "/console/trading/news",
    title: texts.trading.news.title,
    view: async () => (await import("./news/news.tsx")).News,
  },
  ...ACCOUNT_PAGES,
  ...STAFF_PAGES,
];
