/**
 * Orders, fills and balances of the library in our own words. Amounts stay the text that the exchange sent; those of
 * contracts are turned into base units.
 */
import { multiplyExactly, plainDecimal } from "../core/steps.ts";
import type { Balance, Fee, Fill, OrderReport, OrderState, OrderType } from "../port.ts";
import type { MarketCatalog } from "./catalog.ts";
import { clientOrderIdRules, ownId } from "./client-order-ids.ts";
import type { CcxtFee, CcxtNumber, CcxtOrder, CcxtTrade } from "./library.ts";
import { quirksOf } from "./quirks.ts";

const STATES: Readonly<Record<string, OrderState>> = {
  open: "open",
  closed: "filled",
  canceled: "canceled",
  cancelled: "canceled",
  rejected: "rejected",
  expired: "expired",
  // What the library makes of orders that have expired at HitBTC.
  failed: "expired",
  // Gate's words for why an order has ended, which the library passes on.
  fok: "canceled",
  poc: "canceled",
  stp: "canceled",
  small: "canceled",
  depth_not_enough: "canceled",
  trader_not_enough: "canceled",
  liquidate_cancelled: "canceled",
  price_protect_cancelled: "canceled",
  mmp_cancelled: "canceled",
};

/** Its markets, and what the exchange puts before our ids. */
export type Symbols = Pick<MarketCatalog, "bySymbol"> & { readonly idPrefix?: string | undefined };

/** The known state of an order beside the exchange's answer. */
export interface KnownOrder {
  readonly marketId?: string;
  readonly clientOrderId?: string;
  readonly nowMs: number;
}

/** An order as the exchange reports it. Missing fields are taken from what is known. */
export function reportOf(order: CcxtOrder, symbols: Symbols, known: KnownOrder): OrderReport {
  const type = typeOf(order);
  const price = decimalText(order.price);
  const contractSize = symbols.bySymbol(order.symbol)?.contractSize ?? "1";
  const { clientOrderId: ours = "" } = known;
  return {
    marketId: known.marketId ?? symbols.bySymbol(order.symbol)?.id ?? "",
    exchangeOrderId: order.id ?? "",
    clientOrderId: ours === "" ? ownId(order.clientOrderId ?? "", symbols.idPrefix) : ours,
    side: order.side?.toLowerCase() === "sell" ? "sell" : "buy",
    type,
    state: stateOf(order, type),
    price: price === "0" && order.average !== undefined ? decimalText(order.average) : price,
    amount: multiplyExactly(decimalText(order.amount), contractSize),
    filled: multiplyExactly(decimalText(order.filled), contractSize),
    cost: decimalText(order.cost),
    fees: (order.fees ?? (order.fee ? [order.fee] : [])).flatMap((fee) => feeOf(fee) ?? []),
    createdMs: order.timestamp ?? known.nowMs,
    updatedMs: order.lastUpdateTimestamp ?? order.lastTradeTimestamp,
  };
}

/** An order as a stream reports it; undefined where it has ended, and the stream does not tell what it has traded. */
export function streamedReportOf(
  order: CcxtOrder,
  symbols: Symbols,
  { code, ...known }: KnownOrder & { readonly code: string },
): OrderReport | undefined {
  const { streamedOrders } = quirksOf(code);
  const filled = numberOf(order.info, streamedOrders?.filled ?? []) ?? order.filled;
  const cost = numberOf(order.info, streamedOrders?.cost ?? []) ?? order.cost;
  const clientOrderId = streamedOrders?.clientOrderId
    ? textOf(order.info, streamedOrders.clientOrderId)
    : order.clientOrderId;
  const whole = {
    ...order,
    ...(filled !== undefined && { filled }),
    ...(cost !== undefined && { cost }),
    ...(clientOrderId !== undefined && { clientOrderId }),
    // Elsewhere the library takes our id for the exchange's, where that has no other.
    ...(clientOrderIdRules(code)?.find === "same" && clientOrderId !== undefined && { id: clientOrderId }),
  };
  return isHalfTold(whole) ? undefined : reportOf(whole, symbols, known);
}

/** Whether it has ended, and what it has traded is not told. */
export function isHalfTold(order: Pick<CcxtOrder, "status" | "filled" | "info">): boolean {
  const state = endOf(order);
  const hasEnded = state === "canceled" || state === "expired";
  return isFilledByNothing(order) || (hasEnded && order.filled === undefined);
}

/** Whether it is said to have traded, and nothing to have been traded. One of the two is wrong. */
export function isFilledByNothing(order: Pick<CcxtOrder, "status" | "filled" | "info">): boolean {
  return endOf(order) === "filled" && !(Number(order.filled) > 0);
}

/** One fill of an order of ours, as a list has it. */
export function fillOf(
  trade: CcxtTrade,
  symbols: Symbols,
  known: { readonly marketId?: string; readonly nowMs: number },
): Fill {
  return {
    id: trade.id ?? "",
    exchangeOrderId: trade.order ?? "",
    clientOrderId: clientOrderIdOf(trade.info, symbols.idPrefix),
    marketId: known.marketId ?? symbols.bySymbol(trade.symbol)?.id ?? "",
    side: trade.side === "sell" ? "sell" : "buy",
    price: decimalText(trade.price),
    amount: multiplyExactly(decimalText(trade.amount), symbols.bySymbol(trade.symbol)?.contractSize ?? "1"),
    fee: feeOfTrade(trade),
    isMaker: trade.takerOrMaker === "maker",
    atMs: trade.timestamp ?? known.nowMs,
  };
}

