/** Answers the questions of other processes. */
import { SparingLog } from "../log/sparing-log.ts";
import { toMillis } from "../time/instant.ts";
import { orAfter } from "../time/or-after.ts";
import type { AskingParts } from "./questions.ts";

const MOST_AT_ONCE = 100;
const FORGET_MS = 60_000;

export interface AnswererParts<Question, Answer> extends AskingParts<Question, Answer> {
  /** Questions are looked for this often, and sooner after a hint. */
  readonly lookMs: number;
  /** Whose questions this process takes now; undefined while it takes none. */
  to(): string | undefined;
  /**
   * Must not fail: what goes wrong is an answer too. Questions are answered at the same time, however many they are.
   *
   * @param signal is aborted when this process stops to answer, which waits for the answer
   */
  answer(question: Question, signal: AbortSignal): Promise<Answer>;
  /** Called at each look. */
  tend?(): Promise<void>;
}

export class Answerer<Question, Answer> {
  readonly #parts: AnswererParts<Question, Answer>;
  readonly #work = new Set<Promise<void>>();
  readonly #ended = new AbortController();
  readonly #running: Promise<void>;
  #forgetMs = 0;
  #wakeUp: () => void = () => undefined;

  /** Begins at once. */
  constructor(parts: AnswererParts<Question, Answer>) {
    this.#parts = parts;
    this.#running = this.#run();
  }

  /** Takes nothing more, and answers what it has taken. */
  async stop(): Promise<void> {
    this.#ended.abort();
    this.#wakeUp();
    await this.#running;
    await Promise.all(this.#work);
  }

  async #run(): Promise<void> {
    const { bus, topics, lookMs, clock } = this.#parts;
    const log = new SparingLog(this.#parts);
    const unlisten = bus?.subscribe(topics.asked, () => this.#wakeUp());
    while (!this.#ended.signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wakeUp = resolve));
      await this.#look().catch((error: unknown) =>
        log.warn(error, "questions of other processes could not be read; tried again"),
      );
      if (!this.#ended.signal.aborted) await orAfter(woken, lookMs, clock);
    }
    unlisten?.();
  }

  async #look(): Promise<void> {
    const { questions, clock } = this.#parts;
    const nowMs = toMillis(clock.now());
    for (let isMore = true; isMore && !this.#ended.signal.aborted;) {
      const to = this.#parts.to();
      const taken = to === undefined ? [] : await questions.take(to, MOST_AT_ONCE);
      for (const { id, question } of taken) this.#do(id, question);
      isMore = taken.length === MOST_AT_ONCE;
    }
    await this.#parts.tend?.();
    if (nowMs < this.#forgetMs) return;
    this.#forgetMs = nowMs + FORGET_MS;
    await questions.forgetOld();
  }

  #do(id: number, question: Question): void {
    const { questions, bus, topics, log } = this.#parts;
    const doing = this.#parts
      .answer(question, this.#ended.signal)
      .then((answer) => questions.answer(id, answer))
      .then(() => void bus?.publish(topics.answered, String(id)))
      .catch((error: unknown) => log.warn({ err: error }, "an answer to another process was lost"))
      .finally(() => this.#work.delete(doing));
    this.#work.add(doing);
  }
}
