/** Transactions that a test ends when it wants, so that it can make them overlap. */
import type { Database, Transaction } from "../../src/kit/sql/database.ts";

export interface HeldTransaction {
  /** Does more work in it. */
  run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

const ROLLBACK = new Error("rolled back by the test");

/** Begins a transaction of `db`; `first` runs in it at once. It holds a connection until the test ends it. */
export async function holdTransaction(
  db: Database,
  first: (tx: Transaction) => Promise<unknown> = async () => undefined,
): Promise<HeldTransaction> {
  let finish: (commit: boolean) => void = () => undefined;
  const finished = new Promise<boolean>((resolve) => {
    finish = resolve;
  });
  let begun: (tx: Transaction) => void = () => undefined;
  const beginning = new Promise<Transaction>((resolve) => {
    begun = resolve;
  });
  const over = db
    .transaction(async (tx) => {
      await first(tx);
      begun(tx);
      if (!(await finished)) throw ROLLBACK;
    })
    .catch((error: unknown) => {
      if (error !== ROLLBACK) throw error;
    });
  // It can only be over before it begins when its first work fails, and then this fails with it.
  const tx = await Promise.race([beginning, over.then(() => beginning)]);
  const end = async (commit: boolean): Promise<void> => {
    finish(commit);
    await over;
  };
  return { run: (work) => work(tx), commit: () => end(true), rollback: () => end(false) };
}
