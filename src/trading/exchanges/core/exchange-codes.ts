/** The exchanges that keys can be stored for. Codes are the ids of the ccxt library, which everybody's tools know. */

export interface SupportedExchange {
  readonly code: string;
  readonly name: string;
  /** The exchange issues a passphrase or memo with a key, and refuses requests without it. */
  readonly needsPassword: boolean;
}

/** In the order of their names. */
const EXCHANGES: readonly SupportedExchange[] = [
  exchange("binance", "Binance"),
  exchange("binancecoinm", "Binance COIN-M"),
  exchange("binanceus", "Binance.US"),
  exchange("binanceusdm", "Binance USD-M"),
  exchange("bitfinex", "Bitfinex"),
  exchange("bitflyer", "bitFlyer"),
  exchange("bitget", "Bitget", { needsPassword: true }),
  exchange("bithumb", "Bithumb"),
  exchange("bitmart", "BitMart", { needsPassword: true }),
  exchange("bitmex", "BitMEX"),
  exchange("bitstamp", "Bitstamp"),
  exchange("bitvavo", "Bitvavo"),
  exchange("bybit", "Bybit"),
  exchange("coinbase", "Coinbase"),
  exchange("coinbaseexchange", "Coinbase Exchange", { needsPassword: true }),
  exchange("coincheck", "Coincheck"),
  exchange("cryptocom", "Crypto.com"),
  exchange("deribit", "Deribit"),
  exchange("gate", "Gate"),
  exchange("gemini", "Gemini"),
  exchange("hitbtc", "HitBTC"),
  exchange("htx", "HTX"),
  exchange("indodax", "Indodax"),
  exchange("kraken", "Kraken"),
  exchange("krakenfutures", "Kraken Futures"),
  exchange("kucoin", "KuCoin", { needsPassword: true }),
  exchange("kucoinfutures", "KuCoin Futures", { needsPassword: true }),
  exchange("mexc", "MEXC"),
  exchange("okx", "OKX", { needsPassword: true }),
  exchange("phemex", "Phemex"),
  exchange("poloniex", "Poloniex"),
  exchange("upbit", "Upbit"),
];

const BY_CODE: ReadonlyMap<string, SupportedExchange> = new Map(EXCHANGES.map((each) => [each.code, each]));

/** Codes of all supported exchanges, for messages that say what there is. */
export const EXCHANGE_CODES: readonly string[] = [...BY_CODE.keys()];

/** The exchange of a code; undefined for one that is not supported. Codes are in lower case. */
export function findExchange(code: string): SupportedExchange | undefined {
  return BY_CODE.get(code);
}

/** Whether real money is traded there: neither at a simulated exchange, nor on paper. */
export function isRealExchange(code: string): boolean {
  return BY_CODE.has(code);
}

function exchange(code: string, name: string, { needsPassword = false } = {}): SupportedExchange {
  return { code, name, needsPassword };
}
