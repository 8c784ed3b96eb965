/**
 * Tickets stand for a credential where a browser cannot send it. Each is used once, within seconds, and is stored only as
 * its SHA-256.
 */

/** Unused tickets of one owner that can wait at the same time. */
export const MAX_TICKETS = 100;

/** A ticket to be kept. */
export interface NewTicket<Owner> {
  /** SHA-256 of the ticket. */
  readonly hash: Buffer;
  /** The id of the credential it stands for. */
  readonly owner: Owner;
  readonly ttlSeconds: number;
}

export interface TicketStore<Owner> {
  /** Keeps a ticket by the database's clock, which all processes share. False when `MAX_TICKETS` of the owner wait. */
  add(ticket: NewTicket<Owner>): Promise<boolean>;
  /** Uses up the ticket with this SHA-256, and answers its owner; undefined for one that is unknown, used or expired. */
  take(hash: Buffer): Promise<Owner | undefined>;
}
