/** Sends orders and cancels. An order is sent once, whatever happens; a cancel may be sent again. */
import { parseFine } from "../../kit/money/fine.ts";
import { mayCancelRest } from "../algorithms/index.ts";
import { listOpen, type ExchangeFailure, type Fill, type NewOrder, type SendTerms } from "../exchanges/index.ts";
import { nextLookup, OVERDUE_MS } from "./core/journal.ts";
import { isFinal, type JournalOrder } from "./core/journal-order.ts";
import type { Entry, News } from "./key-book.ts";
import { readFills } from "./read-fills.ts";
import { readEnded } from "./read-lists.ts";
import { CLOCK_MARGIN_MS, isAnswer, isFailure, messageOf, refOf, type SendContext } from "./send-context.ts";

/** An order that could not be sent within this time of its due time is not sent at all. */
export const MISSED_AFTER_MS = 5_000;

/**
 * Sends an order that this sender was allowed to send.
 *
 * @param onLeft called when it is written to its socket
 */
export async function placeOrder(
  context: SendContext,
  entry: Entry,
  onLeft: () => void = () => undefined,
): Promise<void> {
  const { account, book, hold, figures, missedAfterMs, nowMs, risk } = context;
  const { terms } = entry;
  entry.isPlacing = true;
  let isHanded = false;
  let refusedWhy: string | undefined;
  const mayStillSend = (): boolean => {
    if (!hold.isHeld() || isUnwanted(entry)) return false;
    refusedWhy = risk.whyNot(entry);
    return refusedWhy === undefined;
  };
  const onWrite = (): void => {
    if (isHanded) return;
    isHanded = true;
    figures.sent++;
    entry.handedMs = nowMs();
    onLeft();
    // It leaves in this turn. That it was allowed to leave is durable since it was claimed.
    book.note(entry, { kind: "handed" }).catch(() => undefined);
  };
  try {
    if (risk.isHalted(entry)) await risk.learnHalts();
    const sendTerms: SendTerms = {
      // Read again after every wait, because the lease may have been renewed.
      get notAfterMs() {
        return Math.min(terms.sendAtMs + missedAfterMs, hold.untilMs);
      },
      mayStillSend,
      onWrite,
    };
    const report = await account.place(newOrderOf(entry), sendTerms);
    await book.noteReport(entry, report, { isSeen: true, isLookup: false });
  } catch (error) {
    if (hold.signal.aborted) return;
    await notePlaceFailure(context, entry, error, refusedWhy);
  } finally {
    entry.isPlacing = false;
    context.wake();
  }
}

async function notePlaceFailure(
  { book, log }: SendContext,
  entry: Entry,
  error: unknown,
  refusedWhy: string | undefined,
): Promise<void> {
  const why = refusedWhy ?? messageOf(error);
  if (!isFailure(error)) {
    log.error({ order: entry.terms.id, err: error }, "an order failed in a way that nothing is known of; looked up");
    return book.note(entry, { kind: "unclear" }, { why });
  }
  switch (error.kind) {
    case "withheld":
      // No place in the rate budget came in time, or the lease would have ended before.
      return book.note(entry, { kind: "withheld" }, { why, isDeferred: error.reason === "late" });
    case "rejected":
    case "unavailable": {
      const facts = { why, isDeferred: error.kind === "unavailable" };
      return book.note(entry, { kind: "refused", isDuplicate: error.reason === "duplicate" }, facts);
    }
    default:
      return book.note(entry, { kind: "unclear" }, { why });
  }
}

function newOrderOf({ terms, order }: Entry): NewOrder {
  return {
    marketId: terms.marketId,
    clientOrderId: order.clientOrderId,
    side: terms.side,
    type: terms.type,
    amount: terms.amount,
    ...(terms.price === null ? {} : { price: terms.price }),
    ...(terms.stopPrice === null ? {} : { stopPrice: terms.stopPrice }),
    ...(terms.timeInForce === null ? {} : { timeInForce: terms.timeInForce }),
    ...(terms.postOnly && { postOnly: true }),
  };
}

/** Sends a cancel whose intent is durable. Only what the exchange has shown counts as its result. */
export async function cancelOrder({ account, book, exchange, hold }: SendContext, entry: Entry): Promise<void> {
  if (entry.isCancelling || !hold.isHeld()) return;
  entry.isCancelling = true;
  try {
    const report = await account.cancel(refOf(entry));
    // A live exchange may only have received the cancel: the adapter answers `canceled` then too.
    const isSeen = report.state !== "canceled" || exchange.kind !== "live";
    await book.noteReport(entry, report, { isSeen, isLookup: false });
    if (report.state === "open") await book.note(entry, { kind: "cancel_unproven" });
  } catch (error) {
    if (hold.signal.aborted) return;
    await book.note(entry, { kind: "cancel_unproven" }, { why: messageOf(error) });
  } finally {
    entry.isCancelling = false;
  }
}

/** Finds out what became of an order. Only answers of the exchange that are sure count. */
export async function lookUpOrder(context: SendContext, entry: Entry): Promise<void> {
  const { book, hold, figures } = context;
  const next = nextLookup(entry.order);
  if (!next || entry.isLooking || !hold.isHeld()) return;
  entry.isLooking = true;
  figures.lookups++;
  try {
    await (next.where === "order" ? lookUpOnce(context, entry) : lookUpEverywhere(context, entry));
    // An answer that brought nothing new, such as trades that are booked, ends no doubt: it is asked about later.
    if (nextLookup(entry.order)?.atMs === next.atMs) await book.note(entry, { kind: "unreachable" });
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (!hold.signal.aborted) await book.note(entry, { kind: "unreachable" });
  } finally {
    entry.isLooking = false;
    context.wake();
  }
}

