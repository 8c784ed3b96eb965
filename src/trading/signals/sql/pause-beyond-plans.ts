/** What an account follows above what its package allows, after it took a smaller one or lost the one it had. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { planOf } from "../../billing/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { lockUser } from "../../users/index.ts";
import { LEAST_SUBSCRIPTIONS, signalLimits } from "../core/signal-limits.ts";
import type { PausedBeyondPlans } from "../subscription-store.ts";

const BATCH = 500;

/** Each account is a transaction of its own: one that fails keeps no other back. */
export async function pauseBeyondPlans(db: Database, at: Instant, after: number): Promise<PausedBeyondPlans> {
  const owners = await listOwnersOfSeveral(db, after);
  const failures: unknown[] = [];
  for (const { owner_uid: ownerUid, total } of owners) {
    try {
      if (total <= signalLimits((await planOf(db, ownerUid)).id).subscriptions) continue;
      await db.transaction((tx) => pauseBeyondPlan(tx, ownerUid, at));
    } catch (error) {
      failures.push(error);
    }
  }
  return { last: owners.at(-1)?.owner_uid, failures };
}

/** The package is read again once nobody else can subscribe. */
async function pauseBeyondPlan(tx: Transaction, ownerUid: number, at: Instant): Promise<void> {
  const owner = await lockUser(tx, ownerUid);
  const plan = await planOf(tx, ownerUid);
  const { subscriptions: maximum } = signalLimits(plan.id);
  const why = `the package allows ${maximum} ${maximum === 1 ? "signal" : "signals"} to be followed`;
  const paused = await pauseNewest(tx, ownerUid, maximum, why);
  if (paused.length === 0 || !owner) return;
  for (const { id, signal_id: signalId } of paused) {
    const details = { subscription: id, why };
    await recordAudit(tx, { ownerUid, uid: null, action: "signal.paused", subject: String(signalId), details, at });
  }
  const counted = paused.length === 1 ? "1 signal that you follow is" : `${paused.length} signals that you follow are`;
  await enqueueMail(tx, {
    to: owner.email,
    subject: `${counted} paused`,
    text: `Hello ${owner.username},

your package ${plan.name} allows ${maximum} ${maximum === 1 ? "signal" : "signals"} to be followed. You go on with the oldest; the newer ones are paused:
${paused.map(({ name, signal_id: id }) => `- ${name} (${id})`).join("\n")}

No strategy starts for them, and no month of them is paid. What is open is still closed when the signal closes.
To go on with one of them, pause another one first, or take a bigger package and subscribe again.
`,
    uid: ownerUid,
    at,
  });
}

/** Accounts that follow more than every package allows. */
async function listOwnersOfSeveral(q: Queryable, after: number) {
  return q.query<{ owner_uid: number; total: number }>({
    name: "trading.listOwnersOfSeveralSubscriptions",
    text: `select owner_uid, count(*) as total from trading.signal_subscriptions
      where state = 'active' and owner_uid > $1 group by owner_uid having count(*) > ${LEAST_SUBSCRIPTIONS}
      order by owner_uid limit ${BATCH}`,
    values: [after],
  });
}

/** All that go on but the oldest `maximum`. */
async function pauseNewest(tx: Transaction, ownerUid: number, maximum: number, why: string) {
  return tx.query<{ id: number; signal_id: number; name: string }>({
    name: "trading.pauseNewestSubscriptions",
    text: `update trading.signal_subscriptions u set state = 'paused', why = $3
      from trading.signals s
      where s.id = u.signal_id and u.state = 'active' and u.id in (select id from trading.signal_subscriptions
        where owner_uid = $1 and state = 'active' order by id offset $2 limit 1000)
      returning u.id, u.signal_id, s.name`,
    values: [ownerUid, maximum, why],
  });
}
