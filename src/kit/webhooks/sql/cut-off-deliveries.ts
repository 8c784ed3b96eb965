/** Deliveries whose job has ended without an end of its own: its last try was cut off. */
import type { Queryable } from "../../sql/database.ts";
import { timestamp } from "../../sql/values.ts";
import type { DeliverWebhook } from "../jobs.ts";
import type { WebhookService } from "../service.ts";
import type { CutOffDeliveries } from "../store.ts";
import { schemaOf } from "./schema.ts";

const CUT_OFF = "the last attempt was cut off";

/** @param job the one that `enqueueDeliveries` makes of each delivery. */
export function cutOffDeliveries(
  db: Queryable,
  service: WebhookService,
  job: Pick<DeliverWebhook, "name">,
): CutOffDeliveries {
  const schema = schemaOf(service);
  return {
    // A try that runs holds its job, which is given back when its process has died. `redeliver` makes a new one.
    giveUp: (at) =>
      db.execute({
        name: `${schema}.giveUpCutOffDeliveries`,
        text: `update ${schema}.webhook_deliveries d set gave_up_at = $1,
          last_error = case when d.last_error like '%' || $2 then d.last_error else concat_ws('; ', d.last_error, $2) end
          where d.delivered_at is null and d.gave_up_at is null and not exists (
            select from graphile_worker.jobs j where j.key = $3 || ' ' || d.id
              and (j.locked_at is not null or j.attempts < j.max_attempts))`,
        values: [timestamp(at), CUT_OFF, job.name],
      }),
  };
}
