/** Follows the whole books that this process needs of an exchange, through the process that is connected to it. */
import type { Bus } from "../../../kit/bus/bus.ts";
import { readBook } from "../core/book-lines.ts";
import { readHeading, Succession } from "../core/succession.ts";
import { writeWanted } from "../core/wanted-books.ts";
import type { MarketState } from "../market-state.ts";
import { booksTopic, wantedTopic } from "./topics.ts";

export interface MirrorBooksDeps {
  readonly state: MarketState;
  readonly bus: Bus;
  /** Names this run of this process. */
  readonly owner: string;
}

/** A wanted book comes every two seconds; one that was not sent for this long may have changed. */
const SILENCE_MS = 5_000;
/** A change of the wanted books is sent at once, but not more often than this. */
const LEAST_WAIT_MS = 200;

export class MirrorBooks {
  readonly #code: string;
  readonly #deps: MirrorBooksDeps;
  readonly #succession = new Succession();
  /** When each book that is here was last told. */
  readonly #heardMs = new Map<number, number>();
  #fence = 0;
  #askedMs = 0;
  #unsubscribe: (() => void) | undefined;

  constructor(exchange: string, deps: MirrorBooksDeps) {
    this.#code = exchange;
    this.#deps = deps;
  }

  /** Follows until the answered function is called. */
  start(): () => void {
    const unlisten = this.#deps.state.followed.onChange(() => this.#askSoon());
    this.#askSoon();
    return () => {
      unlisten();
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      this.#drop();
    };
  }

  /** The holder of this fence sent a message. Another holder does not know yet what is wanted, nor what was sent. */
  noteFence(fence: number): void {
    if (fence === this.#fence) return;
    this.#fence = fence;
    this.#drop();
    this.#askSoon();
  }

  /** This process held a lease of this fence itself. */
  noteOwn(fence: number): void {
    this.#succession.follow(fence);
  }

  /** Once a second: asks for what is wanted, and forgets what is not told any more. */
  watch(): void {
    const nowMs = this.#deps.state.nowMs();
    this.#ask(nowMs);
    for (const [index, heardMs] of this.#heardMs) {
      if (nowMs - heardMs <= SILENCE_MS) continue;
      this.#heardMs.delete(index);
      this.#deps.state.dropBook(index);
    }
  }

  /** Where it was asked for just now, the next second is soon enough. */
  #askSoon(): void {
    const nowMs = this.#deps.state.nowMs();
    if (nowMs - this.#askedMs >= LEAST_WAIT_MS) this.#ask(nowMs);
  }

  #ask(nowMs: number): void {
    const { state, bus, owner } = this.#deps;
    const wanted = state.followed.of(this.#code);
    if (wanted.length === 0 && !this.#unsubscribe) return;
    this.#askedMs = nowMs;
    void bus.publish(wantedTopic(this.#code), writeWanted(owner, wanted));
    if (wanted.length > 0) this.#unsubscribe ??= bus.subscribe(booksTopic(this.#code), (text) => this.#take(text));
    else {
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      this.#drop();
    }
  }

  #take(text: string): void {
    const { state } = this.#deps;
    const [first = "", ...lines] = text.split("\n");
    const heading = readHeading(first);
    const turn = heading ? this.#succession.hear(heading) : "former";
    if (turn === "former") return;
    if (turn === "gap") {
      this.#drop();
      this.#askSoon();
    }
    const nowMs = state.nowMs();
    for (const line of lines) {
      const words = line.split(" ");
      const listing = state.table.find(this.#code, words[0] ?? "");
      const book = listing && readBook(words);
      if (!book) continue;
      state.mirrorBook(listing.index, book);
      this.#heardMs.set(listing.index, nowMs);
    }
  }

  #drop(): void {
    for (const index of this.#heardMs.keys()) this.#deps.state.dropBook(index);
    this.#heardMs.clear();
  }
}
