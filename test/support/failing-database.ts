/** A database whose answers a test can take away, as a network does, or a process that is killed. */
import type { Database } from "../../src/kit/sql/database.ts";

export interface FailingDatabase {
  readonly db: Database;
  /** - `well`: as it is. - `refuses`: everything fails at once. - `silent`: nothing is answered, and nothing arrives. */
  mood: "well" | "refuses" | "silent";
}

export function failingDatabase(real: Database): FailingDatabase {
  const asked = <Result>(ask: () => Promise<Result>): Promise<Result> => {
    if (failing.mood === "well") return ask();
    if (failing.mood === "refuses") return Promise.reject(new Error("the database does not answer"));
    return new Promise(() => undefined);
  };
  const failing: FailingDatabase = {
    mood: "well",
    db: {
      query: (statement) => asked(() => real.query(statement)),
      execute: (statement) => asked(() => real.execute(statement)),
      transaction: (work) => asked(() => real.transaction(work)),
      snapshot: (work) => asked(() => real.snapshot(work)),
      stream: (statement, batchSize) => real.stream(statement, batchSize),
      close: () => Promise.resolve(),
    },
  };
  return failing;
}
