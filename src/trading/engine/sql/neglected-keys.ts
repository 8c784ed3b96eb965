/** Keys without a sender that have work: orders that nothing sends, and orders of ours to find. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { SENDER_LEASE, type UnsentKey } from "../store.ts";
import type { KeyRange, WorkKey } from "../work-keys.ts";

/** Of a key at `k.id`, or of orders at `o.key_id`: whether no process has it. */
const NO_SENDER = (key: string, lease: string): string =>
  `not exists (select from kit.leases l where l.name = ${lease} || ${key} and l.expires_at > clock_timestamp())`;

/** Orders that should have left by then, or are to be cancelled, of keys without a sender; also of keys that are gone. */
export async function keysWithUnsent(db: Queryable, untilMs: number, limit: number): Promise<UnsentKey[]> {
  return db.query<UnsentKey>({
    name: "trading.senderKeysWithUnsent",
    text: `select o.key_id as "keyId", min(o.exchange) as exchange, k.id is not null as "isThere" from trading.orders o
      left join trading.exchange_keys k on k.id = o.key_id
      where o.has_command and o.claimed_fence is null and o.state = 'created'
        and (o.send_at_ms <= $1 or o.cancel_asked_ms <= $1) and ${NO_SENDER("o.key_id", "$2")}
      group by o.key_id, k.id order by min(o.send_at_ms), o.key_id limit $3`,
    values: [untilMs, SENDER_LEASE, limit],
  });
}

/** Says of orders that are late why they wait, where this process cannot send them and no other one does. */
export async function tellWaiting(
  db: Queryable,
  {
    sinceMs,
    nowMs,
    exchanges,
  }: { readonly sinceMs: number; readonly nowMs: number; readonly exchanges: readonly string[] },
): Promise<number> {
  return db.execute({
    name: "trading.senderTellWaiting",
    text: `update trading.orders o set why = 'It waits for a process that is connected to ' || o.exchange, updated_ms = $2
      where o.has_command and o.claimed_fence is null and o.state = 'created' and o.why = '' and o.send_at_ms <= $1
        and o.exchange <> all ($3::text[]) and ${NO_SENDER("o.key_id", "$4")}`,
    values: [sinceMs, Math.round(nowMs), exchanges, SENDER_LEASE],
  });
}

/**
 * Some keys that have had orders, and were not looked at for long. The next look at them is due after this long again.
 */
export async function takeKeysToLookAt(
  db: Queryable,
  { exchanges, limit }: Omit<KeyRange, "owner">,
  everyMs: number,
): Promise<WorkKey[]> {
  const rows = await db.query<Omit<WorkKey, "isActive">>({
    name: "trading.senderKeysToLookAt",
    text: `update trading.exchange_keys set look_at = clock_timestamp() + $3 * interval '1 millisecond'
      where id in (
        select k.id from trading.exchange_keys k
        where k.look_at <= clock_timestamp() and k.status = 'active' and k.exchange = any ($1::text[])
          and exists (select from trading.orders o where o.key_id = k.id) and ${NO_SENDER("k.id", "$2")}
        order by k.look_at, k.id limit $4 for no key update of k skip locked
      ) returning id as "keyId", owner_uid as "ownerUid", exchange`,
    values: [exchanges, SENDER_LEASE, everyMs, limit],
  });
  return rows.map((row) => ({ ...row, isActive: true }));
}

/** Those of the keys that were deleted. */
export async function listGoneKeys(db: Queryable, keyIds: readonly number[]): Promise<readonly number[]> {
  const rows = await db.query<{ id: number }>({
    name: "trading.senderKeysWithoutRow",
    text: `select given.id from unnest($1::bigint[]) as given (id)
      where not exists (select from trading.exchange_keys k where k.id = given.id)`,
    values: [keyIds],
  });
  return rows.map(({ id }) => id);
}

/** A sender has seen the open orders of its key. */
export async function noteLook(db: Queryable, keyId: number, everyMs: number): Promise<void> {
  await db.execute({
    name: "trading.senderNoteLook",
    text: `update trading.exchange_keys set look_at = clock_timestamp() + $2 * interval '1 millisecond' where id = $1`,
    values: [keyId, everyMs],
  });
}