async function lookUpOnce({ account, book }: SendContext, entry: Entry): Promise<void> {
  const report = await account.find(refOf(entry));
  if (report) await book.noteReport(entry, report, { isSeen: true, isLookup: true });
  else await book.note(entry, { kind: "absent", isEverywhere: false });
}

/** Order, open list, closed list and trades: all that its exchange has must deny it. */
async function lookUpEverywhere(context: SendContext, entry: Entry): Promise<void> {
  const { account, book } = context;
  const { marketId, createdMs } = entry.terms;
  const sinceMs = createdMs - CLOCK_MARGIN_MS;
  const isIt = (each: Named): boolean => book.find(each) === entry;
  const known = await account.find(refOf(entry));
  const open = known ? undefined : await listOpen(account, marketId);
  const found =
    known ?? open?.reports.find(isIt) ?? (await readEnded(context, marketId, { sinceMs, limit: 500 })).find(isIt);
  if (found) return book.noteReport(entry, found, { isSeen: true, isLookup: true });
  const fills: Fill[] = [];
  const nextMs = await readFills(context, marketId, sinceMs, async (fill) => void (isIt(fill) && fills.push(fill)));
  // Trades and open orders that were not read deny nothing.
  if (fills.length === 0 && (nextMs !== undefined || open?.lack)) return book.note(entry, { kind: "unreachable" });
  if (fills.length === 0) return book.note(entry, { kind: "absent", isEverywhere: true });
  for (const fill of fills) await book.noteFill(entry, fill);
}

type Named = { readonly marketId: string; readonly clientOrderId: string; readonly exchangeOrderId: string };

/**
 * Looks at the order at the exchange, though nothing is in doubt; answers whether the exchange answered. An order that is
 * final is not expected to be there for ever.
 */
export async function checkOrder(context: SendContext, entry: Entry): Promise<boolean> {
  return (await look(context, entry)) === "answered";
}

/** The same for an order that a list of open ones does not show. It is in doubt where the question about it is refused as well. */
export async function checkUnlisted(context: SendContext, entry: Entry): Promise<void> {
  const outcome = await look(context, entry);
  if (typeof outcome === "string" || !isAnswer(outcome) || !isWorking(entry.order)) return;
  await context.book.note(entry, { kind: "unreachable", isRefused: true }, { why: messageOf(outcome) });
}

async function look(
  { account, book, hold }: SendContext,
  entry: Entry,
): Promise<"answered" | "not asked" | ExchangeFailure> {
  if (entry.isLooking || !hold.isHeld()) return "not asked";
  entry.isLooking = true;
  try {
    const report = await account.find(refOf(entry));
    if (report) await book.noteReport(entry, report, { isSeen: true, isLookup: false });
    else if (isWorking(entry.order) && !entry.isPlacing)
      await book.note(entry, { kind: "absent", isEverywhere: false });
    return "answered";
  } catch (error) {
    if (!isFailure(error)) throw error;
    return error;
  } finally {
    entry.isLooking = false;
  }
}

/** Whether the exchange has it, as far as is known, so that its lists should show it. */
export function isWorking(order: JournalOrder): boolean {
  return order.state === "open" || order.state === "partially_filled" || order.state === "cancel_pending";
}

/** Whether it must not leave: its end was asked for, or has been stored. */
export function isUnwanted({ terms, order }: Entry): boolean {
  return (
    terms.cancelAskedMs !== null || terms.withheldAskedMs !== null || order.cancelWantedMs !== 0 || isFinal(order.state)
  );
}

/** Whether a cancel makes sense: the order has not ended, and no cancel was requested. */
export function isCancellable({ order, isClaimed }: Entry): boolean {
  return isClaimed && order.cancelWantedMs === 0 && !isFinal(order.state) && order.state !== "missing";
}

/**
 * Whether it was given to a sender that has not begun to send it in all the time in which it may leave. It is not sent any
 * more, and whether another sender has sent it is found out.
 */
function isForgotten({ terms, order, isClaimed, isPlacing }: Entry, nowMs: number): boolean {
  return isClaimed && !isPlacing && order.state === "created" && terms.sendAtMs + OVERDUE_MS < nowMs;
}

/** The events of an order that time alone brings, as far as they are due. */
export function newsOfTime(context: Minimums, entry: Entry, nowMs: number): readonly News[] {
  const news: News[] = [];
  if (isForgotten(entry, nowMs)) news.push({ kind: "restarted" });
  if ((expiryOf(context, entry) ?? Infinity) <= nowMs) news.push({ kind: "cancel_wanted" });
  if ((entry.order.watchedUntilMs ?? Infinity) <= nowMs) news.push({ kind: "watch_over" });
  return news;
}

type Minimums = Pick<SendContext, "gridOf">;

/**
 * When what is left of an order is to be cancelled; undefined for never, and while what it has traded, or what is left, is
 * too small for its market.
 */
export function expiryOf({ gridOf }: Minimums, entry: Entry): number | undefined {
  const { terms, handedMs, order } = entry;
  if (terms.expireAfterMs === 0 || terms.type === "market" || !isCancellable(entry)) return undefined;
  if (handedMs === null && !isWorking(order)) return undefined;
  const price = parseFine(terms.price ?? terms.stopPrice ?? "", "down");
  const grid = order.filled > 0n && price !== undefined ? gridOf(terms.marketId) : undefined;
  if (grid && price !== undefined && !mayCancelRest(grid, order, price)) return undefined;
  return (handedMs ?? terms.sendAtMs) + terms.expireAfterMs;
}