/** The same as a stream tells it. A trade is booked once, by whichever of the two comes first: both have to say the same. */
export function streamedFillOf(
  trade: CcxtTrade,
  symbols: Symbols,
  { code, ...known }: { readonly code: string; readonly marketId?: string; readonly nowMs: number },
): Fill {
  const { streamedFees, streamedMaker = "" } = quirksOf(code);
  const told = fillOf(trade, symbols, known);
  const fill = { ...told, isMaker: told.isMaker || memberOf(trade.info, streamedMaker) === true };
  const change = streamedFees ? textOf(trade.info, streamedFees.change) : "";
  if (change === "" || !fill.fee) return fill;
  const changed = decimalText(change);
  const amount = changed.startsWith("-") ? changed.slice(1) : Number(changed) === 0 ? "0" : `-${changed}`;
  return { ...fill, fee: { ...fill.fee, amount } };
}

/** Everything that is not nothing, by currency. */
export function balancesOf(answer: Readonly<Record<string, unknown>>): readonly Balance[] {
  const free = answer["free"];
  const used = answer["used"];
  if (!isNumbers(free)) return [];
  return Object.keys(free)
    .map((currency) => ({
      currency,
      free: decimalText(free[currency]),
      used: decimalText(isNumbers(used) ? used[currency] : undefined),
    }))
    .filter((balance) => Number(balance.free) !== 0 || Number(balance.used) !== 0);
}

/** Decimal text without an exponent; `0` for what is not there. */
export function decimalText(value: CcxtNumber): string {
  if (value === undefined || value === "") return "0";
  if (typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? plainDecimal(number) : "0";
}

/**
 * Of an order at a price of which a part was filled, `closed` is the end of the rest: so the library calls it for some exchanges. Where it
 * passes on a word without a meaning, such as the dash of Gate for an order whose end has no reason, the exchange's own status counts.
 * One that is filled by nothing has not proved its end: it counts as open until it is looked up.
 */
function stateOf(order: CcxtOrder, type: OrderType): OrderState {
  const state = isFilledByNothing(order) ? "open" : (endOf(order) ?? "open");
  const { amount, filled } = order;
  const isPart = Number(filled) > 0 && Number(filled) < Number(amount);
  return state === "filled" && isPart && type.endsWith("limit") ? "canceled" : state;
}

function endOf({ status = "open", info }: Pick<CcxtOrder, "status" | "info">): OrderState | undefined {
  return STATES[status.toLowerCase()] ?? STATES[textOf(info, "status").toLowerCase()];
}

function typeOf(order: CcxtOrder): OrderType {
  const type = order.type ?? "limit";
  const isLimit = type.includes("limit");
  if (order.triggerPrice !== undefined && Number(order.triggerPrice) > 0) return isLimit ? "stop_limit" : "stop";
  if (type.includes("stop")) return isLimit ? "stop_limit" : "stop";
  return type === "market" ? "market" : "limit";
}

/** Where nothing was taken in one currency, it was in another: a discount that is paid in the exchange's own coin. */
function feeOfTrade({ fee, fees = [] }: CcxtTrade): Fee | undefined {
  const told = [...(fee ? [fee] : []), ...fees].flatMap((each) => feeOf(each) ?? []);
  return told.find(({ amount }) => Number(amount) !== 0) ?? told[0];
}

function feeOf({ currency, cost }: CcxtFee): Fee | undefined {
  return currency === undefined || cost === undefined ? undefined : { currency, amount: decimalText(cost) };
}

const ID_NAMES = ["clientOrderId", "orderLinkId", "clOrdId", "clientOid", "cl_ord_id", "c"];
/** A remark of whoever placed the order: our id where ids have a prefix, and this one has it. */
const REMARK = "text";

/** Some exchanges send our id with a fill, each under its own name. */
function clientOrderIdOf(info: unknown, prefix: string | undefined): string {
  const shown = textOf(info, ...ID_NAMES);
  if (shown !== "") return ownId(shown, prefix);
  const remark = textOf(info, REMARK);
  return prefix !== undefined && remark.startsWith(prefix) ? ownId(remark, prefix) : "";
}

/** The first of these members of an exchange's message that is a number, or the text of one. */
function numberOf(info: unknown, names: readonly string[]): CcxtNumber {
  if (typeof info !== "object" || info === null) return undefined;
  for (const name of names) {
    const value = (info as Readonly<Record<string, unknown>>)[name];
    if (typeof value === "number" || (typeof value === "string" && value !== "")) return value;
  }
  return undefined;
}

/** The first of these members of an exchange's message that is text; empty without one. */
function textOf(info: unknown, ...names: readonly string[]): string {
  for (const name of names) {
    const value = memberOf(info, name);
    if (typeof value === "string") return value;
  }
  return "";
}

function memberOf(info: unknown, name: string): unknown {
  return typeof info === "object" && info !== null ? (info as Readonly<Record<string, unknown>>)[name] : undefined;
}

function isNumbers(value: unknown): value is Readonly<Record<string, CcxtNumber>> {
  return typeof value === "object" && value !== null;
}
