/** The door of strategies: what others may know of them, and the rows that their exports have. */
export type { RunNews } from "./deps.ts";
export { runNews } from "./run-news.ts";
export { STRATEGY_COLUMNS, strategyRows } from "./strategy-rows.ts";
export { TRANSACTION_COLUMNS, transactionRows } from "./transaction-rows.ts";
export type { StrategyDeps } from "./deps.ts";
export { chooseStrategy } from "./choose-strategy.ts";
export { strategyErrors } from "./errors.ts";
export { startStrategy, type StartDeps, type StartingUser } from "./start-strategy.ts";
export { doing, viewOf } from "./strategy-view.ts";
export { strategyText } from "./strategy-text.ts";
