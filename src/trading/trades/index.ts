/** The door of trades: what accounts have traded, at exchanges and by strategies, and what they earned by it. */
export { bookFigures, type BookFigures } from "./book-figures.ts";
export { TAX_COLUMNS, taxRow } from "./core/tax-row.ts";
export { ImportDesk } from "./import-desk.ts";
export { importLease } from "./import-work.ts";
export { pastRates } from "./past-rates.ts";
export { competitionScores } from "./sql/competition-scores.ts";
export { importStore } from "./sql/import-store.ts";
export { importWork } from "./sql/import-work.ts";
export { journalBooks } from "./sql/journal-books.ts";
export { rateStore } from "./sql/rate-trades.ts";
export { money } from "./show-money.ts";
export { SETTLE_LEASE } from "./settle-trades.ts";
export { tradeBooks } from "./sql/trade-books.ts";
export type { TradeDeps } from "./deps.ts";
export { countAll, dollarsIn, unrealizedByStrategy, unrealizedOrWhy, type UnrealizedUnknown } from "./unrealized.ts";
export { usdRates } from "./usd-rates.ts";
export type { UsdRates } from "./store.ts";
