/** Makes what sends mail, from the settings. */
import type { Log } from "../../kit/log/log.ts";
import { smtpCarrier } from "../../kit/mail/smtp.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { MailDeps } from "./send-mails.ts";
import type { MailStore } from "./store.ts";

export interface MailConfig {
  readonly smtpUrl?: string | undefined;
  readonly mailFrom: string;
}

/** @throws UserError when the address of the server or the sender cannot be read. */
export function openMail(
  { smtpUrl, mailFrom }: MailConfig,
  { mails, clock, log }: { mails: MailStore; clock: Clock; log: Log },
): MailDeps {
  let hasWarned = false;
  return {
    mails,
    carrier: smtpUrl === undefined ? undefined : smtpCarrier({ url: smtpUrl, from: mailFrom }),
    warnUnconfigured(queued) {
      if (!hasWarned) log.warn({ queued }, "mail waits to be sent: no mail server is configured (smtpUrl)");
      hasWarned = true;
    },
    clock,
    log,
  };
}
