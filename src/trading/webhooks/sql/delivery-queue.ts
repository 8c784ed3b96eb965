/**
 * The due deliveries, and which process delivers them. A webhook is claimed by one process at a time for a short
 * while, so that a receiver that does not answer delays only its own deliveries.
 */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Viewer } from "../core/happening.ts";
import type { ClaimedWebhook, DeliveryBounds, DeliveryQueue, DueDelivery } from "../store.ts";
import { viewerValues } from "./seen-condition.ts";
import { IS_SEEN } from "./user-deliveries.ts";
import { viewerOfRow, type ViewerRow } from "./viewer-row.ts";

const WAITS = "d.delivered_at is null and d.gave_up_at is null";
/** Users who are switched off receive nothing; what waits for them is sent if they are switched on again within a day. */
const USER_IS_ACTIVE = `(select u.is_active and o.is_active from trading.users u join trading.users o on o.id = w.owner_uid
  where u.id = w.uid)`;
const TAKEN = "the user of the webhook may not see any more what this is about";
const ORPHANS = 5_000;

export function deliveryQueue(db: Queryable): DeliveryQueue {
  return {
    claim: (now, until, limit) => claimWebhooks(db, now, until, limit),
    listDue: (webhookId, now, limit) => listDue(db, webhookId, now, limit),
    postpone: (delivery, dueAt) => postpone(db, delivery, dueAt),
    release: (webhookId, { failures, restsUntil }) => release(db, webhookId, failures, restsUntil),
    countWaiting: () => countWaiting(db),
  };
}

export function deliveryBounds(db: Database): DeliveryBounds {
  return {
    disableFlooded: (most, at) => disableFlooded(db, most, at),
    giveUpLate: (dueBefore, at) => giveUpLate(db, dueBefore, at),
    removeOrphans: () => removeOrphans(db),
  };
}

/**
 * Asked twice a second by every process that works. It goes from one webhook with something to deliver to the next, by the
 * index, however much waits for each.
 */
async function claimWebhooks(db: Queryable, now: Instant, until: Instant, limit: number): Promise<ClaimedWebhook[]> {
  return db.query<ClaimedWebhook>({
    name: "trading.courierClaimWebhooks",
    text: `with recursive waiting (webhook_id) as (
        (select d.webhook_id from trading.webhook_deliveries d where ${WAITS} order by d.webhook_id limit 1)
        union all
        select (select d.webhook_id from trading.webhook_deliveries d
          where ${WAITS} and d.webhook_id > waiting.webhook_id order by d.webhook_id limit 1)
        from waiting where waiting.webhook_id is not null
      ), ready as (
        select w.id from waiting join trading.webhooks w on w.id = waiting.webhook_id
        where w.busy_until <= $1 and w.rests_until <= $1 and ${USER_IS_ACTIVE} and exists (
          select from trading.webhook_deliveries d where ${WAITS} and d.webhook_id = w.id and d.due_at <= $1)
        order by random() limit $3 for no key update of w skip locked
      )
      update trading.webhooks w set busy_until = $2 from ready where w.id = ready.id
      returning w.id, w.failures`,
    values: [timestamp(now), timestamp(until), limit],
  });
}

/** The oldest first. None of a webhook that is gone, or whose user was switched off, or may not see any more what it is about. */
async function listDue(db: Queryable, webhookId: string, now: Instant, limit: number): Promise<DueDelivery[]> {
  const viewer = await findViewer(db, webhookId);
  if (!viewer) return [];
  // A main account sees everything.
  if (viewer.uid !== viewer.ownerUid) await giveUpUnseen(db, viewer, webhookId, now);
  return db.query<DueDelivery>({
    name: "trading.courierListDue",
    text: `select d.id, d.tries, d.due_at as "dueAt" from trading.webhook_deliveries d
      where ${WAITS} and d.webhook_id = $1 and d.due_at <= $2 order by d.due_at, d.id limit $3`,
    values: [webhookId, timestamp(now), limit],
  });
}

