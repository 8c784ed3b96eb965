/** Subscriptions to signals: each change with its money and its line in the trail. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordDeed } from "../../audit/index.ts";
import { lockUser } from "../../users/index.ts";
import { signalErrors } from "../errors.ts";
import type { SignalDoer } from "../store.ts";
import type { Following, Subscription } from "../subscription-store.ts";
import { holdAuthor, lockSignal, type HeldSignal } from "./hold-signal.ts";
import { payMonth } from "./pay-month.ts";

/** No package allows as many to be followed; those that have ended are left out first. */
const MAX_SUBSCRIPTIONS = 1_000;

interface Row {
  readonly id: number;
  readonly signal_id: number;
  readonly uid: number;
  readonly name: string;
  readonly code: string;
  readonly price: number;
  readonly state: Subscription["state"];
  readonly why: string;
  readonly paid_to: Instant | null;
  readonly created_at: Instant;
  readonly opening: readonly number[];
  readonly closing: readonly number[];
  readonly last_act: string | null;
}

/** Of a subscription `u`. */
const SUBSCRIPTION = `select u.id, u.signal_id, u.uid, s.name, s.code, u.price, u.state, u.why, u.paid_to, u.created_at,
      u.opening, u.closing,
      (select a.kind || ' ' || a.strategy_id || ': ' || a.state || case when a.why = '' then '' else ', ' || a.why end
        from trading.signal_acts a where a.subscription_id = u.id and a.state <> 'pending'
        order by a.ended_ms desc, a.id desc limit 1) as last_act
    from trading.signal_subscriptions u join trading.signals s on s.id = u.signal_id`;

/** Those of a user, or of all users of an account. */
export async function listSubscriptions(
  q: Queryable,
  { ownerUid, uid, changesAccount }: SignalDoer,
): Promise<readonly Subscription[]> {
  const rows = await q.query<Row>({
    name: "trading.listSignalSubscriptions",
    text: `${SUBSCRIPTION} where u.owner_uid = $1 and ($2::bigint is null or u.uid = $2)
      order by u.state = 'cancelled', u.id desc limit ${MAX_SUBSCRIPTIONS}`,
    values: [ownerUid, changesAccount ? null : uid],
  });
  return rows.map(subscriptionOf).toSorted((one, other) => other.id - one.id);
}

/** How many signals an account follows. */
export async function countSubscriptions(q: Queryable, ownerUid: number): Promise<number> {
  const [row] = await q.query<{ total: number }>({
    name: "trading.countSignalSubscriptions",
    text: "select count(*) as total from trading.signal_subscriptions where owner_uid = $1 and state <> 'cancelled'",
    values: [ownerUid],
  });
  return row?.total ?? 0;
}

/** Follows a signal, or goes on with it; named by its id, or by that of the subscription. */
export async function subscribe(
  tx: Transaction,
  by: SignalDoer,
  id: number,
  { opening, closing }: Following,
  maximum: number,
): Promise<Subscription> {
  await holdFollower(tx, by, id);
  // The author first, then the signal, then what follows it, as everybody who holds them.
  const signalId = (await findSignalId(tx, by, id)) ?? id;
  const signal = (await holdAuthor(tx, signalId)) ? await lockSignal(tx, signalId) : undefined;
  if (!signal) throw signalErrors.subscriptionNotFound({ id });
  const known = await findOwn(tx, by, id);
  requireApart(opening ?? known?.opening ?? [], closing ?? known?.closing ?? []);
  const isOwn = signal.ownerUid === by.ownerUid;
  const price = isOwn ? 0n : signal.price;
  // Of what is active already, the account has decided to pay the months.
  const isDecided = by.changesAccount && known?.state === "active";
  if (price > 0n && !by.spendsMoney && !isDecided) throw signalErrors.ownerPays({ id: signal.id });
  if (known === undefined || known.state === "cancelled") await requireRoom(tx, by, signal, maximum);
  else if (known.state === "paused") await requireActiveRoom(tx, by, maximum);
  const subscriptionId = known?.id ?? (await insertSubscription(tx, by, signal, price));
  if (price > 0n) await payMonth(tx, subscriptionId, by.at);
  await tx.execute({
    name: "trading.activateSignalSubscription",
    text: `update trading.signal_subscriptions set state = 'active', why = '', opening = coalesce($2::bigint[], opening),
        closing = coalesce($3::bigint[], closing) where id = $1`,
    values: [subscriptionId, opening ?? null, closing ?? null],
  });
  await recordDeed(tx, by, "signal.subscribe", signal.id, { subscription: subscriptionId, opening, closing });
  return readSubscription(tx, subscriptionId);
}

/** A list that is not sent stays as it is. @throws signalErrors.unfitProfile */
function requireApart(opening: readonly number[], closing: readonly number[]): void {
  const both = opening.find((id) => closing.includes(id));
  if (both === undefined) return;
  throw signalErrors.unfitProfile({ id: both, reason: "it cannot both open and trade back what was opened" });
}

/** Another state, which ends what would be paid or started. */
export async function endFollowing(
  tx: Transaction,
  by: SignalDoer,
  id: number,
  state: "paused" | "cancelled",
): Promise<Subscription> {
  const known = await findOwn(tx, by, id);
  if (!known || (known.state === "cancelled" && state === "paused")) throw signalErrors.subscriptionNotFound({ id });
  await tx.execute({
    name: "trading.endFollowingOfSignal",
    text: "update trading.signal_subscriptions set state = $2, why = '' where id = $1",
    values: [known.id, state],
  });
  const action = state === "paused" ? "signal.pause" : "signal.unsubscribe";
  await recordDeed(tx, by, action, known.signal_id, { subscription: known.id });
  return readSubscription(tx, known.id);
}

