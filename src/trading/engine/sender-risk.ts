/** The checks of a sender before an order leaves. */
import type { Exchange } from "../exchanges/index.ts";
import { refusedWhy } from "./core/refusal-text.ts";
import type { HaltView } from "./halt-view.ts";
import type { OrderJudge } from "./judge-orders.ts";
import type { Entry } from "./key-book.ts";
import type { ClaimJudge, OrderTerms } from "./store.ts";

/** The common state of the senders of a process. */
export interface DeskRisk {
  readonly halts: HaltView;
  readonly judge: OrderJudge;
  /** Whether a user may still trade with a key of its account. */
  readonly mayTrade: (uid: number, keyId: number) => Promise<boolean>;
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

  /**
   * Of orders that were asked for ahead of their time, those whose sub-account may not trade with the key any more. Orders of
   * strategies are allowed with their slice, and their hedges always.
   */
  async findBarred(orders: readonly OrderTerms[]): Promise<ReadonlySet<number>> {
    const waited = orders.filter(
      ({ strategyId, uid, ownerUid, sendAtMs, createdMs }) =>
        strategyId === null && uid !== ownerUid && sendAtMs > createdMs,
    );
    const barred = new Set<number>();
    for (const { id, uid, keyId } of waited) if (!(await this.#desk.mayTrade(uid, keyId))) barred.add(id);
    return barred;
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
