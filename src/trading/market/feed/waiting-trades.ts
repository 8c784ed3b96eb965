/** Trades of an exchange that wait to be published, as lines: the newest, and where others may be missing. */
import type { Trade } from "../../exchanges/index.ts";
import { writeBreak, writeTrade } from "../core/top-lines.ts";

/** Beyond them the older half is left out. */
const MAX_WAITING_TRADES = 2_000;

export class WaitingTrades {
  readonly #nowMs: () => number;
  /** The database's clock less ours, by which breaks are told. */
  readonly #clock: { readonly aheadMs: number };
  #lines: string[] = [];
  /** When all trades so far were taken for sending. */
  #takenMs: number;

  constructor(nowMs: () => number, clock: { readonly aheadMs: number }) {
    this.#nowMs = nowMs;
    this.#clock = clock;
    this.#takenMs = nowMs();
  }

  add(marketId: string, trade: Trade): void {
    this.#lines.push(writeTrade(marketId, trade));
    if (this.#lines.length <= MAX_WAITING_TRADES) return;
    const left = this.#lines.splice(0, this.#lines.length - MAX_WAITING_TRADES / 2);
    const ids = new Set(left.map((line) => line.slice(0, line.indexOf(" "))));
    this.#lines.unshift(...[...ids].map((id) => writeBreak(id, this.#takenMs, this.#clock.aheadMs)));
  }

  /** Trades may be missing from that moment on, by our clock. */
  addBreak(marketId: string, sinceMs: number): void {
    this.#lines.push(writeBreak(marketId, sinceMs, this.#clock.aheadMs));
  }

  /** All that wait, in their order; they wait no more. */
  take(): readonly string[] {
    const taken = this.#lines;
    this.#lines = [];
    this.#takenMs = this.#nowMs();
    return taken;
  }
}
