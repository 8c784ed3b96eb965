/** Ended orders of a caller's keys: those in the journal, and those that the exchanges list. */
import type { Caller } from "../caller.ts";
import type { ListedOrder, OrderDeps } from "../engine/index.ts";
import {
  ExchangeFailure,
  type ConnectedExchangeDeps,
  type ExchangeAccount,
  type ExchangeKey,
  type ExchangeKeyDeps,
  type OrderReport,
} from "../exchanges/index.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import type { Page } from "../page.ts";
import type { ClockDeps } from "../platform-deps.ts";
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
import { mergedPage, unmergedRows } from "./core/merged-page.ts";

export interface EndedOrders {
  readonly page: readonly (ListedOrder | ForeignOrder)[];
  readonly total: number;
  readonly missing: readonly MissingPart[];
}

/** Ended orders that one market of a key is asked for. */
const MOST_LISTED = 500;
/** Some exchanges answer no more than this many: older ones may be missing from there on. */
const SHORTEST_PAGE = 50;
/** Markets of one key that its exchange is asked about: those of its last orders. */
const MOST_MARKETS = 20;

interface Listed {
  readonly reports: readonly OrderReport[];
  readonly missing: readonly MissingPart[];
}

/**
 * A page, newest first. Orders of the platform are all there, from the journal. Those that were placed elsewhere are
 * the newest of each market; without a market, of the markets in which the platform has placed orders with the key.
 * Parts that may be missing are named.
 *
 * @throws exchangeApiKeys.keyNotFound
 */
export async function endedOrders(
  deps: ExchangeKeyDeps & ConnectedExchangeDeps & OrderDeps & ClockDeps,
  actor: Caller,
  { apikey, code, sinceMs = 0 }: WantedOrders & { readonly sinceMs?: number | undefined },
  page: Page,
): Promise<EndedOrders> {
  const marketId = marketIdOf(code);
  const asked = await askAccounts(
    deps,
    actor,
    { apikey, exchange: exchangeOf(code) },
    async (account, { has }, key) => {
      const markets = marketId === undefined ? await marketsOf(deps, key) : { ids: [marketId], missing: [] };
      const listed = await listedIn(account, key, markets.ids, sinceMs);
      const older = olderThan(key, has.endedOrdersMs, { sinceMs, nowMs: toMillis(deps.clock.now()) });
      return { reports: listed.reports, missing: [...markets.missing, ...listed.missing, ...older] };
    },
  );
  const missing = asked.flatMap(({ key, answer, error }) =>
    error === undefined ? (answer?.missing ?? []) : [missingOf(key, error)],
  );
  const listed = asked.map(({ key, answer }) => ({ key, reports: answer?.reports ?? [] }));
  const foreign = (await foreignOrders(deps, actor, listed)).toSorted(
    (one, other) => createdMsOf(other) - createdMsOf(one),
  );
  const at = { keyIds: asked.map(({ key }) => key.id), marketId };
  if (at.keyIds.length === 0) return { page: [], total: 0, missing };
  const rows = unmergedRows(page, foreign.length);
  const kept = await deps.orders.listEnded(at, sinceMs, rows);
  const total = (await deps.orders.countEnded(at, sinceMs)) + foreign.length;
  return { page: mergedPage<ListedOrder | ForeignOrder>(kept, foreign, page, createdMsOf), total, missing };
}

async function marketsOf({ orders }: OrderDeps, key: ExchangeKey) {
  const ids = await orders.listMarkets(key.id, MOST_MARKETS + 1);
  if (ids.length <= MOST_MARKETS) return { ids, missing: [] };
  const why = `orders of other clients are listed in ${String(MOST_MARKETS)} markets only: name another one with code`;
  return { ids: ids.slice(0, MOST_MARKETS), missing: [missingOf(key, why)] };
}

/** What an exchange never tells. */
function olderThan(
  key: ExchangeKey,
  reachMs: number | undefined,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): readonly MissingPart[] {
  if (reachMs === undefined || sinceMs >= nowMs - reachMs) return [];
  const since = new Date(nowMs - reachMs).toISOString();
  const why = `orders of other clients that ended before ${since} may be missing: the exchange lists those of the last ${String(reachMs / DAY_MS)} days`;
  return [missingOf(key, why)];
}

/** Asks market after market. One that cannot be read hides no other. */
async function listedIn(
  account: ExchangeAccount,
  key: ExchangeKey,
  marketIds: readonly string[],
  sinceMs: number,
): Promise<Listed> {
  const reports: OrderReport[] = [];
  const missing: MissingPart[] = [];
  for (const marketId of marketIds) {
    const code = `${key.exchange}-${marketId}`;
    try {
      // Asked from a time on, some exchanges answer the oldest from there, and those of a day or a week at most.
      const found = await account.closedOrders(marketId, { limit: MOST_LISTED });
      const wanted = found.filter(({ createdMs }) => createdMs >= sinceMs);
      reports.push(...wanted);
      if (found.length >= SHORTEST_PAGE && wanted.length === found.length) {
        const why = "orders of other clients that are older than the oldest one here may be missing";
        missing.push(missingOf(key, why, code));
      }
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      missing.push(missingOf(key, error.message.slice(0, 300), code));
    }
  }
  return { reports, missing };
}
