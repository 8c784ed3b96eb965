/** Makes all changes of several calls one transaction, so that they happen as a whole or not at all. */
import { invariant } from "../errors/invariant.ts";
import type { Database, Statement, Transaction } from "./database.ts";
import { isRead } from "./is-read.ts";

/** Ends the transaction of the pool, which is to be undone. Never leaves this file. */
class RolledBack extends Error {}

/** The pool runs again what PostgreSQL undid. That would be another transaction than that of the steps. */
class Undone extends Error {}

interface End {
  readonly commit: (last: LastWork | undefined) => void;
  readonly rollBack: (why: Error) => void;
}

type LastWork = (tx: Transaction) => Promise<void>;

/**
 * A database for the work of one request. Reads go to the pool until something is changed; the transaction begins with
 * the first change, and from then on everything runs in it. So no connection waits while the work calls out or computes
 * before its first change.
 *
 * `transaction` and each statement outside of one are steps: they run one after the other, and a step that fails is
 * undone alone. A step's changes are kept when the whole is committed, and only then.
 */
export class OneTransaction {
  readonly #pool: Database;
  readonly #first: LastWork;
  readonly #afterCommit: (() => unknown)[] = [];
  readonly db: Database;
  #begun: Promise<Transaction> | undefined;
  #ended: Promise<void> | undefined;
  #end: End | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;

  /** @param first runs before the first change, in the transaction; when it fails, so does the change */
  constructor(pool: Database, first: LastWork) {
    this.#pool = pool;
    this.#first = first;
    this.db = {
      query: <Row extends object>(statement: Statement) =>
        this.#begun || !isRead(statement) ? this.#step((tx) => tx.query<Row>(statement)) : pool.query<Row>(statement),
      execute: (statement) => this.#step((tx) => tx.execute(statement)),
      transaction: (work) => this.#step(work),
      snapshot: (work) => (this.#begun ? this.#step(work) : pool.snapshot(work)),
      stream: (statement, batchSize) => pool.stream(statement, batchSize),
      close: () => Promise.reject(new Error("the database of one request is not closed")),
    };
  }

  /** Whether anything may have been changed. */
  get hasBegun(): boolean {
    return this.#begun !== undefined;
  }

  /** Calls it when everything is committed, and waits for it: for what other requests may see only then. */
  afterCommit(call: () => unknown): void {
    this.#afterCommit.push(call);
  }

  /**
   * Commits, with `last` as the last work in it. Begins the transaction for it where nothing was changed.
   *
   * @throws OutcomeUnknown when the answer to the commit was lost
   */
  async commit(last?: LastWork): Promise<void> {
    if (last) await this.#begin();
    await this.#settle((end) => end.commit(last));
    for (const call of this.#afterCommit) await call();
  }

  /** Undoes everything. Never throws. */
  async rollBack(): Promise<void> {
    await this.#settle((end) => end.rollBack(new RolledBack("it is undone"))).catch(() => undefined);
  }

  async #settle(how: (end: End) => void): Promise<void> {
    this.#isOver = true;
    await this.#begun?.catch(() => undefined);
    await this.#last.catch(() => undefined);
    if (this.#end) how(this.#end);
    await this.#ended?.catch((error: unknown) => {
      throw error instanceof Undone ? error.cause : error;
    });
  }

  #begin(): Promise<Transaction> {
    let undone: unknown;
    this.#begun ??= new Promise((resolve, reject) => {
      this.#ended = this.#pool.transaction(async (tx) => {
        if (this.#end) throw new Undone("the transaction was undone", { cause: undone });
        try {
          await this.#first(tx);
          const last = await new Promise<LastWork | undefined>((commit, rollBack) => {
            this.#end = { commit, rollBack };
            resolve(tx);
          });
          await last?.(tx);
        } catch (error) {
          undone = error;
          throw error;
        }
      });
      this.#ended.catch(reject);
    });
    return this.#begun;
  }

  async #step<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    invariant(!this.#isOver, "a step begins before its request has ended");
    const tx = await this.#begin();
    const step = this.#last.then(() => undoable(tx, work));
    this.#last = step.catch(() => undefined);
    return step;
  }
}

/** Runs a step; what it has changed is undone when it fails. */
async function undoable<Result>(tx: Transaction, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const step = new Step(tx);
  await tx.execute({ name: "kit.beginStep", text: "savepoint step" });
  try {
    const result = await work(step);
    await step.end();
    await tx.execute({ name: "kit.endStep", text: "release savepoint step" });
    return result;
  } catch (error) {
    await step.end();
    // Where the connection is gone, everything is undone with it.
    await tx.execute({ name: "kit.undoStep", text: "rollback to savepoint step" }).catch(() => undefined);
    throw error;
  }
}

/** The transaction as one step sees it: it takes no more statements when the step is over. The last of a step commits nothing. */
class Step implements Transaction {
  readonly inTransaction = true;
  readonly #tx: Transaction;
  #last: Promise<unknown> = Promise.resolve();
  #isOpen = true;

  constructor(tx: Transaction) {
    this.#tx = tx;
  }

  query<Row extends object>(statement: Statement): Promise<Row[]> {
    return this.#noted(statement, (tx) => tx.query<Row>({ ...statement, isLast: false }));
  }

  execute(statement: Statement): Promise<number> {
    return this.#noted(statement, (tx) => tx.execute({ ...statement, isLast: false }));
  }

  /** Waits for statements that were not waited for. */
  async end(): Promise<void> {
    this.#isOpen = false;
    await this.#last;
  }

  async #noted<Result>({ name }: Statement, run: (tx: Transaction) => Promise<Result>): Promise<Result> {
    invariant(this.#isOpen, `"${name}" starts before its transaction ends`);
    const answer = run(this.#tx);
    this.#last = Promise.all([this.#last, answer.catch(() => undefined)]);
    return answer;
  }
}
