/** The exchange library as it is installed, with markets of the test and a server in the exchange's place. */
import { systemClock } from "../../src/kit/time/clock.ts";
import { loadCcxt, type CcxtExchange } from "../../src/trading/exchanges/ccxt/library.ts";
import type { Market } from "../../src/trading/exchanges/port.ts";

/** The one spot market of `libraryAt`, as the adapter sees it. */
export const SPOT_MARKET: Market = {
  id: "btcusdt",
  symbol: "BTC/USDT",
  base: "BTC",
  quote: "USDT",
  type: "spot",
  isActive: true,
  tickSize: "0.01",
  stepSize: "0.0001",
  minAmount: "0.0001",
  minNotional: "0",
  makerFee: 0,
  takerFee: 0,
  contractSize: "1",
};

/** @param more the exchange's own id of the market, and what it tells of it */
export async function libraryAt(
  code: string,
  address: string,
  { id = "BTCUSDT", info = {} }: { readonly id?: string; readonly info?: object } = {},
): Promise<CcxtExchange> {
  const maker = await loadCcxt(code);
  const credentials = { token: "key", secret: "c2VjcmV0", password: "word" };
  const exchange = maker.make({ clock: systemClock(), credentials, address });
  const pair = { symbol: SPOT_MARKET.symbol, base: "BTC", quote: "USDT", baseId: "BTC", quoteId: "USDT" };
  const precision = { price: 0.01, amount: 0.0001 };
  giveMarkets(exchange, [{ id, ...pair, type: "spot", spot: true, active: true, precision, limits: {}, info }]);
  return exchange;
}

/** The library asks for no markets then, nor for the kind of the account, which some exchanges are asked for first. */
export function giveMarkets(exchange: CcxtExchange, markets: readonly object[]): void {
  (exchange as unknown as { setMarkets(markets: readonly object[]): void }).setMarkets(markets);
  Object.assign(exchange.options, { uta: false, unifiedAccount: false });
}
