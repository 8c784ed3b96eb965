/**
 * Uses nonces up in the database, while Redis is away. Nonces of one key that are asked for at the same time are
 * written together. Each key is written apart from the others, so a key that has to wait does not delay them.
 */
import { WINDOW_SIZE, type NonceVerdict } from "./core/nonce-window.ts";
import type { Nonce } from "./core/nonce.ts";
import type { NonceMarks, Recorded } from "./store.ts";

/** Nonces that are written at once. */
const MAX_TOGETHER = 500;
/** The recorded state of a key when the nonces below its window are forgotten. */
const TRIM_AFTER = 1_000;

/** `elsewhere`: the database does not keep the key's window, or need not any more. */
export interface RecordedVerdict {
  readonly verdict: NonceVerdict | "elsewhere";
  /** Everything at and below was refused. */
  readonly floor: Nonce | undefined;
}

interface Asked {
  readonly nonce: Nonce;
  readonly resolve: (verdict: RecordedVerdict) => void;
  readonly reject: (reason: unknown) => void;
}

interface KeyQueue {
  asked: Asked[];
  sinceTrim: number;
  writing: Promise<void> | undefined;
}

export class RecordedNonces {
  readonly #marks: Pick<NonceMarks, "recordUsed">;
  readonly #queues = new Map<number, KeyQueue>();

  constructor(marks: Pick<NonceMarks, "recordUsed">) {
    this.#marks = marks;
  }

  /**
   * Uses a nonce up.
   *
   * @param mayLeave asked when it is written: whether this process reaches Redis
   */
  use(keyId: number, nonce: Nonce, mayLeave: () => boolean): Promise<RecordedVerdict> {
    const queue = this.#queues.get(keyId) ?? { asked: [], sinceTrim: 0, writing: undefined };
    this.#queues.set(keyId, queue);
    return new Promise((resolve, reject) => {
      queue.asked.push({ nonce, resolve, reject });
      queue.writing ??= this.#write(keyId, queue, mayLeave);
    });
  }

  /** Resolves when nothing is written any more. */
  async settled(): Promise<void> {
    for (const { writing } of this.#queues.values()) await writing;
  }

  async #write(keyId: number, queue: KeyQueue, mayLeave: () => boolean): Promise<void> {
    // Those who ask in the same turn go together.
    await Promise.resolve();
    while (queue.asked.length > 0) {
      const asked = queue.asked.splice(0, MAX_TOGETHER);
      const isTrimDue = queue.sinceTrim + asked.length >= TRIM_AFTER;
      try {
        const recorded = await this.#marks.recordUsed(
          keyId,
          asked.map(({ nonce }) => nonce),
          { mayLeave: mayLeave(), ...(isTrimDue && { trimTo: WINDOW_SIZE }) },
        );
        queue.sinceTrim = isTrimDue || !recorded ? 0 : queue.sinceTrim + asked.length;
        tell(asked, recorded);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    queue.writing = undefined;
    // Kept while there may be something to trim; a process knows as many as there are keys in use.
    if (queue.sinceTrim === 0) this.#queues.delete(keyId);
  }
}

function tell(asked: readonly Asked[], recorded: Recorded | undefined): void {
  for (const [place, { resolve }] of asked.entries()) {
    resolve({ verdict: recorded?.verdicts[place] ?? "elsewhere", floor: recorded?.floor });
  }
}
