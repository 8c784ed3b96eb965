/** Halts as they are stored, and up to which of them each process obeys. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { toMillis, type Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Halt, HaltScope, LimitName } from "../core/risk.ts";
import type { Halted, HaltPlace, HaltSource, KeptHalt, NewHalt, Resumption } from "../risk-store.ts";
import { SENDER_LEASE } from "../store.ts";
import { tellHalt, tellPlatformHalt } from "./tell-risk.ts";

interface HaltRow {
  readonly scope: HaltScope;
  readonly scope_id: number;
  readonly source: HaltSource;
  readonly mode: "reducing" | "halted";
  readonly limit_name: LimitName | null;
  readonly reason: string;
  readonly set_by: number | null;
  readonly set_at: Instant;
}

const HALT_COLUMNS = "scope, scope_id, source, mode, limit_name, reason, set_by, set_at";

function keptHalt(row: HaltRow): KeptHalt {
  return {
    scope: row.scope,
    id: row.scope_id,
    source: row.source,
    mode: row.mode,
    limit: row.limit_name ?? undefined,
    reason: row.reason,
    setBy: row.set_by,
    setAt: row.set_at,
  };
}

/** The halts of orders of an account. */
export async function listHalts(db: Queryable, ownerUid: number): Promise<KeptHalt[]> {
  const rows = await db.query<HaltRow>({
    name: "trading.listRiskHalts",
    text: `select ${HALT_COLUMNS} from trading.risk_halts where owner_uid = $1 or scope = 'platform'
      order by scope, scope_id, source limit 5000`,
    values: [ownerUid],
  });
  return rows.map(keptHalt);
}

/** The halts that operators have set, for operators. */
export async function listOperatorHalts(db: Queryable, limit: number): Promise<KeptHalt[]> {
  const rows = await db.query<HaltRow>({
    name: "trading.listOperatorHalts",
    text: `select ${HALT_COLUMNS} from trading.risk_halts where source = 'operator' order by scope, scope_id limit $1`,
    values: [limit],
  });
  return rows.map(keptHalt);
}

/** The halts that hold back orders of a place: its own, and those of all that it belongs to or trades with. */
async function listHaltsOver(tx: Transaction, { scope, id }: HaltPlace, ownerUid: number | null): Promise<KeptHalt[]> {
  const rows = await tx.query<HaltRow>({
    name: "trading.listHaltsOverPlace",
    text: `select ${HALT_COLUMNS} from trading.risk_halts h
      where h.scope = 'platform' or (h.scope = 'account' and h.scope_id = $3) or (h.scope = $1 and h.scope_id = $2)
        or ($1 = 'strategy' and h.scope = 'key' and exists (
          select from trading.strategies s join trading.profiles p on p.id = s.profile_id
          where s.id = $2 and p.settings -> 'executable_apikeys' @> to_jsonb(h.scope_id::text)))
      order by h.scope, h.scope_id, h.source`,
    values: [scope, id, ownerUid],
  });
  return rows.map(keptHalt);
}

/** Stores a halt. Changes of halts follow each other: they all raise the epoch first. */
export async function halt(tx: Transaction, wanted: NewHalt): Promise<Halted> {
  const epoch = await raiseEpoch(tx);
  const mode = await saveHalt(tx, { ...wanted, limit: null });
  const cancelled = wanted.isCancelling ? await askCancels(tx, wanted.place, toMillis(wanted.at)) : 0;
  await recordHaltEvent(tx, "halt", { ...wanted, mode, limit: null, cancelled });
  return { epoch, cancelled, mode };
}

/** Ends what a source has set on a place, and for users also what limits have set. Answers what holds its orders back still. */
export async function resume(tx: Transaction, wanted: Resumption): Promise<readonly KeptHalt[]> {
  await raiseEpoch(tx);
  const ended = await deleteHalts(tx, wanted);
  if (ended.some(({ source }) => source === "limit")) await deleteMarks(tx, wanted.place);
  if (ended.length > 0) await recordHaltEvent(tx, "resume", { ...wanted, mode: null, limit: null, cancelled: 0 });
  return listHaltsOver(tx, wanted.place, wanted.ownerUid);
}

