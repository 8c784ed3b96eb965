/** Asks another process, and waits for its answer. */
import { SparingLog } from "../log/sparing-log.ts";
import { toMillis } from "../time/instant.ts";
import { orAfter } from "../time/or-after.ts";
import type { AskingParts } from "./questions.ts";

/** Answers are looked for this often, and sooner after a hint. */
const LOOK_MS = 100;

/** What became of a question. `not_taken`: nothing was done. `taken`: it was begun, and not answered. */
export type Asked<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "not_taken" | "taken" };

export interface Patience {
  /** After this time the other process does not begin with it. */
  readonly withinMs: number;
  /** What was begun is answered within this time. */
  readonly answerMs: number;
  /** The answer is not needed any more. */
  readonly signal?: AbortSignal;
}

interface Waiting<Answer> {
  readonly untilMs: number;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (asked: Asked<Answer>) => void;
}

export class Asker<Question, Answer> {
  readonly #parts: AskingParts<Question, Answer>;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  readonly #unlisten: () => void;
  #collecting: Promise<void> | undefined;
  #isClosed = false;
  #wakeUp: () => void = () => undefined;

  constructor(parts: AskingParts<Question, Answer>) {
    this.#parts = parts;
    this.#unlisten = parts.bus?.subscribe(parts.topics.answered, () => this.#wakeUp()) ?? (() => undefined);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * @param to whom it is for
   * @throws when the question cannot be stored, or may not have been
   */
  async ask(to: string, question: Question, { withinMs, answerMs, signal }: Patience): Promise<Asked<Answer>> {
    if (this.#isClosed) return { kind: "not_taken" };
    const { questions, bus, topics } = this.#parts;
    const id = await questions.ask(to, question, withinMs);
    const asked = new Promise<Asked<Answer>>((resolve) => {
      this.#waiting.set(id, { untilMs: this.#nowMs() + withinMs + answerMs, signal, resolve });
    });
    const wake = (): void => this.#wakeUp();
    signal?.addEventListener("abort", wake);
    void bus?.publish(topics.asked, String(id));
    this.#begin();
    return asked.finally(() => signal?.removeEventListener("abort", wake));
  }

  /** Gives up what waits. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unlisten();
    this.#wakeUp();
    await this.#collecting;
  }

  /** A question that comes while the last answer ends the collecting begins it again. */
  #begin(): void {
    this.#collecting ??= this.#collect().finally(() => {
      this.#collecting = undefined;
      if (this.#waiting.size > 0) this.#begin();
    });
  }

  async #collect(): Promise<void> {
    const { questions, clock } = this.#parts;
    const log = new SparingLog(this.#parts);
    while (this.#waiting.size > 0) {
      const woken = new Promise<void>((resolve) => (this.#wakeUp = resolve));
      try {
        for (const [id, answer] of await questions.collect([...this.#waiting.keys()])) {
          this.#end(id, { kind: "answered", answer });
        }
      } catch (error) {
        log.warn(error, "answers of another process could not be read; tried again");
      }
      for (const [id, { untilMs, signal }] of this.#waiting) {
        if (this.#isClosed || signal?.aborted === true || this.#nowMs() >= untilMs) await this.#giveUp(id);
      }
      if (this.#waiting.size > 0) await orAfter(woken, LOOK_MS, clock);
    }
  }

  #end(id: number, asked: Asked<Answer>): void {
    this.#waiting.get(id)?.resolve(asked);
    this.#waiting.delete(id);
  }

  /** It must be certain whether the other process may still begin with it. */
  async #giveUp(id: number): Promise<void> {
    const withdrawn = await this.#parts.questions.withdraw(id).catch(() => "taken" as const);
    if (typeof withdrawn === "object") this.#end(id, { kind: "answered", answer: withdrawn.answer });
    else this.#end(id, { kind: withdrawn });
  }

  #nowMs(): number {
    return toMillis(this.#parts.clock.now());
  }
}
