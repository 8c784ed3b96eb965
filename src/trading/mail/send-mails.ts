/** One round of sending: mail by mail, each claimed before and brought forward after. */
import { MailError, type MailCarrier } from "../../kit/mail/mail.ts";
import { doubledMs } from "../../kit/time/back-off.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { SECOND_MS } from "../../kit/time/spans.ts";
import type { ClaimedMail, MailStore } from "./store.ts";

interface MailLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The dependencies of the jobs of mail. */
export interface MailDeps {
  readonly mails: MailStore;
  /** Undefined where no mail server is configured. */
  readonly carrier: MailCarrier | undefined;
  /** Says once in a process that mail waits because no server is configured. */
  readonly warnUnconfigured: (queued: number) => void;
  readonly clock: Clock;
  readonly log: MailLog;
}

/** Longer than any attempt, which the carrier ends after a minute: no mail is in two hands. */
const CLAIM_MS = 600_000;
/** A run ends then, so that it leaves its place to other jobs: the run of the next minute goes on. */
const RUN_MS = 55 * SECOND_MS;
/** With the pauses below, a mail is tried for about two days. */
const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 21_600_000;

/**
 * Sends mails that are due, for less than a minute; ends early when the server cannot be reached, or `signal` is aborted.
 *
 * @param most mails of this run
 */
export async function sendMails(deps: MailDeps, signal: AbortSignal, most = Infinity): Promise<void> {
  const { mails, carrier, clock } = deps;
  if (!carrier) {
    const queued = await mails.countQueued();
    if (queued > 0) deps.warnUnconfigured(queued);
    return;
  }
  const endsAt = plusMillis(clock.now(), RUN_MS);
  for (let count = 0; count < most && !signal.aborted; count++) {
    const now = clock.now();
    const mail = now < endsAt ? await mails.claim(now, plusMillis(now, CLAIM_MS)) : undefined;
    if (!mail || !(await tryToSend(deps, carrier, mail, signal))) return;
  }
}

/** How long to wait after the attempt of this number: 1 minute, then twice as long each time, at most 6 hours. */
function pauseAfter(attempt: number): number {
  return doubledMs(attempt, { firstMs: FIRST_PAUSE_MS, maxMs: MAX_PAUSE_MS });
}

/** Answers whether the next mail is worth trying. */
async function tryToSend(
  { mails, clock, log }: MailDeps,
  carrier: MailCarrier,
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<boolean> {
  const { to, subject, text, messageKey: key } = mail;
  if (text === undefined) {
    await mails.giveUp(mail, "its text was sealed with a secret key that is not here", clock.now());
    log.error({ mail: mail.id }, "a mail was given up: its text was sealed with a secret key that is not here");
    return true;
  }
  if (mail.expiresAt !== null && clock.now() >= mail.expiresAt) {
    await mails.giveUp(mail, "it could not be sent in time", clock.now());
    log.warn({ mail: mail.id }, "a mail was given up: it could not be sent in time");
    return true;
  }
  try {
    await carrier.send({ to, subject, text, key }, signal);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const fields = { err: error, mail: mail.id, attempt: mail.attempt };
    const now = clock.now();
    if (error.failure === "refused" || mail.attempt >= MAX_ATTEMPTS) {
      await mails.giveUp(mail, error.message, now);
      log.error(fields, "a mail was given up");
    } else {
      await mails.retryLater(mail, error.message, plusMillis(now, pauseAfter(mail.attempt)));
      log.warn(fields, "a mail will be tried again");
    }
    return error.failure !== "unreachable";
  }
  await mails.markSent(mail, clock.now());
  return true;
}
