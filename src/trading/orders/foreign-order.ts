/** An order that was placed elsewhere with a key: its exchange lists it, and the journal does not have it. */
import { listOpen, type ExchangeAccount, type OrderReport } from "../exchanges/index.ts";

/** Ended orders among which it is looked for. */
const MOST_SEARCHED = 500;

/**
 * Looked for among the open orders, and then among the newest ended ones of its market. Without a market, only among those
 * that are open.
 *
 * @throws ExchangeFailure also where it is not found, and open orders could not all be listed
 * @param id the exchange's, or the client order id
 */
export async function findForeignOrder(
  account: ExchangeAccount,
  { id, marketId }: { readonly id: string; readonly marketId: string | undefined },
): Promise<OrderReport | undefined> {
  const isIt = ({ exchangeOrderId, clientOrderId }: OrderReport): boolean =>
    exchangeOrderId === id || clientOrderId === id;
  const { reports, lack } = await listOpen(account, marketId);
  const open = reports.find(isIt);
  if (open) return open;
  const ended = marketId === undefined ? [] : await account.closedOrders(marketId, { limit: MOST_SEARCHED });
  const found = ended.find(isIt);
  if (!found && lack) throw lack;
  return found;
}
