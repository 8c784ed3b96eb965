/** The checks of a sender before an order leaves. */
import type { Exchange } from "../exchanges/index.ts";
import { refusedWhy } from "./core/refusal-text.ts";
import type { HaltView } from "./halt-view.ts";
import type { OrderJudge } from "./judge-orders.ts";
import type { Entry } from "./key-book.ts";
import type { ClaimJudge } from "./store.ts";

/** The common state of the senders of a process. */
export interface DeskRisk {
  readonly halts: HaltView;
  readonly judge: OrderJudge;
}

export class SenderRisk {
  readonly #desk: DeskRisk;
  readonly #exchange: Pick<Exchange, "clockDriftMs">;

  constructor(desk: DeskRisk, exchange: Pick<Exchange, "clockDriftMs">) {
    this.#desk = desk;
    this.#exchange = exchange;
  }

  /** Decides within the transaction that allows orders to be sent. */
  get judge(): ClaimJudge {
    return this.#desk.judge;
  }

  /**
   * Whether this process knows of a halt that forbids an order which the stored halts allowed when it was claimed. The
   * halt may have ended before the claim: `learnHalts` tells.
   */
  isHalted({ terms }: Entry): boolean {
    return this.#desk.halts.haltsOf(terms).length > 0;
  }

  /** Looks at the stored halts. Where that fails, what was known before still counts. */
  async learnHalts(): Promise<void> {
    await this.#desk.halts.refresh().catch(() => undefined);
  }

  /**
   * Why an order that was claimed may not leave in this turn of the event loop, for people; undefined when it may.
   * Halts and prices may have changed since it was claimed. The counted figures have not: they were counted together
   * with the others.
   */
  whyNot({ terms, risk }: Entry): string | undefined {
    const { halts, judge } = this.#desk;
    if (!halts.isKnown) return "It is not known yet whether orders are halted";
    const refusal = judge.refusalOf(terms, risk, halts.haltsOf(terms), this.#exchange.clockDriftMs?.() ?? 0);
    return refusal && refusedWhy(refusal);
  }
}
