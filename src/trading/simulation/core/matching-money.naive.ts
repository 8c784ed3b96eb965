/** Balances in the slow matching engine. Reservations are computed from the open orders each time. */
import { ONE } from "../../../kit/money/amount.ts";
import type { Market } from "../../exchanges/index.ts";
import { needs, type NaiveOrder } from "./matching-order.naive.ts";

export class NaiveMoney {
  readonly #markets: readonly Market[];
  readonly #open: readonly NaiveOrder[];
  /** The whole balance of an account, reserved or not: `account currency`. */
  readonly #owned = new Map<string, bigint>();

  constructor(markets: readonly Market[], open: readonly NaiveOrder[]) {
    this.#markets = markets;
    this.#open = open;
  }

  balances(account: string): ReadonlyMap<string, { readonly free: bigint; readonly held: bigint }> {
    const balances = new Map<string, { free: bigint; held: bigint }>();
    for (const key of this.#owned.keys()) {
      const [name, currency = ""] = key.split(" ");
      if (name !== account) continue;
      balances.set(currency, { free: this.free(account, currency), held: this.#held(account, currency) });
    }
    return balances;
  }

  charge(
    market: Market,
    order: NaiveOrder,
    quantity: bigint,
    value: bigint,
    fraction: number,
  ): { currency: string; amount: bigint } {
    const [currency, received] = order.side === "buy" ? [market.base, quantity] : [market.quote, value];
    const rate = BigInt(Math.round(fraction * 1e8));
    const exact = received * rate;
    let amount = exact / ONE;
    if (exact > 0n && exact % ONE !== 0n) amount += 1n;
    const there = this.#owned.get(`fees ${currency}`) ?? 0n;
    if (amount < -there) amount = -there;
    this.pay(order.account, currency, -amount);
    if (rate !== 0n) this.pay("fees", currency, amount);
    return { currency, amount };
  }

  pay(account: string, currency: string, amount: bigint): void {
    const key = `${account} ${currency}`;
    this.#owned.set(key, (this.#owned.get(key) ?? 0n) + amount);
  }

  free(account: string, currency: string): bigint {
    return (this.#owned.get(`${account} ${currency}`) ?? 0n) - this.#held(account, currency);
  }

  #held(account: string, currency: string): bigint {
    let held = 0n;
    for (const order of this.#open) {
      if (order.account !== account || order.state !== "open") continue;
      const market = this.#markets.find((each) => each.id === order.marketId);
      if (currency === (order.side === "buy" ? market?.quote : market?.base)) held += needs(order);
    }
    return held;
  }
}
