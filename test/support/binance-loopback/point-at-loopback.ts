/** Points a ccxt exchange at a loopback exchange, without changing anything else of how it speaks. */

/** The part of a ccxt exchange that is needed: any of ccxt or ccxt.pro. */
interface Pointable {
  urls: unknown;
  loadHttpProxyAgent(): unknown;
}

/**
 * Rewrites every address of the interface (`urls.api`, however deep) to the loopback exchange, keeping its path. The
 * host of the market streams stays as the beginning of the path, for ccxt knows spot by it. Call it before the first
 * request; the agent for plain `ws://` is loaded here, which ccxt does not do.
 *
 * @param url `http://127.0.0.1:<port>`
 */
export function pointAtLoopback<Exchange extends Pointable>(exchange: Exchange, url: string): Exchange {
  const { host } = new URL(url);
  const urls = exchange.urls as { api: unknown };
  urls.api = rewritten(urls.api, host);
  exchange.loadHttpProxyAgent();
  return exchange;
}

function rewritten(value: unknown, host: string): unknown {
  if (typeof value === "string") {
    const { protocol, hostname, pathname } = new URL(value);
    const isSocket = protocol === "wss:" || protocol === "ws:";
    const prefix = hostname.startsWith("stream.") ? "/stream.binance.com" : "";
    return `${isSocket ? "ws" : "http"}://${host}${prefix}${pathname === "/" ? "" : pathname}`;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rewritten(part, host)]));
}
