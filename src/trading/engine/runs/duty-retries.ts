/** Orders that one leg owes another and that could not be stored: when each is tried again, and when it is given up. */
import { doubledMs, type BackOffRules } from "../../../kit/time/back-off.ts";
import type { Duties, DutyOrder } from "../core/duties.ts";

const WAITS: BackOffRules = { firstMs: 1_000, maxMs: 30_000 };
/** About a minute and a half after the first one, the leg counts as unhedged. */
const MOST_TRIES = 8;

interface Tries {
  readonly leg: string;
  readonly count: number;
  readonly nextMs: number;
}

export class DutyRetries {
  readonly #tries = new Map<string, Tries>();

  /** The duties that are due. Those that were tried too often are failures of their legs. */
  due(duties: Duties, nowMs: number): Duties {
    const failed = new Map(duties.failed);
    for (const order of duties.orders) {
      if ((this.#tries.get(nameOf(order))?.count ?? 0) >= MOST_TRIES) failed.set(order.leg, order.lacking);
    }
    const orders = duties.orders.filter(
      (order) => !failed.has(order.leg) && (this.#tries.get(nameOf(order))?.nextMs ?? 0) <= nowMs,
    );
    return { ...duties, orders, failed };
  }

  /** What became of a try. */
  note(order: DutyOrder, isStored: boolean, nowMs: number): void {
    const name = nameOf(order);
    if (isStored) this.#tries.delete(name);
    else {
      const count = (this.#tries.get(name)?.count ?? 0) + 1;
      this.#tries.set(name, { leg: order.leg, count, nextMs: nowMs + doubledMs(count, WAITS) });
    }
  }

  /** What is noted as unhedged is not owed any more. What is owed later begins with its first try. */
  forget(legs: ReadonlyMap<string, bigint>): void {
    for (const [name, { leg }] of this.#tries) if (legs.has(leg)) this.#tries.delete(name);
  }
}

/** A leg may be owed orders of several rows: those that are traded back. */
function nameOf({ leg, row }: DutyOrder): string {
  return `${leg} by ${row}`;
}
