/** Alerts users, in the transaction of what they are alerted of. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { tellWebhooks } from "../../webhooks/index.ts";
import type { Alert } from "../core/alert.ts";

/**
 * Stores the alerts, and notifies the webhooks that want them. Mails and messages are decided afterwards: the commit
 * of an order waits for no user's settings. No row of a user is locked.
 */
export async function recordAlerts(
  tx: Transaction,
  ownerUids: readonly number[],
  make: () => readonly Alert[] | Promise<readonly Alert[]>,
): Promise<void> {
  if (ownerUids.length === 0) return;
  const alerts = await make();
  if (alerts.length === 0) return;
  await insertAlerts(tx, alerts);
  await tellWebhooks(tx, { ownerUids, events: ["risk.alert"] }, () =>
    alerts.map(({ kind, why, data, ...about }) => ({
      ...about,
      event: "risk.alert" as const,
      data: { alert: kind, reason: why === "" ? null : why, ...data },
    })),
  );
}

/** In the order in which they came to be. One with a subject that is there already is left out. */
async function insertAlerts(tx: Transaction, alerts: readonly Alert[]): Promise<void> {
  await tx.execute({
    name: "trading.insertAlerts",
    text: `insert into trading.alerts (owner_uid, uid, is_of_key, kind, why, data, subject, at)
      select v.owner_uid, v.uid, v.is_of_key, v.kind, v.why, v.data, v.subject, v.at
      from unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::text[], $5::text[], $6::json[], $7::text[],
        $8::timestamptz[]) with ordinality as v (owner_uid, uid, is_of_key, kind, why, data, subject, at, place)
      order by v.place
      on conflict (subject) where subject is not null do nothing`,
    values: [
      alerts.map(({ ownerUid }) => ownerUid),
      alerts.map(({ uid }) => uid),
      alerts.map(({ isOfKey }) => isOfKey === true),
      alerts.map(({ kind }) => kind),
      alerts.map(({ why }) => why),
      alerts.map(({ data }) => JSON.stringify(data)),
      alerts.map(({ subject }) => subject ?? null),
      alerts.map(({ at }) => timestamp(at)),
    ],
  });
}
