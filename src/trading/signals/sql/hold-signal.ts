/** A signal under change, locked until the transaction ends. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import type { Direction } from "../core/trigger.ts";
import { signalErrors } from "../errors.ts";
import type { SignalDoer, TriggerTarget } from "../store.ts";

export interface HeldSignal {
  readonly id: number;
  readonly ownerUid: number;
  readonly name: string;
  readonly code: string;
  readonly quote: string;
  readonly direction: Direction | undefined;
  readonly feeRate: number;
  readonly price: bigint;
  readonly subscribersMax: number;
  readonly iteration: number;
  readonly epoch: number;
  /** The iteration that is open. */
  readonly open: { readonly id: number; readonly direction: Direction } | undefined;
  /** When it was triggered last; 0 before the first time. */
  readonly triggeredMs: number;
}

interface Row {
  readonly id: number;
  readonly owner_uid: number;
  readonly uid: number;
  readonly name: string;
  readonly code: string;
  readonly quote: string;
  readonly direction: Direction | null;
  readonly fee_rate: number;
  readonly price: number;
  readonly subscribers_max: number;
  readonly iteration: number;
  readonly epoch: number;
}

/** Locks an existing signal of any owner; undefined for one that does not exist, or was deleted. */
export async function lockSignal(
  tx: Transaction,
  id: number,
): Promise<(HeldSignal & { readonly uid: number }) | undefined> {
  const [row] = await tx.query<Row>({
    name: "trading.lockSignal",
    text: `select id, owner_uid, uid, name, code, quote, direction, fee_rate, price, subscribers_max, iteration, epoch
      from trading.signals s where id = $1 and deleted_ms is null
        and exists (select from trading.users where id = s.owner_uid and closed_at is null) for update`,
    values: [id],
  });
  if (!row) return undefined;
  const latest = await findLatestIteration(tx, id);
  return {
    id: row.id,
    ownerUid: row.owner_uid,
    uid: row.uid,
    name: row.name,
    code: row.code,
    quote: row.quote,
    direction: row.direction ?? undefined,
    feeRate: row.fee_rate,
    price: BigInt(row.price),
    subscribersMax: row.subscribers_max,
    iteration: row.iteration,
    epoch: row.epoch,
    open: latest?.closed_ms === null ? { id: latest.id, direction: latest.direction } : undefined,
    triggeredMs: latest?.closed_ms ?? latest?.opened_ms ?? 0,
  };
}

/** The latest iteration, open or closed. */
async function findLatestIteration(tx: Transaction, signalId: number) {
  const [row] = await tx.query<{ id: number; direction: Direction; opened_ms: number; closed_ms: number | null }>({
    name: "trading.findLatestIteration",
    text: `select id, direction, opened_ms, closed_ms from trading.signal_iterations
      where signal_id = $1 order by number desc limit 1`,
    values: [signalId],
  });
  return row;
}

/**
 * Whether the signal's author has an account that is open. If so, it cannot be closed before the transaction ends. Called
 * before the signal is locked, as closing an account locks them in this order.
 */
export async function holdAuthor(tx: Transaction, signalId: number): Promise<boolean> {
  const rows = await tx.query({
    name: "trading.holdAuthorOfSignal",
    text: `select from trading.users author
      where author.id = (select owner_uid from trading.signals where id = $1) and author.closed_at is null for key share`,
    values: [signalId],
  });
  return rows.length === 1;
}

/** One that the user may change. @throws signalErrors.notFound, notYours */
export async function holdSignal(tx: Transaction, by: SignalDoer, id: number): Promise<HeldSignal> {
  const held = await lockSignal(tx, id);
  if (!held) throw signalErrors.notFound({ id });
  if (held.ownerUid !== by.ownerUid || (!by.changesAccount && held.uid !== by.uid)) throw signalErrors.notYours({ id });
  return held;
}

/** The known state of a signal before it is triggered. @throws signalErrors.notFound, notYours */
export async function readTarget(q: Queryable, by: SignalDoer, id: number): Promise<TriggerTarget> {
  const [row] = await q.query<Pick<Row, "id" | "owner_uid" | "uid" | "code" | "quote">>({
    name: "trading.readSignalTarget",
    text: "select id, owner_uid, uid, code, quote from trading.signals where id = $1 and deleted_ms is null",
    values: [id],
  });
  if (!row) throw signalErrors.notFound({ id });
  if (row.owner_uid !== by.ownerUid || (!by.changesAccount && row.uid !== by.uid)) throw signalErrors.notYours({ id });
  return { id: row.id, code: row.code, quote: row.quote };
}
