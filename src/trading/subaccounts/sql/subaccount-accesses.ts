/** From where and by what an owner's sub-accounts came in. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import type { StoredAccess } from "../store.ts";

interface Row {
  readonly id: number;
  readonly uid: number;
  readonly username: string;
  readonly address: string;
  readonly country: string | null;
  readonly user_agent: string;
  readonly method: StoredAccess["method"];
  readonly result: StoredAccess["result"];
  readonly created_at: Instant;
}

const MATCHES = `from trading.users as subaccount join trading.accesses as seen on seen.uid = subaccount.id
  where subaccount.owner_id = $1 and ($2::bigint is null or subaccount.id = $2)`;

/** One page of accesses, newest first. */
export async function listSubaccountAccesses(
  db: Queryable,
  ownerUid: number,
  uid: number | undefined,
  page: Page,
): Promise<StoredAccess[]> {
  const rows = await db.query<Row>({
    name: "trading.listSubaccountAccesses",
    text: `select seen.id, seen.uid, subaccount.username, seen.address, seen.country, seen.user_agent, seen.method,
        seen.result, seen.created_at
      ${MATCHES} order by seen.id desc limit $3 offset $4`,
    values: [ownerUid, uid ?? null, page.limit, page.offset],
  });
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    username: row.username,
    address: row.address,
    country: row.country,
    userAgent: row.user_agent,
    method: row.method,
    result: row.result,
    createdAt: row.created_at,
  }));
}

/** How many accesses the pages hold together. */
export async function countSubaccountAccesses(
  db: Queryable,
  ownerUid: number,
  uid: number | undefined,
): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countSubaccountAccesses",
    text: `select count(*) as total ${MATCHES}`,
    values: [ownerUid, uid ?? null],
  });
  return row?.total ?? 0;
}

/** Whether this user is or was a sub-account of the owner. */
export async function isSubaccountOf(db: Queryable, ownerUid: number, uid: number): Promise<boolean> {
  const rows = await db.query({
    name: "trading.isSubaccountOf",
    text: "select id from trading.users where id = $1 and owner_id = $2",
    values: [uid, ownerUid],
  });
  return rows.length === 1;
}
