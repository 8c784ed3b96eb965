/** A database that reports when it is idle: for tests that move a clock beside it. */
import type { Database, Queryable } from "../../src/kit/sql/database.ts";

export interface SettledDatabase extends Database {
  /** Resolves when everything asked so far is answered, and everything that the answers start at once is, too. */
  settled(): Promise<void>;
}

export function settledDatabase(db: Database): SettledDatabase {
  const open = new Set<Promise<unknown>>();
  const counted = async <Result>(asked: Promise<Result>): Promise<Result> => {
    open.add(asked);
    try {
      return await asked;
    } finally {
      open.delete(asked);
    }
  };
  const queries: Queryable = {
    query: <Row extends object>(statement: Parameters<Queryable["query"]>[0]) => counted(db.query<Row>(statement)),
    execute: (statement) => counted(db.execute(statement)),
  };
  return {
    ...queries,
    transaction: (work) => counted(db.transaction(work)),
    snapshot: (work) => counted(db.snapshot(work)),
    stream: (statement, batchSize) => db.stream(statement, batchSize),
    close: () => db.close(),
    async settled() {
      do {
        await Promise.allSettled(open);
        // Work that waits for an answer goes on before the next look.
        await new Promise((resolve) => void setImmediate(resolve));
      } while (open.size > 0);
    },
  };
}
