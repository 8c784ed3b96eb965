/**
 * A thread for work on foreign documents, with a limit of time and memory: a document that exceeds them costs the
 * thread, never the process.
 */
import { Worker } from "node:worker_threads";
import { SECOND_MS } from "../../../kit/time/spans.ts";

/** The thread's answer cannot be had. The message says why, for operators. */
export class ThreadFailed extends Error {
  override readonly name = "ThreadFailed";
}

export interface BoundedThreadOptions {
  /** CommonJS that listens to `parentPort`, and answers each message with one. */
  readonly program: string;
  readonly workerData: unknown;
  /** For one message. */
  readonly timeoutMs: number;
  readonly maxMemoryMegabytes: number;
}

/** One message at a time; others wait their turn. The thread begins with the first message, and again after it was lost. */
export class BoundedThread {
  readonly #options: BoundedThreadOptions;
  #thread: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: BoundedThreadOptions) {
    this.#options = options;
  }

  /**
   * The thread's answer: the caller knows its form.
   *
   * @throws ThreadFailed when it takes too long or too much memory, or when the process is stopping
   */
  ask(message: unknown): Promise<unknown> {
    const mine = this.#last.then(() => this.#ask(message));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.terminate();
    this.#thread = undefined;
  }

  #start(): Worker {
    const { program, workerData, maxMemoryMegabytes } = this.#options;
    const thread = new Worker(program, {
      eval: true,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    // A thread that ends between two messages concerns neither; the next one gets another thread.
    thread.on("error", () => undefined);
    thread.on("exit", () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    thread.unref();
    this.#thread = thread;
    return thread;
  }

  #ask(message: unknown): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new ThreadFailed("the process is stopping"));
    const { timeoutMs } = this.#options;
    const thread = this.#thread ?? this.#start();
    return new Promise<unknown>((resolve, reject) => {
      const end = (problem: string): void => {
        finish();
        this.#thread = undefined;
        void thread.terminate();
        reject(new ThreadFailed(problem));
      };
      const answer = (value: unknown): void => {
        finish();
        resolve(value);
      };
      const fail = (error: Error): void => end(`it could not be read: ${error.message.slice(0, 200)}`);
      const exit = (): void => end("it could not be read: the thread ended");
      const timer = setTimeout(() => end(`it could not be read within ${timeoutMs / SECOND_MS} s`), timeoutMs);
      const finish = (): void => {
        clearTimeout(timer);
        thread.off("message", answer).off("error", fail).off("exit", exit);
      };
      thread.once("message", answer).once("error", fail).once("exit", exit);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- our own thread, not a window
      thread.postMessage(message);
    });
  }
}
