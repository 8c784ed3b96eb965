import { enqueue } from "../../../kit/jobs/enqueue.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { sendMailsJob } from "../jobs/send-mails.ts";

/** There may be many such runs at once; the run of each minute sends the rest. */
const MAX_MAILS = 200;

/** Sends the mails of this transaction as soon as it is committed, for a user who waits for one. */
export function sendMailsSoon(tx: Transaction): Promise<void> {
  return enqueue(tx, sendMailsJob, { most: MAX_MAILS });
}
