/** Opening tickets and bringing them forward. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { lockUser } from "../../users/index.ts";
import { afterSteps, ticketNumber, type TicketEvent, type TicketStatus } from "../core/ticket-state.ts";
import {
  MAX_MESSAGES,
  MAX_OPEN_TICKETS,
  type Doing,
  type NewTicket,
  type Refused,
  type StepsFor,
  type StoredTicket,
} from "../store.ts";
import { findTicket } from "./read-tickets.ts";

interface LockedTicket {
  readonly uid: number;
  readonly owner_id: number;
  readonly subject: string;
  readonly status: TicketStatus;
  readonly messages: number;
}

const STAFF_ACTIONS: Readonly<Record<TicketEvent, string>> = {
  userWrites: "ticket.write",
  staffAnswers: "ticket.answer",
  staffAsks: "ticket.ask",
  close: "ticket.close",
  reopen: "ticket.reopen",
};

/** Opens a ticket, unless the user has as many open ones as may be: counted after the user's row is locked. */
export async function createTicket(
  tx: Transaction,
  { uid, ownerUid, at }: Doing,
  ticket: NewTicket,
): Promise<StoredTicket | "too_many_open"> {
  await lockUser(tx, uid);
  if ((await countOpenTickets(tx, uid)) >= MAX_OPEN_TICKETS) return "too_many_open";
  const id = await insertTicket(tx, { uid, ownerUid, at }, ticket);
  await addMessage(tx, id, { authorUid: uid, isStaff: false, body: ticket.message, at });
  const details = { category: ticket.category, priority: ticket.priority };
  await recordAudit(tx, { ownerUid, uid, action: "ticket.create", subject: String(id), details, at });
  const created = await findTicket(tx, uid, id);
  invariant(created, "a ticket that was just made is there");
  return created;
}

/** A user's changes of an own ticket. The user's row is locked before the ticket's, as in `createTicket`. */
export async function changeOwnTicket(
  tx: Transaction,
  { uid, ownerUid, at }: Doing,
  id: number,
  stepsFor: StepsFor,
): Promise<StoredTicket | Refused> {
  await lockUser(tx, uid);
  const ticket = await lockTicket(tx, uid, id);
  if (!ticket) return "not_found";
  const steps = stepsFor(ticket.status);
  const after = afterSteps(ticket, steps, MAX_MESSAGES.user);
  if (!("added" in after)) return after;
  const reopens = ticket.status === "closed" && after.status !== "closed";
  if (reopens && (await countOpenTickets(tx, uid)) >= MAX_OPEN_TICKETS) return "too_many_open";
  for (const body of after.added) await addMessage(tx, id, { authorUid: uid, isStaff: false, body, at });
  if (steps.length > 0) {
    await setStatus(tx, id, after.status, at);
    const details = { status: after.status, messages: after.added.length };
    await recordAudit(tx, { ownerUid, uid, action: "ticket.update", subject: String(id), details, at });
  }
  return (await findTicket(tx, uid, id)) ?? "not_found";
}

/** Changes of any ticket by staff. Messages go to the user's own address too, in the same transaction. */
export async function changeAnyTicket(
  tx: Transaction,
  { uid, at }: Doing,
  id: number,
  stepsFor: StepsFor,
): Promise<StoredTicket | Refused> {
  const ticket = await lockTicket(tx, undefined, id);
  if (!ticket) return "not_found";
  const steps = stepsFor(ticket.status);
  const after = afterSteps(ticket, steps, MAX_MESSAGES.staff);
  if (!("added" in after)) return after;
  for (const body of after.added) {
    await addMessage(tx, id, { authorUid: uid, isStaff: true, body, at });
    await sendAnswer(tx, { id, ...ticket }, body, at);
  }
  await setStatus(tx, id, after.status, at);
  for (const { event } of steps) {
    const entry = { ownerUid: ticket.owner_id, uid, action: STAFF_ACTIONS[event], subject: String(id), at };
    await recordAudit(tx, entry);
  }
  return (await findTicket(tx, undefined, id)) ?? "not_found";
}

/** Tells the user, at the account's address: that of the ticket was never proven. */
async function sendAnswer(
  tx: Transaction,
  ticket: { readonly id: number; readonly uid: number; readonly subject: string },
  body: string,
  at: Instant,
): Promise<void> {
  const [user] = await tx.query<{ email: string }>({
    name: "trading.findTicketUserEmail",
    text: "select email from trading.users where id = $1 and closed_at is null",
    values: [ticket.uid],
  });
  if (!user) return;
  const number = ticketNumber(ticket.id);
  const subject = `Answer to ticket ${number}: ${ticket.subject}`;
  const text = `There is an answer to your ticket ${number}, "${ticket.subject}".\n\n${body}\n`;
  await enqueueMail(tx, { to: user.email, uid: ticket.uid, subject, text, at });
}

/** Holds a ticket as it is; `uid` undefined for staff, who change everybody's. */
async function lockTicket(tx: Transaction, uid: number | undefined, id: number): Promise<LockedTicket | undefined> {
  const [row] = await tx.query<LockedTicket>({
    name: "trading.lockTicket",
    text: `select uid, owner_id, subject, status, messages from trading.tickets
      where id = $2 and ($1::bigint is null or uid = $1) for update`,
    values: [uid ?? null, id],
  });
  return row;
}

/** How many tickets of a user are not closed. */
async function countOpenTickets(db: Queryable, uid: number): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countOpenTickets",
    text: "select count(*) as total from trading.tickets where uid = $1 and status <> 'closed'",
    values: [uid],
  });
  return row?.total ?? 0;
}

/** A ticket without its first message, which its caller adds. */
async function insertTicket(tx: Transaction, { uid, ownerUid, at }: Doing, ticket: NewTicket): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertTicket",
    text: `insert into trading.tickets (uid, owner_id, contact_name, contact_email, subject, category, priority, status,
        created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, 'open', $8::timestamptz, $8::timestamptz) returning id`,
    values: [
      uid,
      ownerUid,
      ticket.contactName,
      ticket.contactEmail,
      ticket.subject,
      ticket.category,
      ticket.priority,
      timestamp(at),
    ],
  });
  invariant(row, "a ticket that was inserted has an id");
  return row.id;
}

/** Adds a message and counts it. */
async function addMessage(
  tx: Transaction,
  ticketId: number,
  message: { readonly authorUid: number; readonly isStaff: boolean; readonly body: string; readonly at: Instant },
): Promise<void> {
  await tx.execute({
    name: "trading.addTicketMessage",
    text: `with message as (
        insert into trading.ticket_messages (ticket_id, author_uid, is_staff, body, created_at)
        values ($1, $2, $3, $4, $5)
      )
      update trading.tickets set messages = messages + 1 where id = $1`,
    values: [ticketId, message.authorUid, message.isStaff, message.body, timestamp(message.at)],
  });
}

/** Whose turn it is from now on. Staff get a mail when a ticket becomes open, and not for each message in it. */
async function setStatus(tx: Transaction, id: number, status: TicketStatus, at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.setTicketStatus",
    text: "update trading.tickets set is_told = is_told and status = $2, status = $2, updated_at = $3 where id = $1",
    values: [id, status, timestamp(at)],
  });
}
