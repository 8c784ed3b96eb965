/** Measures an exchange's clock, for requests that are signed with it. */
import type { ClockSample } from "../core/clock-offset.ts";
import type { GateContext } from "./gate-context.ts";
import type { ExchangeGate } from "./gate.ts";
import type { CcxtExchange } from "./library.ts";

const SAMPLES = 5;
/** So long before a measurement ends, the next is made, once orders were sent: none of them waits for it. */
const AHEAD_MS = 30_000;

export class ClockSync {
  readonly #exchange: CcxtExchange;
  readonly #context: GateContext;
  readonly #gate: ExchangeGate;
  #measuring: Promise<void> | undefined;

  /** @param exchange used by no other code at the same time, and without a key: the time is public */
  constructor(exchange: CcxtExchange, context: GateContext, gate: ExchangeGate) {
    this.#exchange = exchange;
    this.#context = context;
    this.#gate = gate;
  }

  /** Why nothing may be traded by the clock. Exchanges that do not tell their time do not compare it either. */
  get problem(): string | undefined {
    return this.#exchange.has["fetchTime"] === true ? this.#gate.clockOffset.problem : undefined;
  }

  /** Measures when that is due, or when the last two measurements disagree. */
  async refresh(): Promise<void> {
    const { clockOffset } = this.#gate;
    if (clockOffset.isDue(this.#gate.nowMs()) || this.problem !== undefined) await this.measure();
  }

  /**
   * Measures soon before that is due, and at once while the clock is not trusted: orders are refused before they could
   * ask for it.
   */
  async keep(): Promise<void> {
    const { clockOffset } = this.#gate;
    const isWanted = clockOffset.isDue(this.#gate.nowMs() + AHEAD_MS) || this.problem !== undefined;
    if (clockOffset.isMeasured && isWanted) await this.measure();
  }

  /** Asks for the time five times. Those who need it at the same time share the answers. */
  async measure(): Promise<void> {
    if (this.#exchange.has["fetchTime"] !== true) return;
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = undefined;
    });
    await this.#measuring;
  }

  async #measure(): Promise<void> {
    const samples: ClockSample[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      const theirsMs = await this.#exchange.fetchTime();
      samples.push({ sentMs: this.#context.sentMs, receivedMs: this.#gate.nowMs(), theirsMs });
    }
    this.#gate.clockOffset.measured(samples, this.#gate.nowMs());
  }
}
