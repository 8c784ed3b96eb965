/** The known state of Bitcoin's chain, requested at most once a minute however many ask for it. */
import type { Log } from "../../kit/log/log.ts";
import { toMillis } from "../../kit/time/instant.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { HOUR_MS } from "../../kit/time/spans.ts";

export interface ChainTip {
  readonly height: number;
  /** Undefined where the source does not tell. */
  readonly difficulty?: number | undefined;
}

export interface ChainSource {
  /** The block at the top. Throws when it cannot be asked. */
  tip(signal: AbortSignal): Promise<ChainTip>;
}

const KEPT_MS = 60_000;
/** Older values are not shown any more. */
const STALE_MS = 6 * HOUR_MS;
/** A caller waits no longer for a source that is slow. */
const PATIENCE_MS = 2_000;

export class BitcoinChain {
  readonly #source: ChainSource | undefined;
  readonly #clock: Clock;
  readonly #log: Log;
  #known: { readonly tip: ChainTip; readonly atMs: number } | undefined;
  #asking: Promise<void> | undefined;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor({ source, clock, log }: { source: ChainSource | undefined; clock: Clock; log: Log }) {
    this.#source = source;
    this.#clock = clock;
    this.#log = log;
  }

  /** The top of the chain as it was a minute ago at most, or, while its source is gone, some hours; undefined without. */
  async tip(): Promise<ChainTip | undefined> {
    if (!this.#source) return undefined;
    if (this.#nowMs() - this.#askedMs >= KEPT_MS) {
      this.#askedMs = this.#nowMs();
      this.#asking = this.#ask(this.#source);
    }
    const enough = new AbortController();
    const patience = this.#clock.sleep(PATIENCE_MS, enough.signal).catch(() => undefined);
    await Promise.race([this.#asking, patience]);
    enough.abort();
    const known = this.#known;
    return known && this.#nowMs() - known.atMs < STALE_MS ? known.tip : undefined;
  }

  async #ask(source: ChainSource): Promise<void> {
    try {
      // The source limits its time itself.
      this.#known = { tip: await source.tip(new AbortController().signal), atMs: this.#nowMs() };
    } catch (error) {
      this.#log.warn({ err: error }, "the figures of Bitcoin's chain could not be read");
    }
  }

  #nowMs(): number {
    return toMillis(this.#clock.now());
  }
}
