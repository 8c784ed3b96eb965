import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { MailDeps } from "../send-mails.ts";

const KEPT_DAYS = 30;

/** Forgets old mail: addresses are kept only as long as users may ask about a mail. */
export const trimMailsJob = job({
  name: "trading.trimMails",
  about: `Forgets mails that are older than ${KEPT_DAYS} days.`,
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 60_000,

  async run({ mails, clock }: MailDeps) {
    await mails.trim(plusMillis(clock.now(), -KEPT_DAYS * DAY_MS));
  },
});
