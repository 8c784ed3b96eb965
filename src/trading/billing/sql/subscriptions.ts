/** Rows of subscriptions. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { begun, type Subscription } from "../core/change-terms.ts";
import type { BaseId } from "../core/packages.ts";
import { FREE_TERMS, type Overrides } from "../core/terms.ts";

/** A subscription while its row is locked. */
export interface LockedSubscription {
  readonly ownerUid: number;
  readonly subscription: Subscription;
  /** Since when its current month could not be charged. */
  readonly dueSince: Instant | undefined;
  readonly revision: number;
}

interface Row {
  readonly base_id: BaseId;
  readonly overrides: string;
  readonly price: string;
  readonly period_from: Instant | null;
  readonly period_to: Instant | null;
  readonly anchor_day: number | null;
  readonly next_base_id: BaseId | null;
  readonly next_overrides: string | null;
  readonly next_price: string | null;
  readonly due_since: Instant | null;
  readonly revision: number;
}

const COLUMNS = `base_id, overrides, price, period_from, period_to, anchor_day, next_base_id, next_overrides, next_price,
  due_since, revision`;

/** An account's subscription, read without a lock. */
export async function findSubscription(q: Queryable, ownerUid: number): Promise<Subscription> {
  const [row] = await q.query<Row>({
    name: "trading.findSubscription",
    text: `select ${COLUMNS} from trading.subscriptions where owner_id = $1`,
    values: [ownerUid],
  });
  return row ? subscriptionOf(row) : begun({ terms: FREE_TERMS, price: 0n }, 0 as Instant);
}

/** Locks an account's subscription; makes the free one where there is none. Before anything of the ledger. */
export async function lockSubscription(tx: Transaction, ownerUid: number, at: Instant): Promise<LockedSubscription> {
  await addSubscription(tx, ownerUid, at);
  const [row] = await tx.query<Row>({
    name: "trading.lockSubscription",
    text: `select ${COLUMNS} from trading.subscriptions where owner_id = $1 for no key update`,
    values: [ownerUid],
  });
  invariant(row, "a subscription that was made is there");
  return {
    ownerUid,
    subscription: subscriptionOf(row),
    dueSince: row.due_since ?? undefined,
    revision: row.revision,
  };
}

/** Something to lock, for an account that has never chosen. */
async function addSubscription(tx: Transaction, ownerUid: number, at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.addSubscription",
    text: `insert into trading.subscriptions (owner_id, base_id, created_at, updated_at) values ($1, 'free', $2, $2)
      on conflict (owner_id) do nothing`,
    values: [ownerUid, timestamp(at)],
  });
}

/** Puts a subscription in the place of the one that is locked, with the next revision. */
export async function writeSubscription(
  tx: Transaction,
  locked: LockedSubscription,
  subscription: Subscription,
  at: Instant,
  dueSince?: Instant,
): Promise<LockedSubscription> {
  const { terms, price, period, anchorDay, next } = subscription;
  await tx.execute({
    name: "trading.writeSubscription",
    text: `update trading.subscriptions set base_id = $2, overrides = $3, price = $4, period_from = $5, period_to = $6,
      anchor_day = $7, next_base_id = $8, next_overrides = $9, next_price = $10, due_since = $11, revision = $12,
      updated_at = $13 where owner_id = $1`,
    values: [
      locked.ownerUid,
      terms.baseId,
      JSON.stringify(terms.overrides),
      String(price),
      period ? timestamp(period.from) : null,
      period ? timestamp(period.to) : null,
      anchorDay ?? null,
      next?.terms.baseId ?? null,
      next ? JSON.stringify(next.terms.overrides) : null,
      next ? String(next.price) : null,
      dueSince === undefined ? null : timestamp(dueSince),
      locked.revision + 1,
      timestamp(at),
    ],
  });
  return { ownerUid: locked.ownerUid, subscription, dueSince, revision: locked.revision + 1 };
}

/** Accounts whose month is over, page by page. */
export async function listDueSubscriptions(q: Queryable, at: Instant, after: number): Promise<number[]> {
  const rows = await q.query<{ readonly owner_id: number }>({
    name: "trading.listDueSubscriptions",
    text: `select owner_id from trading.subscriptions where period_to <= $1 and owner_id > $2 order by owner_id limit 500`,
    values: [timestamp(at), after],
  });
  return rows.map(({ owner_id }) => owner_id);
}

function subscriptionOf(row: Row): Subscription {
  return {
    terms: { baseId: row.base_id, overrides: JSON.parse(row.overrides) as Overrides },
    price: BigInt(row.price),
    period:
      row.period_from === null || row.period_to === null ? undefined : { from: row.period_from, to: row.period_to },
    anchorDay: row.anchor_day ?? undefined,
    next:
      row.next_base_id === null
        ? undefined
        : {
            terms: { baseId: row.next_base_id, overrides: JSON.parse(row.next_overrides ?? "{}") as Overrides },
            price: BigInt(row.next_price ?? 0),
          },
  };
}
