/** Mail as a port: a sender's needs, for any transport. */

/** One mail to one address, in plain text. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /**
   * Left part of the Message-ID. The same for every attempt at one mail, so that receivers recognise a repeat
   * (RFC 5322, section 3.6.4). Letters, digits and hyphens.
   */
  readonly key: string;
}

export interface MailCarrier {
  /**
   * Hands a mail over. Resolves when the server has taken it. After a rejection it may all the same have arrived: the
   * answer can be lost.
   *
   * @throws MailError
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>;
}

/** The reach of a refusal: this mail permanently, this mail for now, or every mail that would follow. */
export type MailFailure = "refused" | "deferred" | "unreachable";

/** A mail that was not taken. The message may quote the server, at most 300 characters, and holds no credentials. */
export class MailError extends Error {
  override readonly name = "MailError";
  readonly failure: MailFailure;

  constructor(failure: MailFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}