/** The active user of a webhook. */
async function findViewer(db: Queryable, webhookId: string): Promise<Viewer | undefined> {
  const [row] = await db.query<ViewerRow>({
    name: "trading.courierFindViewer",
    text: `select w.uid, w.owner_uid, u.rights, plan.base_id, plan.overrides
      from trading.webhooks w join trading.users u on u.id = w.uid
        left join trading.subscriptions plan on plan.owner_id = w.owner_uid
      where w.id = $1 and ${USER_IS_ACTIVE}`,
    values: [webhookId],
  });
  return row && viewerOfRow(row);
}

/** What is due and was about something that the user saw then, and does not see now. */
async function giveUpUnseen(db: Queryable, viewer: Viewer, webhookId: string, now: Instant): Promise<void> {
  await db.execute({
    name: "trading.courierGiveUpUnseen",
    text: `update trading.webhook_deliveries d set gave_up_at = $7, last_error = '${TAKEN}'
      where ${WAITS} and d.webhook_id = $6 and d.due_at <= $7 and not ${IS_SEEN}`,
    values: [...viewerValues(viewer), webhookId, timestamp(now)],
  });
}

/** This attempt failed. The first one after a redelivery does not count it. */
async function postpone(db: Queryable, { id, dueAt: was }: Pick<DueDelivery, "id" | "dueAt">, dueAt: Instant) {
  await db.execute({
    name: "trading.courierPostpone",
    text: `update trading.webhook_deliveries d set tries = d.tries + 1, due_at = $2 where d.id = $1
      and d.due_at = $3 and ${WAITS}`,
    values: [id, timestamp(dueAt), timestamp(was)],
  });
}

/** Others may claim it, after its rest. */
async function release(db: Queryable, webhookId: string, failures: number, restsUntil: Instant): Promise<void> {
  await db.execute({
    name: "trading.courierRelease",
    text: `update trading.webhooks set busy_until = '-infinity', failures = $2, rests_until = $3 where id = $1`,
    values: [webhookId, failures, timestamp(restsUntil)],
  });
}

/** For the operator. */
async function countWaiting(db: Queryable): Promise<number> {
  const [row] = await db.query<{ waiting: number }>({
    name: "trading.countWaitingDeliveries",
    text: `select count(*) as waiting from trading.webhook_deliveries d where ${WAITS}`,
  });
  return row?.waiting ?? 0;
}

/** Deliveries that wait for an unreachable receiver are bounded, and its user finds out why nothing comes. */
async function disableFlooded(db: Queryable, most: number, at: Instant): Promise<number> {
  const [row] = await db.query<{ givenUp: number }>({
    name: "trading.disableFloodedWebhooks",
    text: `with flooded as (
        select d.webhook_id as id from trading.webhook_deliveries d where ${WAITS}
        group by d.webhook_id having count(*) > $1
      ), given_up as (
        update trading.webhook_deliveries d
        set gave_up_at = $2, last_error = coalesce(d.last_error, 'too many deliveries waited: the webhook was disabled')
        from flooded where d.webhook_id = flooded.id and ${WAITS} returning d.id
      ), disabled as (
        update trading.webhooks w set enabled = false, disabled_because = 'more than ' || $1 || ' deliveries waited'
        from flooded where w.id = flooded.id
      )
      select count(*) as "givenUp" from given_up`,
    values: [most, timestamp(at)],
  });
  return row?.givenUp ?? 0;
}

/** Those of a webhook that rests for long, or whose user is switched off, are not attempted twelve times. */
async function giveUpLate(db: Queryable, dueBefore: Instant, at: Instant): Promise<number> {
  return db.execute({
    name: "trading.giveUpLateDeliveries",
    text: `update trading.webhook_deliveries d
      set gave_up_at = $2, last_error = coalesce(d.last_error,
        'not attempted for a day: the receiver did not answer others, or the user was switched off')
      where ${WAITS} and d.due_at < $1`,
    values: [timestamp(dueBefore), timestamp(at)],
  });
}

/** Deliveries written while their webhook was being deleted. */
async function removeOrphans(db: Queryable): Promise<number> {
  return db.execute({
    name: "trading.removeOrphanedDeliveries",
    text: `delete from trading.webhook_deliveries where id in (
      select d.id from trading.webhook_deliveries d
      where not exists (select from trading.webhooks w where w.id = d.webhook_id) limit ${ORPHANS})`,
  });
}
