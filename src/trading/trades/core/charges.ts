/** The charges for strategies' orders: a share of each fill, and the prices of their algorithms' authors. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { parseAmount } from "../../../kit/money/amount.ts";
import { FINE_ONE, floorDivide, formatFine, parseFine } from "../../../kit/money/fine.ts";
import { fromMillis, utcDay } from "../../../kit/time/instant.ts";
import type { NewDue, Overpaid } from "../../ledger/index.ts";

/** The terms of an algorithm that cost something: US dollars. */
interface Prices {
  readonly cpaSuccessful: string;
  readonly cpaCanceled: string;
  readonly monthlyFee: string;
}

interface ChargedOrder {
  readonly id: number;
  readonly owner_uid: number;
  readonly uid: number;
  readonly exchange: string;
  readonly strategy_id: number | null;
  readonly algorithm_id: number | null;
  readonly author_uid: number | null;
  readonly definition: string | null;
}

interface ChargedTrade {
  readonly key_id: number;
  readonly market_id: string;
  readonly trade_id: string;
  readonly side: "buy" | "sell";
  readonly price: string;
  readonly amount: string;
  readonly quote_usd: string | null;
  readonly at_ms: number;
  readonly order: ChargedOrder;
}

/** Fills and ends of orders of one account at real exchanges. */
export interface Chargeable {
  /** The plan's commission: percent of what was traded. */
  readonly percent: number;
  readonly nowMs: number;
  readonly trades: readonly ChargedTrade[];
  readonly ends: readonly {
    readonly order: ChargedOrder;
    readonly outcome: "successful" | "partial" | "canceled" | "failed";
    readonly atMs: number;
  }[];
  /** The payments for orders that were thought cancelled: US dollars in units of 1e-8, by order. */
  readonly paidAsCanceled?: ReadonlyMap<number, bigint>;
}

/** What a due for a cancelled order is charged for. */
export function canceledSubject(orderId: number): string {
  return `${orderId}/canceled`;
}

/** The charges due for them. The author of an algorithm does not pay for its own, and those of the library are free. */
export function chargesFor({ percent, nowMs, trades, ends, paidAsCanceled }: Chargeable): NewDue[] {
  const dues = trades.flatMap((trade) => commissionFor(trade, percent));
  const months = new Map<string, NewDue>();
  for (const { order, at_ms: atMs } of trades) {
    const fee = feeFor(order, "monthlyFee");
    if (!fee) continue;
    // The month of the booking: a trade that is reported late does not begin a month that is over.
    const subject = `${order.owner_uid}/${order.algorithm_id}/${utcDay(fromMillis(nowMs)).slice(0, 7)}`;
    if (!months.has(subject)) months.set(subject, { ...fee, kind: "monthly_fee", subject, atMs });
  }
  const actions = ends.flatMap(({ order, outcome, atMs }): NewDue[] => {
    if (outcome === "failed") return [];
    const isCanceled = outcome === "canceled";
    const fee = feeFor(order, isCanceled ? "cpaCanceled" : "cpaSuccessful");
    const subject = isCanceled ? canceledSubject(order.id) : `${order.id}/successful`;
    // An order that was thought cancelled and has traded after all: the payment for the one is part of the other.
    const amount = (fee?.amount ?? 0n) - (isCanceled ? 0n : (paidAsCanceled?.get(order.id) ?? 0n));
    return fee && amount > 0n ? [{ ...fee, amount, kind: "cpa", subject, atMs: Math.round(atMs) }] : [];
  });
  return [...dues, ...months.values(), ...actions];
}

/** Paid charges for orders that were thought cancelled, where less is due for the order's real end. */
export function overpaidOf({ ends, paidAsCanceled }: Pick<Chargeable, "ends" | "paidAsCanceled">): Overpaid[] {
  return ends.flatMap(({ order, outcome }) => {
    const paid = paidAsCanceled?.get(order.id) ?? 0n;
    const comesTo = outcome === "failed" ? 0n : (feeFor(order, "cpaSuccessful")?.amount ?? 0n);
    return outcome !== "canceled" && paid > comesTo ? [{ subject: canceledSubject(order.id), comesTo }] : [];
  });
}

/**
 * The share that a percentage is of a value.
 *
 * @param value US dollars in units of 1e-18
 * @returns units of 1e-8, rounded down
 */
export function commissionOf(value: bigint, rate: bigint): bigint {
  return floorDivide(value * rate, FINE_ONE);
}

/** A percentage, exact to four places, as a share in units of 1e-8. */
function shareOf(percent: number): bigint {
  invariant(percent >= 0 && percent <= 100, "a percentage is from 0 to 100");
  return BigInt(Math.round(percent * 10_000)) * 100n;
}

function commissionFor(trade: ChargedTrade, percent: number): NewDue[] {
  const rate = shareOf(percent);
  if (rate === 0n) return [];
  const { order, key_id: keyId, market_id: marketId, trade_id: tradeId, side, quote_usd: quoteUsd } = trade;
  const value = quoteUsd === null ? undefined : valueOf(trade.amount, trade.price, quoteUsd);
  const amount = value === undefined ? null : commissionOf(value, rate);
  if (amount === 0n) return [];
  return [
    {
      ...dueOf(order),
      kind: "commission",
      subject: `${keyId}/${marketId}/${tradeId}/${side}`,
      payeeUid: null,
      rate,
      baseValue: value === undefined ? null : formatFine(value),
      amount,
      atMs: trade.at_ms,
    },
  ];
}

/** The product of three decimals in units of 1e-18. */
export function valueOf(amount: string, price: string, rate: string): bigint {
  const [one, other, third] = [amount, price, rate].map((text) => parseFine(text, "down") ?? 0n);
  return floorDivide((one ?? 0n) * (other ?? 0n) * (third ?? 0n), FINE_ONE * FINE_ONE);
}

/** The author's price; undefined for none, and for an author's own strategies. */
function feeFor(order: ChargedOrder, name: keyof Prices): Omit<NewDue, "kind" | "subject" | "atMs"> | undefined {
  const { author_uid: author, owner_uid: owner, definition } = order;
  if (author === null || author === owner || definition === null) return undefined;
  const amount = parseAmount((JSON.parse(definition) as Prices)[name]);
  return amount > 0n ? { ...dueOf(order), payeeUid: author, rate: 0n, baseValue: null, amount } : undefined;
}

function dueOf({
  id,
  owner_uid: ownerUid,
  uid,
  exchange,
  strategy_id: strategyId,
  algorithm_id: algorithmId,
}: ChargedOrder) {
  return { ownerUid, subaccountUid: uid, strategyId: strategyId ?? 0, orderId: id, exchange, algorithmId };
}
