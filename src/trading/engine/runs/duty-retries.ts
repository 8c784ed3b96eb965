/** Orders that one leg owes another and that could not be stored or priced: when each is tried again, and when it is given up. */
import { doubledMs, type BackOffRules } from "../../../kit/time/back-off.ts";
import type { Duties, DutyOrder } from "../core/duties.ts";

const WAITS: BackOffRules = { firstMs: 1_000, maxMs: 30_000 };
/** About a minute and a half after the first one, the leg is given up. */
const MOST_TRIES = 8;

interface Tries {
  readonly leg: string;
  readonly isUnwind: boolean;
  readonly count: number;
  readonly nextMs: number;
}

export class DutyRetries {
  readonly #tries = new Map<string, Tries>();

  /** Legs whose own orders were tried too often. */
  get givenUp(): ReadonlySet<string> {
    const tries = [...this.#tries.values()];
    return new Set(tries.filter(({ isUnwind, count }) => !isUnwind && count >= MOST_TRIES).map(({ leg }) => leg));
  }

  /** The duties that are due. A way back that was tried too often is the failure of its leg. */
  due(duties: Duties, nowMs: number): Duties {
    const failed = new Map(duties.failed);
    for (const order of duties.orders) {
      if ((this.#tries.get(nameOf(order))?.count ?? 0) >= MOST_TRIES) failed.set(order.leg, order.lacking);
    }
    const orders = duties.orders.filter((order) => {
      const nextMs = Math.max(order.notBeforeMs, this.#tries.get(nameOf(order))?.nextMs ?? 0);
      return !failed.has(order.leg) && nextMs <= nowMs;
    });
    return { ...duties, orders, failed };
  }

  /** Records the outcome of a try. One that is not stored waits, and ever longer. */
  note(order: DutyOrder, isStored: boolean, nowMs: number): void {
    const name = nameOf(order);
    if (isStored) this.#tries.delete(name);
    else {
      const count = (this.#tries.get(name)?.count ?? 0) + 1;
      this.#tries.set(name, {
        leg: order.leg,
        isUnwind: order.kind === "unwind",
        count,
        nextMs: nowMs + doubledMs(count, WAITS),
      });
    }
  }

  /**
   * An amount that is recorded as unhedged, or was traded back, is not owed any more. A later debt begins with its
   * first try.
   */
  clear(): void {
    this.#tries.clear();
  }
}

/** A leg may be owed orders of several rows: those that are traded back. */
function nameOf({ leg, row }: DutyOrder): string {
  return `${leg} by ${row}`;
}
