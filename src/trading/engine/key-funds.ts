/** The reservations of one key's orders on its balances, so that no two of them spend the same coin. */
import { ceilDivide, fineProduct, parseFine } from "../../kit/money/fine.ts";
import type { ExchangeAccount } from "../exchanges/index.ts";
import { isFinal, isSettled, type JournalEffect } from "./core/journal-order.ts";
import type { MarketName } from "./core/risk-figures.ts";
import { Reservations } from "./core/reservations.ts";
import type { Entry } from "./key-book.ts";
import type { PricedOrder } from "./market-worth.ts";
import { isFailure, messageOf } from "./send-context.ts";

export interface KeyFundsDeps {
  readonly account: Pick<ExchangeAccount, "balances">;
  readonly nowMs: () => number;
  /** The currencies of a market; undefined for one that is not known. */
  readonly currencies: (market: MarketName) => { readonly base: string; readonly quote: string } | undefined;
  /** What an order would trade at now, in units of 1e-18 of the quote currency; undefined where that is not known. */
  readonly price: (order: PricedOrder) => bigint | undefined;
}

/** Money that was moved elsewhere is noticed within this. */
const FRESH_MS = 30_000;
/** An order at an unknown price may cost this much more than it would now. */
const MARGIN_PERCENT = 105n;

interface Need {
  readonly currency: string;
  /** Without it the order cannot be. */
  readonly least: bigint;
  /** The reservation if the balance allows it. */
  readonly most: bigint;
}

export class KeyFunds {
  readonly #deps: KeyFundsDeps;
  readonly #reservations = new Reservations();
  /** The reservation for each order, to tell what was spent of it. */
  readonly #reserved = new Map<number, { readonly currency: string; readonly amount: bigint }>();
  /** Every currency that was asked for: one that the exchange does not name is empty. */
  readonly #currencies = new Set<string>();
  #askedMs = -Infinity;
  /** When ended orders were last forgotten. */
  #forgottenMs = -Infinity;
  #asking: Promise<void> | undefined;

  constructor(deps: KeyFundsDeps) {
    this.#deps = deps;
  }

  /** Orders that something is set aside for. */
  get setAside(): number {
    return this.#reservations.count;
  }

