/** The door of strategies: the rows that their exports have. */
export { STRATEGY_COLUMNS, strategyRows, type StrategyRowsDeps } from "./strategy-rows.ts";
export { TRANSACTION_COLUMNS, transactionRows } from "./transaction-rows.ts";
