/** One connection of the pool while it is in use: runs statements in order and knows whether it is still sound. */
import { DatabaseError, type PoolClient } from "pg";
import { invariant } from "../errors/invariant.ts";
import type { Statement, Transaction } from "./database.ts";
import { isRead } from "./is-read.ts";
import { breaksConnection, OutcomeUnknown, QueryError, queryError } from "./query-error.ts";

/** The result of one statement, as far as we look at it. */
export interface Answer {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  readonly command: string;
}

/** PostgreSQL cuts longer names off, so that two of them could be one. */
const MAX_NAME = 63;

export class Session {
  /** Statements are sent without waiting for the answers to those before them. */
  readonly isPipelined: boolean;
  readonly #client: PoolClient;
  readonly #prepared: boolean;
  readonly #released: () => void;
  #broken: Error | undefined;
  #isGathering = false;

  /** `released` is called when the connection has been given back. */
  constructor(client: PoolClient, prepared: boolean, released: () => void) {
    this.#client = client;
    this.#prepared = prepared;
    this.isPipelined = client.pipeline;
    this.#released = released;
  }

  /**
   * Runs one statement, as a prepared one unless `once` says that it will not come again.
   *
   * @throws QueryError
   */
  async run(statement: Statement, once = false): Promise<Answer> {
    invariant(statement.name.length <= MAX_NAME, `the name "${statement.name}" has at most ${MAX_NAME} characters`);
    this.#gather();
    try {
      return await this.#client.query({
        text: statement.text,
        ...(this.#prepared && !once && statement.isPlannedEachTime !== true ? { name: statement.name } : {}),
        ...(statement.values ? { values: [...statement.values] } : {}),
      });
    } catch (error) {
      throw this.#failure(statement.name, error);
    }
  }

  /**
   * Runs fixed text that has no values and needs no plan, such as BEGIN.
   *
   * @throws QueryError
   */
  async control(text: string): Promise<Answer> {
    this.#gather();
    try {
      return await this.#client.query(text);
    } catch (error) {
      throw this.#failure(text.split(/[ ;]/, 1)[0] ?? "", error);
    }
  }

  /**
   * Commits.
   *
   * @throws OutcomeUnknown when no answer came; QueryError when PostgreSQL says that it rolled back instead.
   */
  async commit(): Promise<void> {
    let answer: Answer;
    try {
      answer = await this.#client.query("commit");
    } catch (error) {
      const failure = this.#failure("commit", error);
      // A plain ERROR is a roll back. Anything else, even a FATAL in answer to COMMIT, may have come after it.
      if (error instanceof DatabaseError && error.severity === "ERROR") throw failure;
      throw new OutcomeUnknown(
        "commit",
        "its answer was lost, so it is unknown whether the transaction took place",
        error,
      );
    }
    if (answer.command !== "COMMIT") {
      throw new QueryError(
        "commit",
        "rolled back, because a statement of the transaction had failed and was ignored",
        undefined,
      );
    }
  }

  /** Rolls back; a connection that cannot even do that is not used again. Never throws. */
  async rollback(): Promise<void> {
    if (this.#broken) return;
    await this.control("rollback").catch((error: unknown) => {
      this.#broken ??= queryError("rollback", error);
    });
  }

  /** Gives the connection back to the pool, or destroys it if it broke. */
  release(): void {
    this.#client.release(this.#broken);
    this.#released();
  }

  /** What is sent in this turn is written at once: each write is a call of the system, and wakes PostgreSQL. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.#client.connection;
    stream.cork();
    queueMicrotask(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  #failure(statement: string, error: unknown): QueryError {
    const failure = queryError(statement, error);
    if (breaksConnection(error)) this.#broken = failure;
    return failure;
  }
}

/**
 * A transaction on a session. Statements that were started together run one after the other; where the session is
 * pipelined they are one round trip. One that is started after the transaction has ended is refused.
 */
export class SessionTransaction implements Transaction {
  readonly inTransaction = true;
  readonly #session: Session;
  readonly #begun: Promise<unknown>;
  #last: Promise<unknown> = Promise.resolve();
  #hasBegun = false;
  /** A statement waits until the transaction has begun, and all after it do. */
  #isHeldUp = false;
  #open = true;
  #failure: unknown;
  #committed: Promise<void> | undefined;

  /** @param begun the answer to BEGIN, which was sent */
  constructor(session: Session, begun: Promise<unknown>) {
    this.#session = session;
    this.#begun = begun;
    begun.then(
      () => (this.#hasBegun = true),
      () => undefined,
    );
  }

  /** The first failed statement's error, even if `work` made another error of it. */
  get failure(): unknown {
    return this.#failure;
  }

  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    const answer = await this.#inTurn(statement);
    return answer.rows as Row[];
  }

  async execute(statement: Statement): Promise<number> {
    const answer = await this.#inTurn(statement);
    return answer.rowCount ?? 0;
  }

  /** The answer to the commit, where that was sent along with the last statement. */
  get committed(): Promise<void> | undefined {
    return this.#committed;
  }

  /** Waits for statements that the caller did not await, and takes no more. */
  async end(): Promise<void> {
    this.#open = false;
    await this.#last;
  }

  #inTurn(statement: Statement): Promise<Answer> {
    invariant(this.#open, `"${statement.name}" starts before its transaction ends`);
    if (statement.isLast === true) this.#open = false;
    const answer = this.#send(statement);
    this.#last = answer.catch((error: unknown) => {
      this.#failure ??= error;
    });
    return answer;
  }

  /**
   * Reads are sent along with BEGIN. Should that fail, they have locked and changed nothing. A statement that changes something
   * would take place outside of any transaction then, so it waits for the answer, unless its own conditions prevent that.
   */
  #send(statement: Statement): Promise<Answer> {
    const run = (): Promise<Answer> => {
      const answer = this.#session.run(statement);
      if (statement.isLast === true && this.#session.isPipelined) this.#commit();
      return answer;
    };
    if (!this.#session.isPipelined) return this.#last.then(run);
    if (this.#hasBegun || (!this.#isHeldUp && (statement.isGuarded === true || isRead(statement)))) return run();
    this.#isHeldUp = true;
    return this.#begun.then(run);
  }

  /** If a statement before has failed, PostgreSQL rolls back instead. */
  #commit(): void {
    this.#committed = this.#session.commit();
    this.#committed.catch(() => undefined);
  }
}
