/** PostgreSQL as the SQL rooms see it. The only implementation is `pool.ts`. */

/** One query, named for what it answers. The name is also the prepared statement's, so it is unique in the program. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  /**
   * Planned with each run, by the sizes that the tables have now, and not kept. For statements on tables that grow many
   * times over while a connection is open: a plan from when a table was small reads it whole for each row.
   */
  readonly isPlannedEachTime?: boolean;
  /**
   * The last of its transaction, which commits with it: one round trip for both. Nothing may be asked afterwards, and what `work`
   * makes of the answer must not fail. Elsewhere it means nothing.
   */
  readonly isLast?: boolean;
  /**
   * A change that by its own conditions does nothing outside of its transaction, such as one that needs a setting which an earlier
   * statement has made for this transaction alone (`set_config`). So it need not wait for the answer to BEGIN.
   */
  readonly isGuarded?: boolean;
}

/**
 * Something that runs statements: the pool, or one transaction. `timestamptz` arrives as `Instant`, `bigint` as number
 * (an error past 2^53), `json` and `jsonb` as their text, `numeric` as text.
 */
export interface Queryable {
  /** The rows of one prepared statement. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /** The number of rows that one prepared statement changed. */
  execute(statement: Statement): Promise<number>;
}

/** A transaction that is open. SQL functions that must not run outside one take this type. */
export interface Transaction extends Queryable {
  readonly inTransaction: true;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a READ COMMITTED transaction. Commits when it resolves, rolls back when it rejects.
   * A deadlock or serialisation failure is run again, at most three times; so `work` may have no other effects.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Reads of `work` see one state of the database. */
  snapshot<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Rows of a query that may be too large for memory, in batches, from one cursor. */
  stream<Row extends object>(statement: Omit<Statement, "name">, batchSize?: number): AsyncIterable<Row[]>;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}
