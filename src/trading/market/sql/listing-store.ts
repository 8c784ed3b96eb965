/** Listings on PostgreSQL: what was ever traded where, and since when. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { fromMillis, toMillis, type Instant } from "../../../kit/time/instant.ts";
import type { Market } from "../../exchanges/index.ts";
import type { ListingStore, StoredListing } from "../store.ts";

/** Far more than any exchange lists. */
const MAX_LISTINGS = 50_000;

/** Rows of one statement. */
const BATCH = 1_000;

export function listingStore(db: Database): ListingStore {
  return {
    readListings: (exchange) => readListings(db, exchange),
    // A reading is kept whole or not at all: what was not seen by the last one is taken for delisted.
    recordListings: (exchange, listings) =>
      db.transaction(async (tx) => {
        const sorted = listings.toSorted((one, other) => (one.market.id < other.market.id ? -1 : 1));
        for (let start = 0; start < sorted.length; start += BATCH) {
          await recordListings(tx, exchange, sorted.slice(start, start + BATCH));
        }
      }),
  };
}

/** The market's stored knowledge of an exchange, before it could be asked. */
async function readListings(q: Queryable, exchange: string): Promise<StoredListing[]> {
  const rows = await q.query<{ market: string; first_seen: Instant; last_seen: Instant }>({
    name: "trading.readListings",
    text: `select market, first_seen, last_seen from trading.listings where exchange = $1 order by code limit ${MAX_LISTINGS}`,
    values: [exchange],
  });
  return rows.map((row) => ({
    // Written by us, below.
    market: JSON.parse(row.market) as Market,
    firstSeenMs: toMillis(row.first_seen),
    lastSeenMs: toMillis(row.last_seen),
  }));
}

/** Keeps when a pair was first and last listed. In order of codes, so that two writers never wait for each other. */
async function recordListings(q: Queryable, exchange: string, listings: readonly StoredListing[]): Promise<void> {
  await q.execute({
    name: "trading.recordListings",
    text: `insert into trading.listings as known (code, exchange, market, first_seen, last_seen)
      select $1 || '-' || (seen.market ->> 'id'), $1, seen.market, seen.first_seen, seen.last_seen
      from unnest($2::jsonb[], $3::timestamptz[], $4::timestamptz[]) as seen (market, first_seen, last_seen)
      order by 1
      on conflict (code) do update set
        market = case when excluded.last_seen >= known.last_seen then excluded.market else known.market end,
        first_seen = least(known.first_seen, excluded.first_seen),
        last_seen = greatest(known.last_seen, excluded.last_seen)`,
    values: [
      exchange,
      listings.map(({ market }) => JSON.stringify(market)),
      listings.map(({ firstSeenMs }) => timestamp(fromMillis(firstSeenMs))),
      listings.map(({ lastSeenMs }) => timestamp(fromMillis(lastSeenMs))),
    ],
  });
}
