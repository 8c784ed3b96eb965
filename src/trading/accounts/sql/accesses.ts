/** Logins and uses of keys: by which user, from where, and whether they succeeded. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { HOUR_MICROS } from "../../../kit/time/spans.ts";
import type { Page } from "../../page.ts";
import type { Access } from "../store.ts";

export interface NewAccess {
  /** Null for a login under an unknown name: recorded all the same, so that it takes as long. */
  readonly uid: number | null;
  readonly address: string;
  /** Cut at 300 characters. */
  readonly userAgent: string;
  readonly method: Access["method"];
  readonly result: Access["result"];
  /** Of several with the same name within an hour only the first is kept: what happens too often for a row each. */
  readonly sample?: string;
  readonly at: Instant;
}

const MAX_USER_AGENT = 300;
const TRIM_BATCH = 5_000;

/** Notes one access, or nothing when it is one of many that were noted in this hour. */
export async function recordAccess(q: Queryable, access: NewAccess): Promise<void> {
  const hour = Math.floor(access.at / HOUR_MICROS);
  await q.execute({
    name: "trading.recordAccess",
    text: `insert into trading.accesses (uid, address, user_agent, method, result, sample, created_at)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict (sample) do nothing`,
    values: [
      access.uid,
      access.address,
      access.userAgent.slice(0, MAX_USER_AGENT),
      access.method,
      access.result,
      access.sample === undefined ? null : `${hour}:${access.sample}`,
      timestamp(access.at),
    ],
  });
}

/** Whether the user has ever logged in from here. */
export async function isKnownPlace(
  q: Queryable,
  uid: number | null,
  { address, userAgent }: { readonly address: string; readonly userAgent?: string },
): Promise<boolean> {
  const rows = await q.query({
    name: "trading.findKnownPlace",
    text: `select id from trading.accesses where uid = $1 and address = $2 and ($3::text is null or user_agent = $3)
      and method = 'web' and result = 'success' limit 1`,
    values: [uid, address, userAgent === undefined ? null : userAgent.slice(0, MAX_USER_AGENT)],
  });
  return rows.length > 0;
}

interface Row {
  readonly id: number;
  readonly address: string;
  readonly user_agent: string;
  readonly country: string | null;
  readonly method: Access["method"];
  readonly result: Access["result"];
  readonly created_at: Instant;
}

/** A page of a user's accesses, newest first. */
export async function listAccesses(
  q: Queryable,
  uid: number,
  { limit, offset }: Page,
): Promise<{ accesses: Access[]; total: number }> {
  const rows = await q.query<Row>({
    name: "trading.listAccesses",
    text: `select id, address, user_agent, country, method, result, created_at from trading.accesses
      where uid = $1 order by id desc limit $2 offset $3`,
    values: [uid, limit, offset],
  });
  const accesses = rows.map((row) => ({
    id: row.id,
    address: row.address,
    userAgent: row.user_agent,
    country: row.country,
    method: row.method,
    result: row.result,
    at: row.created_at,
  }));
  return { accesses, total: await countAccesses(q, uid) };
}

/** How many there are on all pages. */
async function countAccesses(q: Queryable, uid: number): Promise<number> {
  const [row] = await q.query<{ count: number }>({
    name: "trading.countAccesses",
    text: "select count(*) as count from trading.accesses where uid = $1",
    values: [uid],
  });
  return row?.count ?? 0;
}

/** Addresses are personal data. */
export async function trimAccesses(q: Queryable, olderThan: Instant): Promise<void> {
  for (;;) {
    const batch = await q.execute({
      name: "trading.trimAccesses",
      text: `delete from trading.accesses where id in (
        select id from trading.accesses where created_at < $1 order by created_at limit ${TRIM_BATCH}
      )`,
      values: [timestamp(olderThan)],
    });
    if (batch < TRIM_BATCH) return;
  }
}
