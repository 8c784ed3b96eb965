/**
 * What the strategy engine will answer, as long as there is none: nobody's strategy runs, so none uses a key or stands on
 * a server, and nobody has transactions or results.
 */
import type { CompetitionScores } from "./competitions/index.ts";
import type { ExportRows } from "./exports/index.ts";

const exportRows: ExportRows = {
  columns: (system) => (system === "strategy_transactions" ? TRANSACTION_COLUMNS : STRATEGY_COLUMNS),
  async *rows() {
    // Nobody has any.
  },
};

const competitionScores: CompetitionScores = { scores: async () => new Map() };

const TRANSACTION_COLUMNS = ["id", "time_created", "symbol", "side", "amount", "price", "status", "filled"];
const STRATEGY_COLUMNS = ["id", "name", "state", "transactions", "pnl", "currency"];

export const withoutEngine = {
  strategiesUsingKey: async (): Promise<readonly string[]> => [],
  activeStrategiesOn: async (): Promise<readonly string[]> => [],
  countStrategies: async (): Promise<ReadonlyMap<number, number>> => new Map(),
  exportRows,
  competitionScores,
};
