/** Deliveries whose job has ended without an end of its own: its last try was cut off. */
import type { Database, Transaction } from "../../sql/database.ts";
import { timestamp } from "../../sql/values.ts";
import type { Instant } from "../../time/instant.ts";
import type { DeliverWebhook } from "../jobs.ts";
import type { WebhookService } from "../service.ts";
import type { CutOffDeliveries } from "../store.ts";
import { schemaOf, type Schema } from "./schema.ts";

/** More are given up by the next run. */
const AT_ONCE = 10_000;
const CUT_OFF = "the last attempt was cut off";

/** @param job the one that `enqueueDeliveries` makes of each delivery. */
export function cutOffDeliveries(
  db: Pick<Database, "transaction">,
  service: WebhookService,
  job: Pick<DeliverWebhook, "name">,
): CutOffDeliveries {
  const schema = schemaOf(service);
  return {
    giveUp: (at) =>
      db.transaction(async (tx) => {
        const ids = await holdWithoutJob(tx, schema, job);
        return ids.length === 0 ? 0 : giveUp(tx, schema, job, { ids, at });
      }),
  };
}

/** A try that runs holds its job, which is given back when its process has died. `redeliver` makes a new one. */
const HAS_NO_JOB = `not exists (select from graphile_worker.jobs j where j.key = $1 || ' ' || d.id
  and (j.locked_at is not null or j.attempts < j.max_attempts))`;

/** Waits for a `redeliver` in progress, whose job this statement does not see. */
async function holdWithoutJob(
  tx: Transaction,
  schema: Schema,
  { name }: Pick<DeliverWebhook, "name">,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>({
    name: `${schema}.holdCutOffDeliveries`,
    text: `select d.id from ${schema}.webhook_deliveries d
      where d.delivered_at is null and d.gave_up_at is null and ${HAS_NO_JOB} order by d.id limit ${AT_ONCE} for no key update`,
    values: [name],
  });
  return rows.map(({ id }) => id);
}

/** Of those that are held, without those that were asked for again just before. */
async function giveUp(
  tx: Transaction,
  schema: Schema,
  { name }: Pick<DeliverWebhook, "name">,
  { ids, at }: { readonly ids: readonly number[]; readonly at: Instant },
): Promise<number> {
  return tx.execute({
    name: `${schema}.giveUpCutOffDeliveries`,
    text: `update ${schema}.webhook_deliveries d set gave_up_at = $3,
      last_error = case when d.last_error like '%' || $4 then d.last_error else concat_ws('; ', d.last_error, $4) end
      where d.id = any ($2::bigint[]) and ${HAS_NO_JOB}`,
    values: [name, ids, timestamp(at), CUT_OFF],
  });
}
