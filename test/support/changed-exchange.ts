/** An exchange whose accounts a test changes in parts. */
import type { Exchange, ExchangeAccount } from "../../src/trading/exchanges/port.ts";
import { boundAccount } from "./order-gate.ts";

/** The exchange, with accounts that do some things differently. */
export function changed(exchange: Exchange, change: (account: ExchangeAccount) => Partial<ExchangeAccount>): Exchange {
  return Object.assign(Object.create(exchange) as Exchange, {
    account: (credentials: Parameters<Exchange["account"]>[0]) => {
      const account = exchange.account(credentials);
      return { ...boundAccount(account), ...change(account) };
    },
  });
}
