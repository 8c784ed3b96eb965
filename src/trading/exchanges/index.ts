/** The door of the exchanges area: how exchanges are spoken to, and the keys of users there. */
export { findExchange, isRealExchange } from "./core/exchange-codes.ts";
export { ExchangeFailure } from "./core/failure.ts";
export type { HistoryReach } from "./core/history-reach.ts";
export { listOpen, type ListedOpen } from "./core/incomplete-orders.ts";
export { isMultiple } from "./core/steps.ts";
export { keyViewOf, mayChangeKey, mayUseExchange, mayUseKey, type KeyView } from "./core/key-access.ts";
export { exchangeErrors } from "./errors.ts";
export { listVisibleKeys } from "./list-visible-keys.ts";
export { readVisibleKey } from "./read-visible-key.ts";
export type { ConnectedExchangeDeps, ExchangeKeyDeps } from "./deps.ts";
export { exchangeSettings } from "./settings.ts";
export type { ExchangeKey, ExchangeKeyStore, OpenOrderOfKey } from "./store.ts";
export type {
  AccountType,
  Balance,
  BookSnapshot,
  Candle,
  Capabilities,
  Exchange,
  ExchangeAccount,
  ExchangeHealth,
  ExchangeKind,
  Fee,
  Fill,
  LossReason,
  Market,
  MarketSink,
  NewOrder,
  OrderReport,
  OrderSink,
  OrderState,
  OrderType,
  SendTerms,
  Side,
  TimeInForce,
  Trade,
  Watch,
} from "./port.ts";
