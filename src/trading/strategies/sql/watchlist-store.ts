/** Watchlists on PostgreSQL. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { lockUser } from "../../users/index.ts";
import { MAX_WATCHED, type WatchlistItem, type WatchlistStore } from "../store.ts";

interface Row {
  readonly id: number;
  readonly code: string;
  readonly created_at: Instant;
}

export function watchlistStore(db: Database): WatchlistStore {
  return {
    addItem: (uid, code, at) =>
      db.transaction(async (tx) => {
        await lockUser(tx, uid);
        return (await findItem(tx, uid, code)) ?? (await insertItem(tx, uid, code, at));
      }),
    listItems: (uid) => listItems(db, uid),
    removeItem: (uid, id) => removeItem(db, uid, id),
  };
}

/** Who watches a market already gets the same item again. */
async function findItem(tx: Transaction, uid: number, code: string): Promise<WatchlistItem | undefined> {
  const [row] = await tx.query<Row>({
    name: "trading.findWatchlistItem",
    text: "select id, code, created_at from trading.watchlist_items where uid = $1 and code = $2",
    values: [uid, code],
  });
  return row && itemOf(row);
}

/** Another market, if there is room. */
async function insertItem(tx: Transaction, uid: number, code: string, at: Instant): Promise<WatchlistItem | undefined> {
  const [row] = await tx.query<Row>({
    name: "trading.insertWatchlistItem",
    text: `insert into trading.watchlist_items (uid, code, created_at)
      select $1, $2, $3::timestamptz
      where (select count(*) from trading.watchlist_items where uid = $1) < ${MAX_WATCHED}
      returning id, code, created_at`,
    values: [uid, code, timestamp(at)],
  });
  return row && itemOf(row);
}

/** All that a user watches. */
async function listItems(db: Queryable, uid: number): Promise<WatchlistItem[]> {
  const rows = await db.query<Row>({
    name: "trading.listWatchlistItems",
    text: `select id, code, created_at from trading.watchlist_items
      where uid = $1 order by id desc limit ${MAX_WATCHED}`,
    values: [uid],
  });
  return rows.map(itemOf);
}

/** A market that a user no longer watches. */
async function removeItem(db: Queryable, uid: number, id: number): Promise<boolean> {
  const removed = await db.execute({
    name: "trading.removeWatchlistItem",
    text: "delete from trading.watchlist_items where id = $1 and uid = $2",
    values: [id, uid],
  });
  return removed === 1;
}

function itemOf({ id, code, created_at }: Row): WatchlistItem {
  return { id, code, createdAt: created_at };
}
