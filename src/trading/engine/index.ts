/** The door of the engine: orders from their intent to their end. */
export { journalFigures, outcomeOf, type FiguredOrder } from "./core/journal-figures.ts";
export { isFinal, JOURNAL_STATES } from "./core/journal-order.ts";
export { ACTIVE_STATES, applyRun, isRefused, newRun, type Run } from "./core/run.ts";
export { RUN_STATES, type RunState } from "./core/run-table.ts";
export { haltDesk, type HaltDesk } from "./halt-orders.ts";
export { HaltView } from "./halt-view.ts";
export { DUE_WITHIN_MS, haltsOf, OrderJudge, type JudgedOrder } from "./judge-orders.ts";
export { OrderDesk } from "./order-desk.ts";
export { activeStrategiesOf, strategiesAtKeysOf } from "./sql/active-runs.ts";
export { orderSchedule } from "./sql/order-schedule.ts";
export { ordersOpenOfUsers } from "./sql/order-store.ts";
export { orderNews } from "./order-news.ts";
export type { NewsView } from "./runs/deps.ts";
export { RunDesk } from "./runs/run-desk.ts";
export { runMetrics } from "./runs/run-metrics.ts";
export { showQuietRun, type ShownRun } from "./runs/debug-run.ts";
export { insertRun, moveRun, readRun } from "./sql/move-run.ts";
export { addDoubtMetrics, addSenderMetrics } from "./sender-metrics.ts";
export { readFills } from "./read-fills.ts";
export { isFailure } from "./send-context.ts";
export { pauseRestoredRuns } from "./sql/restored-runs.ts";
export { readFollowedOrders } from "./sql/followed-orders.ts";
export { unknownOrders } from "./sql/unknown-orders.ts";
export { listStrategyOrders, type StrategyOrder, type StrategyOrderFilter } from "./sql/strategy-orders.ts";
export { refusalText } from "./core/refusal-text.ts";
export {
  figuresOf,
  groupFacts,
  measure,
  placesOf,
  type RiskFacts,
  type RiskPlace,
  type Worth,
} from "./core/risk-figures.ts";
export { RISK_SCOPES, type RiskLimits, type RiskMode } from "./core/risk.ts";
export { heldOrders, type HeldOrders } from "./held-orders.ts";
export type { HeldOrderDeps, OrderDeps, OrderNews, RiskDeps, UnknownOrderDeps } from "./deps.ts";
export type { HaltPlace, KeptHalt, KeptLimits, LimitsChange } from "./risk-store.ts";
export { BanWatch } from "./watch-bans.ts";
export { RiskWatch } from "./watch-risk.ts";
export type { JournalChange, KeptFill, ListedOrder, OrderStore } from "./store.ts";
