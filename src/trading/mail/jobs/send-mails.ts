import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { sendMails, type MailDeps } from "../send-mails.ts";

/** Sends what is due. Any number may run at once: each mail is claimed by one of them. */
export const sendMailsJob = job({
  name: "trading.sendMails",
  about: "Sends the mails that are due, and tries again those that failed.",
  input: Type.Object({ most: Type.Optional(Type.Integer({ minimum: 1 })) }),
  // The next minute's run does what one could not.
  retry: { maxAttempts: 1 },
  timeoutMs: 300_000,

  run: (deps: MailDeps, { most }, { signal }) => sendMails(deps, signal, most),
});
