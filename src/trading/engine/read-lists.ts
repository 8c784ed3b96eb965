/** Lists of orders, from exchanges that may lack one. */
import { listOpen, type ExchangeFailure, type ListedOpen, type OrderReport } from "../exchanges/index.ts";
import { isSettled } from "./core/journal-order.ts";
import { isFailure, type SendContext } from "./send-context.ts";

type Asking = Pick<SendContext, "account" | "book">;

interface OpenOrders extends ListedOpen {
  /** Markets that could not be read, where an exchange lists open orders by market only. */
  readonly failures: ReadonlyMap<string, ExchangeFailure>;
}

/** All open orders; where the exchange lists them by market only, those of the markets in which ours may be open. */
export async function readOpen({ account, book }: Asking): Promise<OpenOrders> {
  const failures = new Map<string, ExchangeFailure>();
  try {
    return { ...(await listOpen(account)), failures };
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  }
  const claimed = book.entries().filter(({ order, isClaimed }) => isClaimed && !isSettled(order));
  const reports: OrderReport[] = [];
  let lack: ListedOpen["lack"];
  for (const marketId of new Set(claimed.map(({ terms }) => terms.marketId))) {
    try {
      const listed = await listOpen(account, marketId);
      reports.push(...listed.reports);
      lack ??= listed.lack;
    } catch (error) {
      if (!isFailure(error)) throw error;
      failures.set(marketId, error);
    }
  }
  return { reports, lack, failures };
}

/** Ended orders of a market, newest first; none of an exchange that does not list them: it finds them by our id. */
export async function readEnded(
  { account }: Pick<Asking, "account">,
  marketId: string,
  range: { readonly sinceMs: number; readonly limit: number },
): Promise<readonly OrderReport[]> {
  try {
    return await account.closedOrders(marketId, range);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    return [];
  }
}

/** Asks about one market after the other, whatever becomes of those before. Answers the first failure of the exchange. */
export async function eachMarket(
  markets: ReadonlyMap<string, number>,
  ask: (marketId: string, atMs: number) => Promise<void>,
): Promise<ExchangeFailure | undefined> {
  let first: ExchangeFailure | undefined;
  for (const [marketId, atMs] of markets) {
    try {
      await ask(marketId, atMs);
    } catch (error) {
      if (!isFailure(error)) throw error;
      first ??= error;
    }
  }
  return first;
}

function isUnsupported(error: unknown): boolean {
  return isFailure(error) && error.reason === "unsupported";
}
