/** The door of the exchanges area: how exchanges are spoken to, and the keys of users there. */
export { findExchange } from "./core/exchange-codes.ts";
export type { ExchangeKeyDeps } from "./store.ts";
export type {
  BookSnapshot,
  Candle,
  Exchange,
  ExchangeHealth,
  ExchangeKind,
  LossReason,
  Market,
  MarketSink,
  OrderState,
  OrderType,
  Side,
  TimeInForce,
  Trade,
  Watch,
} from "./port.ts";
