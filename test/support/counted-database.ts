/** A database that knows whether anybody waits for it. */
import type { Database } from "../../src/kit/sql/database.ts";

export interface CountedDatabase extends Database {
  /** How much is in progress: statements, transactions, streams. */
  underWay(): number;
  /** Resolves when nothing is in progress. */
  rested(): Promise<void>;
  /** From now on everything new fails, with no word to PostgreSQL. */
  refuse(): void;
}

export function countedDatabase(db: Database): CountedDatabase {
  let count = 0;
  let isRefusing = false;
  const waiting: (() => void)[] = [];

  const begin = (): void => {
    if (isRefusing) throw new Error("this process has no database any more");
    count++;
  };
  const end = (): void => {
    count--;
    if (count === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    begin();
    try {
      return await work();
    } finally {
      end();
    }
  };
  return {
    query: (statement) => counted(() => db.query(statement)),
    execute: (statement) => counted(() => db.execute(statement)),
    transaction: (work) => counted(() => db.transaction(work)),
    snapshot: (work) => counted(() => db.snapshot(work)),
    async *stream(statement, batchSize) {
      begin();
      try {
        yield* db.stream(statement, batchSize);
      } finally {
        end();
      }
    },
    close: () => db.close(),
    underWay: () => count,
    rested: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    refuse() {
      isRefusing = true;
    },
  };
}
