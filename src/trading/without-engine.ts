/** What the strategy engine will answer, as long as there is none: nobody has transactions or results. */
import type { CompetitionScores } from "./competitions/index.ts";
import type { ExportRows } from "./exports/index.ts";
import { STRATEGY_COLUMNS, strategyRows, type StrategyRowsDeps } from "./strategies/index.ts";

/** Strategies as they are stored; no transactions yet. */
export function exportRows(deps: StrategyRowsDeps): ExportRows {
  return {
    columns: (system) => (system === "strategy_transactions" ? TRANSACTION_COLUMNS : STRATEGY_COLUMNS),
    async *rows(system, ask) {
      if (system === "all_strategies") yield* strategyRows(deps, ask);
    },
  };
}

export const competitionScores: CompetitionScores = { scores: async () => new Map() };

const TRANSACTION_COLUMNS = ["id", "time_created", "symbol", "side", "amount", "price", "status", "filled"];