/** From now on, every process has something new to see. */
export async function raiseEpoch(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ epoch: number }>({
    name: "trading.raiseRiskEpoch",
    text: `update trading.risk_epoch
      set epoch = greatest(epoch + 1, floor(extract(epoch from clock_timestamp()) * 1000)::bigint) returning epoch`,
  });
  invariant(row, "there is one epoch");
  return row.epoch;
}

interface StoredHalt extends Pick<NewHalt, "place" | "ownerUid" | "mode" | "maySoften" | "reason" | "setBy" | "at"> {
  readonly source: HaltSource;
  readonly limit: LimitName | null;
}

/**
 * Whether a halt replaces the one before: its own, or any of a user where the main account sets it. A milder one only where it may
 * soften ($10).
 */
const REPLACES = `((h.set_by is not distinct from excluded.set_by or excluded.set_by = excluded.owner_uid)
  and ($10 or excluded.mode = 'halted' or h.mode = 'reducing'))`;

/**
 * The halt of a source, in place of the one that it had set before. What another user has set stays that user's to end: a
 * sub-account can only make it stricter. So does everyone who may not soften.
 *
 * @returns the mode that holds
 */
export async function saveHalt(tx: Transaction, each: StoredHalt): Promise<"reducing" | "halted"> {
  const [row] = await tx.query<Pick<HaltRow, "mode">>({
    name: "trading.saveRiskHalt",
    text: `insert into trading.risk_halts as h (${HALT_COLUMNS}, owner_uid) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (scope, scope_id, source) do update set
        mode = case when ${REPLACES} or excluded.mode = 'halted' then excluded.mode else h.mode end,
        limit_name = excluded.limit_name,
        reason = case when ${REPLACES} then excluded.reason else h.reason end,
        set_by = case when ${REPLACES} then excluded.set_by else h.set_by end,
        set_at = case when ${REPLACES} then excluded.set_at else h.set_at end
      returning mode`,
    values: [
      each.place.scope,
      each.place.id,
      each.source,
      each.mode,
      each.limit,
      each.reason,
      each.setBy,
      timestamp(each.at),
      each.ownerUid,
      each.maySoften,
    ],
  });
  invariant(row, "an insert answers its row");
  return row.mode;
}

interface HaltEvent extends Omit<StoredHalt, "mode" | "maySoften"> {
  readonly mode: "reducing" | "halted" | null;
  readonly cancelled: number;
}

