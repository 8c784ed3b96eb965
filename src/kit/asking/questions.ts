/**
 * Questions of one process to another, as rows of a table: each is taken once, by the process that it is for, and its answer is
 * collected once, by the process that asked. The two processes need only PostgreSQL.
 */
import type { Bus } from "../bus/bus.ts";
import type { Log } from "../log/log.ts";
import type { Clock } from "../time/clock.ts";

/** What became of a question that its process no longer waits for. */
export type Withdrawn<Answer> = "not_taken" | "taken" | { readonly answer: Answer };

/** Questions and answers are plain data, as JSON keeps it. */
export interface QuestionStore<Question, Answer> {
  /**
   * @param to whom it is for: what `take` names
   * @param withinMs after this time no process takes it
   */
  ask(to: string, question: Question, withinMs: number): Promise<number>;
  /** Questions that wait, oldest first. Each is given to one process, once. */
  take(to: string, limit: number): Promise<readonly { readonly id: number; readonly question: Question }[]>;
  answer(id: number, answer: Answer): Promise<void>;
  /** The answers that are there, each once. */
  collect(ids: readonly number[]): Promise<ReadonlyMap<number, Answer>>;
  withdraw(id: number): Promise<Withdrawn<Answer>>;
  /** Removes questions of processes that died, after a minute. */
  forgetOld(): Promise<void>;
}

/** What both sides need. */
export interface AskingParts<Question, Answer> {
  readonly questions: QuestionStore<Question, Answer>;
  /** Carries hints. Both sides look for themselves too. */
  readonly bus?: Bus | undefined;
  /** Hints that something was asked, and that something was answered. */
  readonly topics: { readonly asked: string; readonly answered: string };
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}
