/** Deliveries become jobs, many in one statement. */
import type { Transaction } from "../../sql/database.ts";
import { traceMember } from "../../jobs/trace-member.ts";
import type { DeliverWebhook } from "../jobs.ts";

/** Makes deliveries due, in the transaction that made them. A delivery that is due already does not become so twice. */
export async function enqueueDeliveries(
  tx: Transaction,
  { name, retry }: Pick<DeliverWebhook, "name" | "retry">,
  deliveryIds: readonly number[],
): Promise<void> {
  if (deliveryIds.length === 0) return;
  await tx.query({
    name: "kit.enqueueDeliveries",
    text: `select count(graphile_worker.add_job(identifier => $1::text,
        payload => (jsonb_build_object('deliveryId', id) || $4::jsonb)::json,
        max_attempts => $2::integer, job_key => $1::text || ' ' || id)) as jobs
      from unnest($3::bigint[]) as id`,
    values: [name, retry.maxAttempts, deliveryIds, JSON.stringify(traceMember())],
  });
}
