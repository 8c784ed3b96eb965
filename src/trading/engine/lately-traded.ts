/**
 * Markets in which a key has traded lately. After a failover the journal may lack an order there, and nothing else of the key
 * may be in progress that leads to its trades.
 */
import { DAY_MS } from "../../kit/time/spans.ts";
import { CLOCK_MARGIN_MS, type SendContext } from "./send-context.ts";

/** Orders of earlier days do not say where the lost ones may be. A market that cannot be read is given up after as long. */
const LATELY_MS = DAY_MS;

export class LatelyTraded {
  readonly #context: Pick<SendContext, "journal" | "key" | "nowMs">;
  /** By market, since when its trades are to be read; undefined before the journal was asked. */
  #unread: Map<string, number> | undefined;
  readonly #beganMs: number;

  /** @param isWanted whether the journal may lack orders: a sender of the key was lost, or none was here before */
  constructor(context: Pick<SendContext, "journal" | "key" | "nowMs">, isWanted: boolean) {
    this.#context = context;
    this.#beganMs = context.nowMs();
    if (!isWanted) this.#unread = new Map();
  }

  /** Whether trades are to be read that no order in progress asks for. */
  get isSeeking(): boolean {
    return this.#unread === undefined || this.#unread.size > 0;
  }

  /**
   * Adds the markets that were not read. What the journal has lost was sent after the newest order that it has, or with it.
   *
   * @param since by market, the time from which its trades are read
   */
  async addTo(since: Map<string, number>): Promise<void> {
    const { journal, key, nowMs } = this.#context;
    if (nowMs() - this.#beganMs > LATELY_MS) this.#unread = new Map();
    this.#unread ??= new Map(
      (await journal.listLately(key.keyId, nowMs() - LATELY_MS)).map(({ marketId, newestMs }) => [
        marketId,
        newestMs - CLOCK_MARGIN_MS,
      ]),
    );
    for (const [marketId, fromMs] of this.#unread) {
      since.set(marketId, Math.min(since.get(marketId) ?? Infinity, fromMs));
    }
  }

  /** The trades of a market were read, or its exchange refuses to tell them. */
  done(marketId: string): void {
    this.#unread?.delete(marketId);
  }
}
