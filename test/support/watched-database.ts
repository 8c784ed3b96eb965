/** A database that reports what runs in it: which statements in which transaction of the pool, and which alone. */
import type { Database, Queryable, Statement, Transaction } from "../../src/kit/sql/database.ts";

export interface Watcher {
  /** Before a statement; `transaction` is the number of its transaction, from 1, undefined for a statement alone. */
  readonly before?: (statement: Statement, transaction: number | undefined) => void | Promise<void>;
  /** After a transaction was committed. */
  readonly committed?: (transaction: number) => void | Promise<void>;
}

export function watchedDatabase(db: Database, { before, committed }: Watcher): Database {
  let transactions = 0;
  const watched = (of: Queryable, transaction?: number): Queryable => ({
    async query<Row extends object>(statement: Statement) {
      await before?.(statement, transaction);
      return of.query<Row>(statement);
    },
    async execute(statement) {
      await before?.(statement, transaction);
      return of.execute(statement);
    },
  });
  const within = async <Result>(
    run: (work: (tx: Transaction) => Promise<Result>) => Promise<Result>,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> => {
    const number = ++transactions;
    const result = await run((tx) => work({ ...watched(tx, number), inTransaction: true }));
    await committed?.(number);
    return result;
  };
  return {
    ...watched(db),
    transaction: (work) => within((inner) => db.transaction(inner), work),
    snapshot: (work) => db.snapshot(work),
    stream: (statement, batchSize) => db.stream(statement, batchSize),
    close: () => db.close(),
  };
}
