/** The open orders of a caller's keys: those in the journal, and those that the exchanges list. */
import type { Caller } from "../caller.ts";
import type { ListedOrder, OrderDeps } from "../engine/index.ts";
import { listOpen, type ConnectedExchangeDeps, type ExchangeKeyDeps } from "../exchanges/index.ts";
import { askAccounts } from "./ask-accounts.ts";
import {
  createdMsOf,
  exchangeOf,
  foreignOrders,
  marketIdOf,
  missingOf,
  type ForeignOrder,
  type MissingPart,
  type WantedOrders,
} from "./asked-orders.ts";

/** This many open orders of the platform are listed at once. */
const MOST_OPEN = 10_000;

/**
 * Newest first. Orders of the platform are as the journal has them, whether their exchange lists them or not. Of a key
 * whose exchange does not answer or cannot list all, orders that were placed elsewhere are missing, and the key is named.
 *
 * @throws exchangeApiKeys.keyNotFound
 */
export async function openOrders(
  deps: ExchangeKeyDeps & ConnectedExchangeDeps & OrderDeps,
  actor: Caller,
  { apikey, code }: WantedOrders,
): Promise<{ readonly found: readonly (ListedOrder | ForeignOrder)[]; readonly missing: readonly MissingPart[] }> {
  const marketId = marketIdOf(code);
  const asked = await askAccounts(deps, actor, { apikey, exchange: exchangeOf(code) }, (account) =>
    listOpen(account, marketId),
  );
  const missing = asked.flatMap(({ key, answer, error = answer?.lack?.message }) =>
    error === undefined ? [] : [missingOf(key, error)],
  );
  const listed = asked.map(({ key, answer }) => ({
    key,
    reports: (answer?.reports ?? []).filter(({ state }) => state === "open"),
  }));
  const foreign = await foreignOrders(deps, actor, listed);
  const keyIds = asked.map(({ key }) => key.id);
  const kept = keyIds.length === 0 ? [] : await deps.orders.listOpen({ keyIds, marketId }, MOST_OPEN);
  const [first] = asked;
  if (kept.length === MOST_OPEN && first) {
    missing.push(missingOf(first.key, `more than ${String(MOST_OPEN)} orders are open: ask for one key and market`));
  }
  const found = [...kept, ...foreign].toSorted((one, other) => createdMsOf(other) - createdMsOf(one));
  return { found, missing };
}