/** Who did it, and why: in the trail of the account, and among the events of the platform. */
export async function recordHaltEvent(tx: Transaction, event: "halt" | "resume", each: HaltEvent): Promise<void> {
  const { place, ownerUid, source, mode, limit, reason, setBy, cancelled, at } = each;
  await tx.execute({
    name: "trading.recordRiskEvent",
    text: `insert into trading.risk_events (scope, scope_id, source, event, mode, limit_name, reason, set_by, cancelled, at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [place.scope, place.id, source, event, mode, limit, reason, setBy, cancelled, timestamp(at)],
  });
  const told = { event, place, source, mode, limit, reason, setBy, cancelled, at };
  if (ownerUid === null) return tellPlatformHalt(tx, told);
  const details = { scope: place.scope, source, mode, limit, reason, cancelled };
  await recordAudit(tx, { ownerUid, uid: setBy, action: `risk.${event}`, subject: String(place.id), details, at });
  await tellHalt(tx, ownerUid, told);
}

/** Leaves a cancel for the senders of everything that may be open, in one order. */
async function askCancels(tx: Transaction, { scope, id }: HaltPlace, nowMs: number): Promise<number> {
  return tx.execute({
    name: "trading.askCancelsOfPlace",
    text: `with open as (
        select o.id from trading.orders o
        where not o.is_settled and o.cancel_asked_ms is null and o.state <> 'missing' and case $1::text
          when 'platform' then true when 'account' then o.owner_uid = $2 when 'key' then o.key_id = $2
          else o.strategy_id = $2 end
        order by o.id for update
      )
      update trading.orders o set cancel_asked_ms = $3, has_command = true from open where o.id = open.id`,
    values: [scope, id, Math.round(nowMs)],
  });
}

/** The halts that may end: for a user, those that user has set; else every user's, and those of limits. */
async function deleteHalts(
  tx: Transaction,
  { place, source, onlySetBy }: Resumption,
): Promise<readonly { readonly source: HaltSource }[]> {
  return tx.query<{ source: HaltSource }>({
    name: "trading.deleteRiskHalts",
    text: `delete from trading.risk_halts
      where scope = $1 and scope_id = $2 and ($4::bigint is null or set_by = $4)
        and (source = $3 or (source = 'limit' and $3 = 'user'))
      returning source`,
    values: [place.scope, place.id, source, onlySetBy ?? null],
  });
}

/** The measurement of results restarts. */
async function deleteMarks(tx: Transaction, { scope, id }: HaltPlace): Promise<void> {
  await tx.execute({
    name: "trading.deleteRiskMarks",
    text: "delete from trading.risk_marks where scope = $1 and scope_id = $2",
    values: [scope, id],
  });
}

/** Removes what a limit has set. */
export async function deleteLimitHalt(tx: Transaction, { scope, id }: HaltPlace): Promise<void> {
  await tx.execute({
    name: "trading.deleteLimitHalt",
    text: "delete from trading.risk_halts where scope = $1 and scope_id = $2 and source = 'limit'",
    values: [scope, id],
  });
}

/** Asked ten times a second by every process that sends. */
export async function readEpoch(db: Queryable): Promise<number> {
  const [row] = await db.query<{ epoch: number }>({
    name: "trading.readRiskEpoch",
    text: "select epoch from trading.risk_epoch",
  });
  invariant(row, "there is one epoch");
  return row.epoch;
}

/** All of them, for the memory of a process that sends. */
export async function loadHalts(tx: Queryable): Promise<{ epoch: number; halts: (Halt & { readonly id: number })[] }> {
  const epoch = await readEpoch(tx);
  const rows = await tx.query<Pick<HaltRow, "scope" | "scope_id" | "mode" | "limit_name">>({
    name: "trading.loadRiskHalts",
    text: "select scope, scope_id, mode, limit_name from trading.risk_halts",
  });
  const halts = rows.map(({ scope, scope_id: id, mode, limit_name: limit }) => ({
    scope,
    id,
    mode,
    limit: limit ?? undefined,
  }));
  return { epoch, halts };
}

/** Confirmations of processes that are gone are forgotten after a day. */
export async function confirmEpoch(tx: Transaction, owner: string, epoch: number): Promise<void> {
  await tx.execute({
    name: "trading.senderConfirmHalts",
    text: `insert into trading.risk_views (owner, epoch, seen_at) values ($1, $2, clock_timestamp())
      on conflict (owner) do update set epoch = excluded.epoch, seen_at = excluded.seen_at`,
    values: [owner, epoch],
  });
  await tx.execute({
    name: "trading.senderForgetViews",
    text: "delete from trading.risk_views where seen_at < clock_timestamp() - interval '1 day' and owner <> $1",
    values: [owner],
  });
}

/**
 * Processes that may send something that they were allowed to send before. One whose lease has run out sends nothing; one
 * that takes a lease from now on reads the halts before it is allowed to send anything.
 */
export async function countUnaware(db: Queryable, epoch: number): Promise<number> {
  const [row] = await db.query<{ unaware: number }>({
    name: "trading.countUnawareSenders",
    text: `select count(distinct l.owner) as unaware from kit.leases l
      where starts_with(l.name, $1) and l.expires_at > clock_timestamp()
        and not exists (select from trading.risk_views v where v.owner = l.owner and v.epoch >= $2)`,
    values: [SENDER_LEASE, epoch],
  });
  return row?.unaware ?? 0;
}

/** The main account behind a place. */
export async function findOwner(db: Queryable, { scope, id }: HaltPlace): Promise<number | undefined> {
  const [row] = await db.query<{ owner_uid: number }>({
    name: "trading.findOwnerOfPlace",
    text: `select id as owner_uid from trading.users where $1 = 'account' and id = $2 and owner_id is null
      union all select owner_uid from trading.exchange_keys where $1 = 'key' and id = $2
      union all select owner_uid from trading.strategies where $1 = 'strategy' and id = $2`,
    values: [scope, id],
  });
  return row?.owner_uid;
}
