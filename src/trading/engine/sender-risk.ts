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
