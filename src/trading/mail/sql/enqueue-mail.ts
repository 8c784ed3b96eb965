/** The outbox of mail: a mail is due exactly when the change that it tells of has been committed. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";

export interface NewMail {
  /** One address. */
  readonly to: string;
  /** One line, at most 200 characters. */
  readonly subject: string;
  /** Plain text, at most 20,000 characters. */
  readonly text: string;
  /** Whom it is about. */
  readonly uid?: number;
  readonly at: Instant;
}

/** Line breaks would begin another header, so they become blanks: subjects may quote what people typed. */
const CONTROL = /\p{Cc}+/gu;
const MAX_SUBJECT = 200;
const MAX_TEXT = 20_000;

/** Puts a mail into the outbox. It is sent within a few seconds after the transaction, or later by further attempts. */
export async function enqueueMail(tx: Transaction, mail: NewMail): Promise<void> {
  invariant(mail.text.length <= MAX_TEXT, "a mail has at most 20,000 characters");
  await tx.execute({
    name: "trading.enqueueMail",
    text: `insert into trading.mails (uid, recipient, subject, body, created_at, due_at)
      values ($1, $2, $3, $4, $5, $5)`,
    values: [
      mail.uid ?? null,
      mail.to,
      mail.subject.replace(CONTROL, " ").slice(0, MAX_SUBJECT),
      mail.text,
      timestamp(mail.at),
    ],
  });
}
