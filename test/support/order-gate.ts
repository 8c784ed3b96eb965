/** Holds new orders back before their last question, as a spent rate budget or a connection that hangs does. */
import type { Exchange, ExchangeAccount } from "../../src/trading/exchanges/port.ts";

export class OrderGate {
  #isClosed: Promise<void> | undefined;
  #tellHeld = (): void => undefined;
  readonly #placing = new Set<Promise<unknown>>();

  /** New orders wait from now on. `held` resolves when the first one does. */
  close(): { readonly held: Promise<void>; readonly release: () => void } {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (this.#tellHeld = resolve));
    this.#isClosed = new Promise((resolve) => {
      release = () => {
        this.#isClosed = undefined;
        resolve();
      };
    });
    return { held, release };
  }

  /** Resolves when every order that was to be placed has been answered, whatever the answer was. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#placing);
  }

  /** The same exchange behind this gate. */
  around(exchange: Exchange): Exchange {
    const account = (credentials: Parameters<Exchange["account"]>[0]): ExchangeAccount => {
      const inner = exchange.account(credentials);
      const pass: ExchangeAccount["place"] = async (order, terms) => {
        if (this.#isClosed) this.#tellHeld();
        await this.#isClosed;
        return inner.place(order, terms);
      };
      const place: ExchangeAccount["place"] = (...of) => {
        const placing = pass(...of).finally(() => this.#placing.delete(placing));
        this.#placing.add(placing);
        return placing;
      };
      return { ...boundAccount(inner), place };
    };
    return new Proxy(exchange, {
      get(target, name) {
        if (name === "account") return account;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === "function" ? (member.bind(target) as unknown) : member;
      },
    });
  }
}

/** An account at an exchange, to be changed in parts. */
export function boundAccount(account: ExchangeAccount): ExchangeAccount {
  return {
    place: (order, terms) => account.place(order, terms),
    cancel: (order) => account.cancel(order),
    amend: (order, change) => account.amend(order, change),
    find: (order) => account.find(order),
    openOrders: (marketId) => account.openOrders(marketId),
    closedOrders: (marketId, range) => account.closedOrders(marketId, range),
    fills: (marketId, range) => account.fills(marketId, range),
    balances: (type) => account.balances(type),
    setLeverage: (marketId, leverage) => account.setLeverage(marketId, leverage),
    permissions: () => account.permissions(),
    watch: (sink) => account.watch(sink),
    close: () => account.close(),
  };
}
