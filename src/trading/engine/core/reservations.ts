/**
 * The reservations of orders of one exchange key, so that two strategies never spend the same coin. One sender owns a
 * key, so each key has one of these. Amounts are units of 1e-18 of their currency.
 *
 * A balance that was asked for at some time knows the orders that the exchange held by then. A reservation counts
 * against the balance until a balance was asked for after the exchange had proved that it holds the order, or after
 * what was spent had been spent. In doubt an amount is counted twice, never left out.
 */

interface Reservation {
  readonly currency: string;
  amount: bigint;
  /** When the exchange proved that it sets the money aside on its own; undefined before. */
  heldMs: number | undefined;
  /** When it was over; what is left was spent, and stays until a newer balance. */
  endedMs: number | undefined;
}

interface KnownBalance {
  readonly free: bigint;
  readonly askedMs: number;
}

export class Reservations {
  readonly #balances = new Map<string, KnownBalance>();
  readonly #byOrder = new Map<string, Reservation>();

  /** The free balance reported by the exchange. @param askedMs when it was asked, not when it answered */
  setBalance(currency: string, free: bigint, askedMs: number): void {
    const known = this.#balances.get(currency);
    if (known && known.askedMs > askedMs) return;
    this.#balances.set(currency, { free, askedMs });
    for (const [order, { currency: its, endedMs }] of this.#byOrder) {
      if (its === currency && endedMs !== undefined && endedMs < askedMs) this.#byOrder.delete(order);
    }
  }

  /** The spendable amount; undefined before the first balance: then nothing. Not below 0. */
  available(currency: string): bigint | undefined {
    const known = this.#balances.get(currency);
    if (!known) return undefined;
    let free = known.free;
    for (const each of this.#byOrder.values()) {
      if (each.currency !== currency) continue;
      const isKnown = each.endedMs === undefined && each.heldMs !== undefined && each.heldMs < known.askedMs;
      if (!isKnown) free -= each.amount;
    }
    return free > 0n ? free : 0n;
  }

  /**
   * Sets aside what all orders of a slice need: all or none.
   *
   * @returns the currency that is short; undefined when all is set aside
   */
  reserve(
    needs: readonly { readonly order: string; readonly currency: string; readonly amount: bigint }[],
  ): string | undefined {
    const taken = new Map<string, bigint>();
    for (const { currency, amount } of needs) {
      const sum = (taken.get(currency) ?? 0n) + amount;
      const available = this.available(currency);
      if (available === undefined || sum > available) return currency;
      taken.set(currency, sum);
    }
    for (const { order, currency, amount } of needs) {
      this.#byOrder.set(order, { currency, amount, heldMs: undefined, endedMs: undefined });
    }
    return undefined;
  }

  /** Sets aside without a look at the balance: what a new owner finds in the journal has been sent already. */
  restore(order: string, currency: string, amount: bigint): void {
    this.#byOrder.set(order, { currency, amount, heldMs: undefined, endedMs: undefined });
  }

  /** The exchange has shown the order open: it sets the money aside on its own. */
  held(order: string, atMs: number): void {
    const reservation = this.#byOrder.get(order);
    if (reservation) reservation.heldMs ??= atMs;
  }

  /**
   * The order has come to its end (`release` of the journal). An unspent amount is free at once; a spent one stays set
   * aside until a balance that was asked for afterwards.
   *
   * @param spent of the reserved currency
   */
  release(order: string, spent: bigint, atMs: number): void {
    const reservation = this.#byOrder.get(order);
    if (!reservation) return;
    if (spent <= 0n && reservation.heldMs === undefined) {
      this.#byOrder.delete(order);
      return;
    }
    reservation.amount = spent > 0n ? spent : 0n;
    reservation.endedMs = atMs;
  }

  /** Forgets orders that ended before then. To be called where only balances that are asked for later still count. */
  forgetEnded(beforeMs: number): void {
    for (const [order, { endedMs }] of this.#byOrder) {
      if (endedMs !== undefined && endedMs < beforeMs) this.#byOrder.delete(order);
    }
  }

  /** Orders that something is set aside for. */
  get count(): number {
    return this.#byOrder.size;
  }
}
