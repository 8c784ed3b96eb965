import { invariant } from "../../kit/errors/invariant.ts";
import { HEARTBEAT } from "./core/sse.ts";

/** Chunks without a number that wait for a reader. */
const MAX_PASSING = 100;

/** One reader's stream. An object rather than a generator: a generator that waits cannot be ended. */
export class StreamReader implements AsyncIterableIterator<string> {
  /** Chunks that come before those of its place: two at most. */
  #greeting: readonly string[];
  /** Chunks that are in no ring. They come after those that are. */
  readonly #passing: string[] = [];
  #place: number;
  readonly #read: (place: number) => string | undefined | { readonly last: string };
  /** Asked again and again. */
  readonly mayStay: () => boolean;
  readonly #onEnd: () => void;
  #isOver = false;
  #waiter: ((step: IteratorResult<string, undefined>) => void) | undefined;

  constructor(
    greeting: readonly string[],
    place: number,
    read: (place: number) => string | undefined | { readonly last: string },
    mayStay: () => boolean,
    onEnd: () => void,
  ) {
    this.#greeting = greeting;
    this.#place = place;
    this.#read = read;
    this.mayStay = mayStay;
    this.#onEnd = onEnd;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<string, undefined>> {
    invariant(this.#waiter === undefined, "a stream is read one step at a time");
    const step = this.#step();
    if (step) return Promise.resolve(step);
    return new Promise((resolve) => (this.#waiter = resolve));
  }

  return(): Promise<IteratorResult<string, undefined>> {
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Something new is there, or it is time to say that there is not. */
  wake(why: "event" | "beat"): void {
    if (!this.#waiter) return;
    const step = this.#step() ?? (why === "beat" ? { done: false as const, value: HEARTBEAT } : undefined);
    if (step) this.#answer(step);
  }

  pass(chunk: string): void {
    this.#passing.push(chunk);
    if (this.#passing.length > MAX_PASSING) this.#passing.shift();
    this.wake("event");
  }

  /** Skips everything before `place` and everything that waits, and says so. */
  goOn(place: number, chunk: string): void {
    this.#place = place;
    this.#passing.length = 0;
    this.#greeting = [...this.#greeting.slice(0, 1), chunk];
    this.wake("event");
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd();
    this.#answer({ done: true, value: undefined });
  }

  #step(): IteratorResult<string, undefined> | undefined {
    if (this.#isOver) return { done: true, value: undefined };
    const [greeting, ...more] = this.#greeting;
    if (greeting !== undefined) {
      this.#greeting = more;
      return { done: false, value: greeting };
    }
    const read = this.#read(this.#place);
    if (read === undefined) {
      const passing = this.#passing.shift();
      return passing === undefined ? undefined : { done: false, value: passing };
    }
    if (typeof read === "string") {
      this.#place++;
      return { done: false, value: read };
    }
    this.#isOver = true;
    this.#onEnd();
    return { done: false, value: read.last };
  }

  #answer(step: IteratorResult<string, undefined>): void {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter?.(step);
  }
}
