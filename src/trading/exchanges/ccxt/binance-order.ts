/** Requests about spot orders as Binance takes them, built and signed without the library, which needs most of their time for it. */
import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";
import type { NewOrder } from "../port.ts";

/** What a request is signed with. */
export interface Signing {
  readonly key: KeyObject;
  /** By the exchange's clock, milliseconds since 1970. */
  readonly timestamp: number;
  /** For how long from `timestamp` on the exchange may take it, milliseconds; undefined for what the exchange thinks right. */
  readonly receiveWindow: number | undefined;
}

/** The key that requests are signed with; undefined for a private key, whose signatures are the library's. */
export function signingKey(secret: string): KeyObject | undefined {
  return secret.includes("PRIVATE KEY") || secret === "" ? undefined : createSecretKey(secret, "utf8");
}

/** Whether an order is of the kinds that are built here: at a price or at the market, on the spot account. */
export function isPlainOrder(order: NewOrder): boolean {
  const { type, price, accountType = "spot", reduceOnly = false, postOnly = false, timeInForce = "GTC" } = order;
  if (accountType !== "spot" || reduceOnly) return false;
  if (type === "market") return !postOnly;
  return type === "limit" && price !== undefined && (!postOnly || timeInForce === "GTC");
}

/**
 * The body of `POST /api/v3/order` (Binance spot API, "New order"), signed.
 *
 * @param order a plain one, whose price and amount fit the market
 * @param symbol the market as the exchange names it
 */
export function binanceOrder(order: NewOrder, symbol: string, { key, timestamp, receiveWindow }: Signing): string {
  const { side, type, amount, price = "", timeInForce = "GTC", postOnly = false, clientOrderId } = order;
  const kind = type === "market" ? "MARKET" : postOnly ? "LIMIT_MAKER" : "LIMIT";
  const terms =
    `timestamp=${timestamp}&symbol=${encodeURIComponent(symbol)}&side=${side === "buy" ? "BUY" : "SELL"}` +
    `&newClientOrderId=${clientOrderId}&newOrderRespType=FULL&type=${kind}&quantity=${shortest(amount)}` +
    (kind === "MARKET" ? "" : `&price=${shortest(price)}`) +
    (kind === "LIMIT" ? `&timeInForce=${timeInForce}` : "") +
    windowOf(receiveWindow);
  return signed(terms, key);
}

/**
 * The query of `GET /api/v3/order` (Binance spot API, "Query order"), signed.
 *
 * @param clientOrderId the id that we gave the order
 * @param symbol the market as the exchange names it
 */
export function binanceQuery(
  clientOrderId: string,
  symbol: string,
  { key, timestamp, receiveWindow }: Signing,
): string {
  const market = encodeURIComponent(symbol);
  const terms = `timestamp=${timestamp}&symbol=${market}&origClientOrderId=${encodeURIComponent(clientOrderId)}`;
  return signed(terms + windowOf(receiveWindow), key);
}

function windowOf(receiveWindow: number | undefined): string {
  return receiveWindow === undefined ? "" : `&recvWindow=${receiveWindow}`;
}

function signed(terms: string, key: KeyObject): string {
  return `${terms}&signature=${createHmac("sha256", key).update(terms).digest("hex")}`;
}

/** A decimal without the zeros at its end that say nothing. */
function shortest(decimal: string): string {
  return decimal.includes(".") ? withoutTrailing(withoutTrailing(decimal, "0"), ".") : decimal;
}