  /** Asks for the balances where they are old, before an order needs them. Never fails. */
  async prepare(): Promise<void> {
    if (this.#isFresh()) return;
    await this.#ask().catch(() => undefined);
  }

  /**
   * Sets aside what an order needs; answers why it cannot be sent. The exchange decides where it does not let this key
   * see the balances, and where the market is not known.
   */
  async reserve(entry: Entry): Promise<string | undefined> {
    const currencies = this.#deps.currencies(entry.terms);
    if (!currencies) return undefined;
    this.#currencies.add(currencies.base).add(currencies.quote);
    try {
      if (!this.#isFresh() || !this.#isKnown(entry)) await this.#ask();
      if (this.#tryReserve(entry)) return undefined;
      await this.#ask();
    } catch (error) {
      return this.#withoutBalance(entry, error);
    }
    if (this.#tryReserve(entry)) return undefined;
    const currency = this.#needOf(entry)?.currency ?? "";
    return `The order was not sent: the account has too little ${currency} that no other order needs`;
  }

  /** An order that was sent before this sender began: it is counted, whatever the balances are. */
  restore(entry: Entry): void {
    const need = isSettled(entry.order) ? undefined : this.#needOf(entry);
    if (!need) return;
    const { id } = entry.terms;
    this.#currencies.add(need.currency);
    this.#reservations.restore(String(id), need.currency, need.most);
    this.#reserved.set(id, { currency: need.currency, amount: need.most });
    if (isHeldThere(entry)) this.#reservations.held(String(id), this.#deps.nowMs());
  }

  /** Something has happened to an order, and is durable. */
  follow(entry: Entry, effects: readonly JournalEffect[]): void {
    const { id } = entry.terms;
    const reserved = this.#reserved.get(id);
    if (!reserved) return;
    const nowMs = this.#deps.nowMs();
    if (isHeldThere(entry)) this.#reservations.held(String(id), nowMs);
    if (!effects.includes("release") && !isFinal(entry.order.state)) return;
    this.#reservations.release(String(id), spentOf(entry, reserved.amount), nowMs);
    this.#reserved.delete(id);
    this.#forgetEnded(nowMs);
  }

  /** Orders of runs end without a question for the balance. One that is relied on is younger than what is forgotten here. */
  #forgetEnded(nowMs: number): void {
    if (nowMs - this.#forgottenMs < FRESH_MS) return;
    this.#forgottenMs = nowMs;
    this.#reservations.forgetEnded(nowMs - FRESH_MS);
  }

  /** An order that is not sent after all. */
  forget({ terms }: Entry): void {
    this.#reservations.release(String(terms.id), 0n, this.#deps.nowMs());
    this.#reserved.delete(terms.id);
  }

  #isFresh(): boolean {
    return this.#deps.nowMs() - this.#askedMs < FRESH_MS;
  }

  #isKnown({ terms }: Entry): boolean {
    const currencies = this.#deps.currencies(terms);
    const currency = terms.side === "sell" ? currencies?.base : currencies?.quote;
    return currency !== undefined && this.#reservations.available(currency) !== undefined;
  }

  #tryReserve(entry: Entry): boolean {
    const need = this.#needOf(entry);
    if (!need) return true;
    const { currency, least, most } = need;
    const available = this.#reservations.available(currency) ?? 0n;
    const amount = available < most && available >= least ? available : most;
    const order = String(entry.terms.id);
    if (this.#reservations.reserve([{ order, currency, amount }]) !== undefined) return false;
    this.#reserved.set(entry.terms.id, { currency, amount });
    return true;
  }

  /** A market order at an unknown price needs something, so everything is set aside for it. */
  #needOf({ terms }: Entry): Need | undefined {
    const currencies = this.#deps.currencies(terms);
    if (!currencies) return undefined;
    const amount = parseFine(terms.amount, "up") ?? 0n;
    if (terms.side === "sell") return { currency: currencies.base, least: amount, most: amount };
    const price = this.#deps.price(terms);
    const currency = currencies.quote;
    if (price === undefined) {
      const available = this.#reservations.available(currency) ?? 0n;
      return { currency, least: 1n, most: available > 0n ? available : 1n };
    }
    const least = fineProduct(amount, price, "up");
    const isFixed = terms.type === "limit" || terms.type === "stop_limit";
    return { currency, least, most: isFixed ? least : ceilDivide(least * MARGIN_PERCENT, 100n) };
  }

  /** The exchange will say whether the balance is enough; for other orders, the need of this one counts. */
  #withoutBalance(entry: Entry, error: unknown): string | undefined {
    if (!isFailure(error)) throw error;
    if (error.kind !== "rejected") {
      return `The order was not sent: the exchange did not report what the account holds (${messageOf(error)})`;
    }
    this.restore(entry);
    return undefined;
  }

  /** Those who need it at the same time share the answer. */
  #ask(): Promise<void> {
    this.#asking ??= this.#askOnce().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askOnce(): Promise<void> {
    const askedMs = this.#deps.nowMs();
    const balances = await this.#deps.account.balances();
    const free = new Map(balances.map((each) => [each.currency, parseFine(each.free, "down") ?? 0n]));
    for (const currency of new Set([...this.#currencies, ...free.keys()])) {
      this.#reservations.setBalance(currency, free.get(currency) ?? 0n, askedMs);
    }
    this.#askedMs = askedMs;
  }
}

/** Whether the exchange has shown it open, so that it sets the money aside on its own. */
function isHeldThere({ order }: Entry): boolean {
  return (
    order.wasSeen && (order.state === "open" || order.state === "partially_filled" || order.state === "cancel_pending")
  );
}

/** The spent part of the reserved currency: no less than the share of it that was filled. */
function spentOf({ terms, order, cost }: Entry, reserved: bigint): bigint {
  if (terms.side === "sell" || order.amount === 0n) return order.filled;
  const share = ceilDivide(reserved * order.filled, order.amount);
  const told = parseFine(cost, "up") ?? 0n;
  return told > share ? told : share;
}
