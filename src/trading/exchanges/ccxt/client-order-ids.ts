/**
 * How exchanges let an order be found by the id that we gave it, as data. Exchanges that are not listed do not let it be
 * found for sure, and get no orders from us.
 */

export interface ClientOrderIdRules {
  /**
   * - `order`: the exchange looks it up by our id.
   * - `lists`: its lists of open and of final orders can be asked for our id alone.
   * - `same`: our id is the order's only one.
   */
  readonly find: "order" | "lists" | "same";
  /** The parameter that carries our id in a lookup. */
  readonly parameter: string;
  /** Lists are asked for an order with the exchange's id in this parameter; without it that order itself is asked for. */
  readonly theirParameter?: string;
  /** Whether an order can be cancelled by our id; otherwise it is looked up first. */
  readonly cancels: boolean;
  /** Whether an order can be changed in place, keeping our id. */
  readonly amends: boolean;
  /** The form of our ids there, beside being 1 to 32 letters and digits. */
  readonly pattern?: RegExp;
  /** What the exchange wants before every id of a customer, and shows with it. */
  readonly prefix?: string;
}

const BY_ID: ClientOrderIdRules = { find: "order", parameter: "clientOrderId", cancels: true, amends: false };
const BY_LISTS: ClientOrderIdRules = { ...BY_ID, find: "lists" };

const RULES: Readonly<Record<string, ClientOrderIdRules>> = {
  binance: { ...BY_ID, parameter: "origClientOrderId" },
  binancecoinm: { ...BY_ID, parameter: "origClientOrderId", amends: true },
  binanceus: { ...BY_ID, parameter: "origClientOrderId" },
  binanceusdm: { ...BY_ID, parameter: "origClientOrderId", amends: true },
  bitget: BY_ID,
  bitstamp: { ...BY_ID, cancels: false },
  bybit: { ...BY_LISTS, parameter: "orderLinkId", theirParameter: "orderId", cancels: false, amends: true },
  gate: { ...BY_ID, cancels: false, pattern: /^.{1,26}$/, prefix: "t-" },
  hitbtc: { ...BY_ID, find: "same", cancels: false },
  htx: BY_ID,
  // Free text of up to 18 characters, or the 32 hexadecimal digits of a UUID.
  kraken: { ...BY_LISTS, pattern: /^(?:.{1,18}|[0-9a-f]{32})$/ },
  kucoin: BY_ID,
  kucoinfutures: BY_ID,
  mexc: BY_ID,
  okx: { ...BY_ID, amends: true },
  phemex: BY_ID,
};

/** How orders are found by our id on an exchange; undefined when they cannot be. */
export function clientOrderIdRules(code: string): ClientOrderIdRules | undefined {
  return RULES[code];
}

/** Our id as the exchange is sent it. The library puts a prefix only before ids that do not begin with its first letter. */
export function sentId(code: string, clientOrderId: string): string {
  return (RULES[code]?.prefix ?? "") + clientOrderId;
}

/** Our id of what an exchange shows as the id of its customer. */
export function ownId(shown: string, prefix = ""): string {
  return shown.startsWith(prefix) ? shown.slice(prefix.length) : shown;
}
