/** A database whose answers a test can take away, as a network does, or a process that is killed. */
import type { Database, Queryable } from "../../src/kit/sql/database.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";

export interface FailingDatabase {
  readonly db: Database;
  /**
   * - `well`: as it is.
   * - `refuses`: everything fails at once.
   * - `silent`: nothing is answered, and nothing arrives.
   * - `away`: as `pg` says it where no server is.
   * - `readOnly`: reads are answered and writes refused, as PostgreSQL says it of a standby.
   */
  mood: "well" | "refuses" | "silent" | "away" | "readOnly";
}

/** Nothing listens there. */
const nowhere = openDatabase({ connection: { connectionString: "postgres://nobody@127.0.0.1:1/nothing" } });

export function failingDatabase(real: Database): FailingDatabase {
  const asked = <Result>(ask: (db: Queryable & Pick<Database, "transaction" | "snapshot">) => Promise<Result>) => {
    if (failing.mood === "well") return ask(real);
    if (failing.mood === "away") return ask(nowhere);
    if (failing.mood === "readOnly") return ask(readOnly);
    if (failing.mood === "refuses") return Promise.reject(new Error("the database does not answer"));
    return new Promise<Result>(() => undefined);
  };
  const readOnly: Queryable & Pick<Database, "transaction" | "snapshot"> = {
    query: (statement) => real.snapshot((tx) => tx.query(statement)),
    execute: (statement) => real.snapshot((tx) => tx.execute(statement)),
    transaction: (work) => real.snapshot(work),
    snapshot: (work) => real.snapshot(work),
  };
  const failing: FailingDatabase = {
    mood: "well",
    db: {
      query: (statement) => asked((db) => db.query(statement)),
      execute: (statement) => asked((db) => db.execute(statement)),
      transaction: (work) => asked((db) => db.transaction(work)),
      snapshot: (work) => asked((db) => db.snapshot(work)),
      stream: (statement, batchSize) => (failing.mood === "away" ? nowhere : real).stream(statement, batchSize),
      close: () => Promise.resolve(),
    },
  };
  return failing;
}
