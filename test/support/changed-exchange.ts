/** An exchange whose accounts a test changes in parts. */
import type { Exchange, ExchangeAccount } from "../../src/trading/exchanges/port.ts";

/** The exchange, with accounts that do some things differently. */
export function changed(exchange: Exchange, change: (account: ExchangeAccount) => Partial<ExchangeAccount>): Exchange {
  return Object.assign(Object.create(exchange) as Exchange, {
    account: (credentials: Parameters<Exchange["account"]>[0]) => {
      const account = exchange.account(credentials);
      return { ...bound(account), ...change(account) };
    },
  });
}

/** An account at the exchange, to be changed in parts. */
function bound(account: ExchangeAccount): ExchangeAccount {
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
