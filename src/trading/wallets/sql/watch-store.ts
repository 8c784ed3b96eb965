/** The state of the deposit watcher, on PostgreSQL. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { CurrencySymbol } from "../core/currencies.ts";
import { KEPT_HEIGHTS } from "../core/deposit.ts";
import type { WatchedAddress, WatchStore } from "../store.ts";
import { applyObservation } from "./apply-observation.ts";
import { readChain, saveChain } from "./chain.ts";

export function watchStore(db: Database): WatchStore {
  return {
    // Both from one state: after a change of the chain in between, blocks of one would be taken for those of the
    // other.
    readChain: (currency) => db.snapshot((tx) => readChain(tx, currency)),
    saveChain: (currency, known, view, at) => db.transaction((tx) => saveChain(tx, currency, known, view, at)),
    listDue: (currency, before, limit) => listDue(db, currency, before, limit),
    apply: (currency, address, observation, context) =>
      db.transaction((tx) => applyObservation(tx, currency, address, observation, context)),
    postpone: (address, at) => postpone(db, address, at),
  };
}

/** Addresses to look at next: first those whose deposits are on their way, then those not looked at for longest. */
async function listDue(
  q: Queryable,
  currency: CurrencySymbol,
  before: Instant,
  limit: number,
): Promise<WatchedAddress[]> {
  const rows = await q.query<{ id: number; address: string; version: number; from_height: number }>({
    name: "trading.listDueAddresses",
    text: `select a.id, a.address, a.version, greatest(0, coalesce(a.scanned_height, 0) - ${KEPT_HEIGHTS}) as from_height
      from trading.receiving_addresses a
      where a.currency = $1 and (a.scanned_at is null or a.scanned_at < $2)
      order by exists (select from trading.deposits d
        where d.address_id = a.id and d.state in ('pending', 'unsettled', 'review')) desc, a.scanned_at nulls first, a.id
      limit $3`,
    values: [currency, timestamp(before), limit],
  });
  return rows.map(({ id, address, version, from_height: fromHeight }) => ({ id, address, version, fromHeight }));
}

/** An address that could not be looked at waits for its next turn, so that it holds up no other. */
async function postpone(q: Queryable, { id }: WatchedAddress, at: Instant): Promise<void> {
  await q.execute({
    name: "trading.postponeReceivingAddress",
    text: "update trading.receiving_addresses set scanned_at = $2 where id = $1",
    values: [id, timestamp(at)],
  });
}
