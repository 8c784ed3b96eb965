/** A list of open orders that is not whole. */
import type { ExchangeAccount, OrderReport } from "../port.ts";
import { ExchangeFailure } from "./failure.ts";

/** More orders are open than the exchange could be made to list. An order that is not in `listed` may be open. */
export class IncompleteOrders extends ExchangeFailure {
  readonly listed: readonly OrderReport[];

  /** @param message what is missing, for people */
  constructor(message: string, listed: readonly OrderReport[]) {
    super("unavailable", "other", message);
    this.listed = listed;
  }
}

/** Open orders as far as they are listed, and why some may be missing; undefined where all are there. */
export interface ListedOpen {
  readonly reports: readonly OrderReport[];
  readonly lack: IncompleteOrders | undefined;
}

/**
 * The open orders of a market or of all, of an incomplete list too.
 *
 * @throws ExchangeFailure where there is no list
 */
export async function listOpen(account: Pick<ExchangeAccount, "openOrders">, marketId?: string): Promise<ListedOpen> {
  try {
    return { reports: await account.openOrders(marketId), lack: undefined };
  } catch (error) {
    if (!(error instanceof IncompleteOrders)) throw error;
    return { reports: error.listed, lack: error };
  }
}
