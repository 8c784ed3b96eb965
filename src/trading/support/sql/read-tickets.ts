/** Reading tickets with their messages. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import {
  LISTED_MESSAGE_BYTES,
  LISTED_MESSAGES,
  type Category,
  type Priority,
  type StoredMessage,
  type StoredTicket,
  type TicketFilter,
} from "../store.ts";
import type { TicketStatus } from "../core/ticket-state.ts";

interface Row {
  readonly id: number;
  readonly uid: number;
  readonly username: string;
  readonly contact_name: string;
  readonly contact_email: string;
  readonly subject: string;
  readonly category: Category;
  readonly priority: Priority;
  readonly status: TicketStatus;
  readonly messages: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

interface MessageRow {
  readonly id: number;
  readonly ticket_id: number;
  readonly is_staff: boolean;
  readonly body: string;
  readonly created_at: Instant;
}

const SELECT = `select ticket.id, ticket.uid, users.username, ticket.contact_name, ticket.contact_email, ticket.subject,
    ticket.category, ticket.priority, ticket.status, ticket.messages, ticket.created_at, ticket.updated_at
  from trading.tickets as ticket join trading.users on users.id = ticket.uid`;

const MATCHES = `($1::bigint is null or ticket.uid = $1) and ($2::text is null or ticket.status = $2)
  and ($3::text is null or ticket.category = $3)`;

/** How many messages of each ticket, and how many bytes of them all. */
interface Most {
  readonly messages: number;
  readonly bytes: number;
}

/** More than a ticket ever holds. */
const ALL: Most = { messages: 1_000, bytes: 1_000_000_000 };
const LISTED: Most = { messages: LISTED_MESSAGES, bytes: LISTED_MESSAGE_BYTES };

/** One page of a user's own tickets, newest first. */
export async function listOwnTickets(
  db: Queryable,
  uid: number,
  filter: TicketFilter,
  page: Page,
): Promise<StoredTicket[]> {
  const rows = await db.query<Row>({
    name: "trading.listOwnTickets",
    text: `${SELECT} where ticket.uid = $1 and ($2::text is null or ticket.status = $2)
        and ($3::text is null or ticket.category = $3)
      order by ticket.id desc limit $4 offset $5`,
    values: [uid, filter.status ?? null, filter.category ?? null, page.limit, page.offset],
  });
  return withMessages(db, rows, LISTED);
}

/** One page of everybody's tickets, for staff: what was changed longest ago first. */
export async function listAnyTickets(db: Queryable, filter: TicketFilter, page: Page): Promise<StoredTicket[]> {
  const rows = await db.query<Row>({
    name: "trading.listAnyTickets",
    text: `${SELECT} where ${MATCHES} order by ticket.updated_at, ticket.id limit $4 offset $5`,
    values: [filter.uid ?? null, filter.status ?? null, filter.category ?? null, page.limit, page.offset],
  });
  return withMessages(db, rows, LISTED);
}

/** How many tickets the pages hold together. */
export async function countTickets(db: Queryable, filter: TicketFilter): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countTickets",
    text: `select count(*) as total from trading.tickets as ticket where ${MATCHES}`,
    values: [filter.uid ?? null, filter.status ?? null, filter.category ?? null],
  });
  return row?.total ?? 0;
}

/** One ticket with all its messages; `uid` undefined for staff, who see everybody's. */
export async function findTicket(
  db: Queryable,
  uid: number | undefined,
  id: number,
): Promise<StoredTicket | undefined> {
  const rows = await db.query<Row>({
    name: "trading.findTicket",
    text: `${SELECT} where ticket.id = $2 and ($1::bigint is null or ticket.uid = $1)`,
    values: [uid ?? null, id],
  });
  const [ticket] = await withMessages(db, rows, ALL);
  return ticket;
}

/**
 * Adds to each ticket its latest messages, oldest first, with one query for all. Where they are too long together, all tickets
 * have fewer; the latest of each stays.
 */
async function withMessages(db: Queryable, rows: readonly Row[], most: Most): Promise<StoredTicket[]> {
  if (rows.length === 0) return [];
  const messages = await db.query<MessageRow>({
    name: "trading.listTicketMessages",
    text: `select id, ticket_id, is_staff, body, created_at from (
        select message.id, message.ticket_id, message.is_staff, message.body, message.created_at, message.nth,
          sum(octet_length(message.body)) over (order by message.nth, message.id desc) as bytes
        from unnest($1::bigint[]) as ticket (id) cross join lateral (
          select id, ticket_id, is_staff, body, created_at, row_number() over (order by id desc) as nth
          from trading.ticket_messages where ticket_id = ticket.id order by id desc limit $2
        ) as message
      ) as listed where nth = 1 or bytes <= $3 order by id`,
    values: [rows.map(({ id }) => id), most.messages, most.bytes],
  });
  const byTicket = new Map(rows.map(({ id }) => [id, [] as StoredMessage[]]));
  for (const message of messages) byTicket.get(message.ticket_id)?.push(messageOf(message));
  return rows.map((row) => ticketOf(row, byTicket.get(row.id) ?? []));
}

function messageOf(row: MessageRow): StoredMessage {
  return { id: row.id, isStaff: row.is_staff, body: row.body, createdAt: row.created_at };
}

function ticketOf(row: Row, messages: readonly StoredMessage[]): StoredTicket {
  return {
    id: row.id,
    uid: row.uid,
    username: row.username,
    contactName: row.contact_name,
    contactEmail: row.contact_email,
    subject: row.subject,
    category: row.category,
    priority: row.priority,
    status: row.status,
    messageCount: row.messages,
    messages,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
