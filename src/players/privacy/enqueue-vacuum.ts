import { enqueue } from "../../kit/jobs/enqueue.ts";
import type { Transaction } from "../../kit/sql/database.ts";
import { plusMillis, type Instant } from "../../kit/time/instant.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import { vacuumErasedData } from "./jobs/vacuum-erased-data.ts";

/**
 * Makes it due after an erasure, in its transaction, that erased rows leave the files of the tables. Erasures of one
 * minute share a run. The servers' worker does it, now or when it starts.
 */
export function enqueueVacuum(tx: Transaction, now: Instant): Promise<void> {
  return enqueue(tx, vacuumErasedData, {}, { key: vacuumErasedData.name, runAt: plusMillis(now, MINUTE_MS) });
}
