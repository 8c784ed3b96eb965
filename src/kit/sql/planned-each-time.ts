/** A transaction whose statements are planned by the sizes that the tables have now. */
import type { Statement, Transaction } from "./database.ts";

/** The same transaction; each of its statements is planned with each run. See `Statement.isPlannedEachTime`. */
export function plannedEachTime(tx: Transaction): Transaction {
  const planned = (statement: Statement): Statement => ({ ...statement, isPlannedEachTime: true });
  return {
    inTransaction: true,
    query: (statement) => tx.query(planned(statement)),
    execute: (statement) => tx.execute(planned(statement)),
  };
}
