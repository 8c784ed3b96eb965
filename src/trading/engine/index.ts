/** The door of the engine: orders from their intent to their end. */
export { journalFigures, outcomeOf } from "./core/journal-figures.ts";
export { isFinal, JOURNAL_STATES } from "./core/journal-order.ts";
export { ACTIVE_STATES, isRefused } from "./core/run.ts";
export { RUN_STATES, type RunState } from "./core/run-table.ts";
export { OrderDesk } from "./order-desk.ts";
export { orderNews } from "./order-news.ts";
export type { OrderDeps, OrderNews } from "./deps.ts";
export type { JournalChange, KeptFill, KeptOrder, OrderStore } from "./store.ts";
export { readFills } from "./read-fills.ts";
export { isFailure } from "./send-context.ts";
export { readFollowedOrders } from "./sql/followed-orders.ts";
export { listStrategyOrders, type StrategyOrder, type StrategyOrderFilter } from "./sql/strategy-orders.ts";
