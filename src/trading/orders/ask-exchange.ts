/** Asks an exchange one of the predefined questions, and gives what is shown of the answer. */
import type { Caller } from "../caller.ts";
import type { ListedOrder, OrderDeps } from "../engine/index.ts";
import {
  ExchangeFailure,
  type ConnectedExchangeDeps,
  type Exchange,
  type ExchangeAccount,
  type ExchangeKey,
  type ExchangeKeyDeps,
  type Fill,
} from "../exchanges/index.ts";
import type { MarketDeps } from "../market/index.ts";
import type { ClockDeps } from "../platform-deps.ts";
import { askAccounts } from "./ask-accounts.ts";
import { marketIdOf, showOrders, type ForeignOrder, type MissingPart } from "./asked-orders.ts";
import type { QueryType } from "./core/predefined-queries.ts";
import { endedOrders } from "./ended-orders.ts";
import { findForeignOrder } from "./foreign-order.ts";
import { openOrders } from "./open-orders.ts";
import { readHoldings, showHoldings } from "./read-balances.ts";
import { cancelKept, checkKept, isCancelProved, showWithTrades } from "./read-order.ts";
import { shownAmount } from "./show-order.ts";

export type AskingDeps = ExchangeKeyDeps & ConnectedExchangeDeps & MarketDeps & OrderDeps & ClockDeps;

/** A question as it was asked. */
export interface AskedQuestion {
  readonly apikey: string;
  readonly exchange_query: QueryType;
  readonly code?: string | undefined;
  readonly order_id?: string | undefined;
  readonly since?: number | undefined;
}

const MOST_TRADES = 1_000;
const MOST_ENDED = 100;
/** A key may have ten times as many: an answer of them all would be too large to store. */
const MOST_OPEN = 1_000;

/**
 * @throws ExchangeFailure when the exchange does not answer
 */
export async function askExchange(deps: AskingDeps, actor: Caller, question: AskedQuestion): Promise<unknown> {
  switch (question.exchange_query) {
    case "balance":
      return askOne(deps, actor, question, async (account, { exchange }) => {
        const holdings = await readHoldings(account, exchange);
        const { held, problems } = holdings;
        if (held.length === 0 && problems.length > 0) throw unavailable(problems.join("; "));
        return showHoldings(holdings, deps.market);
      });
    case "open_orders": {
      const { found, missing } = await openOrders(deps, actor, question);
      const { kept, left } = firstOpen(question, found);
      return { orders: await showOrders(deps, kept), total: found.length, missing: [...missing, ...left] };
    }
    case "closed_orders": {
      const wanted = { ...question, sinceMs: question.since };
      const { page, total, missing } = await endedOrders(deps, actor, wanted, { limit: MOST_ENDED, offset: 0 });
      return { orders: await showOrders(deps, page), total, missing };
    }
    case "order_check":
      return checkOrder(deps, actor, question);
    case "order_cancel":
      return cancelOrder(deps, actor, question);
    case "my_trades":
      return askOne(deps, actor, question, async (account) => {
        const range = { limit: MOST_TRADES, ...(question.since !== undefined && { sinceMs: question.since }) };
        return (await account.fills(marketIdOf(question.code) ?? "", range)).map(showFill);
      });
    case "trading_fees":
      return tradingFees(deps, question);
    default:
      throw unanswered();
  }
}

/** The open orders that an answer has room for, newest first, and what it says of the others. */
export function firstOpen<Order extends ListedOrder | ForeignOrder>(
  { apikey, code }: Pick<AskedQuestion, "apikey" | "code">,
  found: readonly Order[],
): { readonly kept: readonly Order[]; readonly left: readonly MissingPart[] } {
  const [first] = found;
  if (!first || found.length <= MOST_OPEN) return { kept: found, left: [] };
  const { exchange } = "report" in first ? first.key : first.terms;
  const error = `the newest ${String(MOST_OPEN)} of ${String(found.length)} are here: list-open-orders has all of them in pages`;
  return { kept: found.slice(0, MOST_OPEN), left: [{ apikey, exchange, code: code ?? null, error }] };
}

function unavailable(why: string): ExchangeFailure {
  return new ExchangeFailure("unavailable", "other", why);
}

function unanswered(): ExchangeFailure {
  return new ExchangeFailure("rejected", "unsupported", "The platform asks no exchange this");
}

/** Asks the exchange of the one key that a question names. */
async function askOne<Answer>(
  deps: AskingDeps,
  actor: Caller,
  { apikey }: AskedQuestion,
  ask: (account: ExchangeAccount, of: { readonly exchange: Exchange; readonly key: ExchangeKey }) => Promise<Answer>,
): Promise<Answer> {
  const [asked] = await askAccounts(deps, actor, { apikey }, (account, exchange, key) =>
    ask(account, { exchange, key }).then((answer) => ({ answer })),
  );
  if (!asked?.answer) throw unavailable(asked?.error ?? "the key is gone");
  return asked.answer.answer;
}

/** Asked of the exchange now. One that was placed elsewhere is looked for in the lists of its market. */
async function checkOrder(deps: AskingDeps, actor: Caller, question: AskedQuestion): Promise<unknown> {
  const marketId = marketIdOf(question.code);
  const { order_id: id = "" } = question;
  const kept = await deps.orders.findOrder(Number(question.apikey), id, marketId);
  if (kept) {
    const { now, checkedMs } = await checkKept(deps, kept);
    if (checkedMs === undefined && now.claimedFence !== null) {
      throw new ExchangeFailure("unavailable", "timeout", "The exchange did not answer in time");
    }
    return showWithTrades(deps, now);
  }
  return askOne(deps, actor, question, async (account, { key }) => {
    const report = await findForeignOrder(account, { id, marketId });
    if (!report) throw new ExchangeFailure("rejected", "unknownOrder", "The exchange lists no such order");
    const [shown] = await showOrders(deps, [{ key, report }]);
    return shown;
  });
}

/** By the journal, as exchange-query/order-cancel. */
async function cancelOrder(deps: AskingDeps, actor: Caller, question: AskedQuestion): Promise<unknown> {
  const id = question.order_id ?? "";
  const kept = await deps.orders.findOrder(Number(question.apikey), id, marketIdOf(question.code));
  if (!kept) throw new ExchangeFailure("rejected", "unknownOrder", "The platform placed no such order with this key");
  const now = await cancelKept(deps, kept, actor.uid);
  return { order: await showWithTrades(deps, now), cancel_confirmed: isCancelProved(now) };
}

/** As the exchange publishes them. */
function tradingFees({ market }: MarketDeps, { code = "" }: AskedQuestion): unknown {
  const listing = market.listing(code);
  if (!listing) throw new ExchangeFailure("rejected", "unknownMarket", `There is no market ${code}`);
  const { makerFee, takerFee } = listing.market;
  return { code, maker: makerFee, taker: takerFee };
}

function showFill(fill: Fill) {
  return {
    id: fill.id,
    order_id: fill.exchangeOrderId,
    side: fill.side,
    price: shownAmount(fill.price),
    amount: shownAmount(fill.amount),
    fee: fill.fee ? { currency: fill.fee.currency, cost: shownAmount(fill.fee.amount) } : null,
    taker_or_maker: fill.isMaker ? "maker" : "taker",
    time: Math.floor(fill.atMs),
  };
}