/** The account, and a user of it who was not closed or deleted while the request waited for the account. */
async function holdFollower(tx: Transaction, { uid, ownerUid }: SignalDoer, id: number): Promise<void> {
  await lockUser(tx, ownerUid);
  const rows = await tx.query({
    name: "trading.findOpenFollower",
    text: "select from trading.users where id = $1 and closed_at is null",
    values: [uid],
  });
  if (rows.length === 0) throw signalErrors.subscriptionNotFound({ id });
}

/** A subscription `u` of someone who is still there. */
const IS_OF_OPEN_USER =
  "exists (select from trading.users person where person.id = u.uid and person.closed_at is null)";

/** The signal that is followed already, where `id` names a subscription that the user may change. */
async function findSignalId(
  tx: Transaction,
  { uid, ownerUid, changesAccount }: SignalDoer,
  id: number,
): Promise<number | undefined> {
  const [row] = await tx.query<{ signal_id: number }>({
    name: "trading.findSignalOfSubscription",
    text: `select u.signal_id from trading.signal_subscriptions u
      where u.owner_uid = $2 and u.id = $1 and ($4::boolean or u.uid = $3) and ${IS_OF_OPEN_USER}`,
    values: [id, ownerUid, uid, changesAccount],
  });
  return row?.signal_id;
}

/**
 * The user's own subscription, held; a main account's request reaches those of its sub-accounts by their own id. Those of
 * sub-accounts that were deleted have ended for good.
 */
async function findOwn(tx: Transaction, { uid, ownerUid, changesAccount }: SignalDoer, id: number) {
  const [row] = await tx.query<Pick<Row, "id" | "signal_id" | "state" | "opening" | "closing">>({
    name: "trading.lockOwnSignalSubscription",
    text: `select u.id, u.signal_id, u.state, u.opening, u.closing from trading.signal_subscriptions u
      where u.owner_uid = $2 and ((u.signal_id = $1 and u.uid = $3) or (u.id = $1 and ($4::boolean or u.uid = $3)))
        and ${IS_OF_OPEN_USER}
      for no key update of u`,
    values: [id, ownerUid, uid, changesAccount],
  });
  return row;
}

async function requireRoom(tx: Transaction, by: SignalDoer, signal: HeldSignal, maximum: number): Promise<void> {
  if ((await countSubscriptions(tx, by.ownerUid)) >= maximum) throw signalErrors.tooManySubscriptions({ maximum });
  if ((await countFollowers(tx, signal.id)) >= signal.subscribersMax) throw signalErrors.full({ id: signal.id });
}

/** One that was paused has its place, except where the package allows fewer by now than go on. */
async function requireActiveRoom(tx: Transaction, { ownerUid }: SignalDoer, maximum: number): Promise<void> {
  const [row] = await tx.query<{ total: number }>({
    name: "trading.countActiveSignalSubscriptions",
    text: "select count(*) as total from trading.signal_subscriptions where owner_uid = $1 and state = 'active'",
    values: [ownerUid],
  });
  if ((row?.total ?? 0) >= maximum) throw signalErrors.tooManySubscriptions({ maximum });
}

/** How many follow a signal; paused ones too. */
async function countFollowers(tx: Transaction, signalId: number): Promise<number> {
  const [row] = await tx.query<{ total: number }>({
    name: "trading.countFollowersOfSignal",
    text: "select count(*) as total from trading.signal_subscriptions where signal_id = $1 and state <> 'cancelled'",
    values: [signalId],
  });
  return row?.total ?? 0;
}

/** How many follow any signal of an account. */
export async function countSubscribers(q: Queryable, ownerUid: number): Promise<number> {
  const [row] = await q.query<{ total: number }>({
    name: "trading.countSubscribersOfDeveloper",
    text: `select count(distinct u.uid) as total
      from trading.signals s join trading.signal_subscriptions u on u.signal_id = s.id and u.state <> 'cancelled'
      where s.owner_uid = $1 and s.deleted_ms is null`,
    values: [ownerUid],
  });
  return row?.total ?? 0;
}

/** A new one: it costs the signal's present price. */
async function insertSubscription(
  tx: Transaction,
  { uid, ownerUid, at }: SignalDoer,
  { id: signalId }: HeldSignal,
  price: bigint,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertSignalSubscription",
    text: `insert into trading.signal_subscriptions (signal_id, owner_uid, uid, state, price, created_at)
      values ($1, $2, $3, 'active', $4, $5) returning id`,
    values: [signalId, ownerUid, uid, String(price), timestamp(at)],
  });
  invariant(row, "an inserted subscription is returned");
  return row.id;
}

/** Reads the row just written. */
async function readSubscription(tx: Transaction, id: number): Promise<Subscription> {
  const [row] = await tx.query<Row>({
    name: "trading.readSignalSubscription",
    text: `${SUBSCRIPTION} where u.id = $1`,
    values: [id],
  });
  invariant(row, "a subscription that was written is there");
  return subscriptionOf(row);
}

function subscriptionOf(row: Row): Subscription {
  return {
    id: row.id,
    signalId: row.signal_id,
    uid: row.uid,
    name: row.name,
    code: row.code,
    price: BigInt(row.price),
    state: row.state,
    why: row.why,
    paidTo: row.paid_to,
    createdAt: row.created_at,
    opening: row.opening,
    closing: row.closing,
    lastAct: row.last_act ?? undefined,
  };
}
