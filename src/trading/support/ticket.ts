/** A ticket as requests describe it and as answers show it. */
import { Type, type Static } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import { id, mutation, paging, seconds } from "../shapes.ts";
import { ticketNumber } from "./core/ticket-state.ts";
import { supportErrors } from "./errors.ts";
import { CATEGORY_IDS, MAX_OPEN_TICKETS, PRIORITIES, STATUSES, type Refused, type StoredTicket } from "./store.ts";
import { emailAddress } from "../validation.ts";

const LINE = "^ *[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$";
const MAX_BODY = 10_000;

/** Text of several lines. */
export function messageText(minLength: number) {
  return Type.String({ minLength, maxLength: MAX_BODY, pattern: "^\\s*[^\\s\\u0000][^\\u0000]*$" });
}

export const category = Type.Enum(CATEGORY_IDS);
export const priority = Type.Enum(PRIORITIES);
export const status = Type.Enum(STATUSES);

/** Parameters of a new ticket. */
export const newTicketParams = Type.Object({
  name: Type.String({ minLength: 5, maxLength: 100, pattern: LINE }),
  email: emailAddress,
  subject: Type.String({ minLength: 5, maxLength: 150, pattern: LINE }),
  message: messageText(20),
  category: Type.Optional(category),
  priority: Type.Optional(priority),
});

/** Pages of tickets are shorter than others, for each brings messages with it. */
export const ticketPaging = {
  ...paging,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: "Tickets on a page" }),
} as const;

const message = Type.Object(
  { id, from: Type.Enum(["user", "staff"]), body: Type.String(), time_created: seconds },
  { title: "TicketMessage" },
);

const members = {
  id,
  number: Type.String({ description: "What people quote" }),
  subject: Type.String(),
  category,
  status,
  priority,
  messages: Type.Array(message, {
    description: "Oldest first; in lists the latest 10, or fewer where a page would be longer than a megabyte",
  }),
  messages_total: Type.Integer({ minimum: 1 }),
  time_created: seconds,
  last_updated: seconds,
} as const;

export const ticket = Type.Object(members, { title: "Ticket" });

/** As staff see it. */
export const staffTicket = Type.Object(
  { ...members, uid: id, username: Type.String(), name: Type.String(), email: Type.String() },
  { title: "StaffTicket" },
);

export const ticketChanged = mutation({ ticket });
export const staffTicketChanged = mutation({ ticket: staffTicket });

/** A ticket as its user sees it. */
export function viewTicket(stored: StoredTicket): Static<typeof ticket> {
  return {
    id: String(stored.id),
    number: ticketNumber(stored.id),
    subject: stored.subject,
    category: stored.category,
    status: stored.status,
    priority: stored.priority,
    messages: stored.messages.map((each) => ({
      id: String(each.id),
      from: each.isStaff ? ("staff" as const) : ("user" as const),
      body: each.body,
      time_created: toSeconds(each.createdAt),
    })),
    messages_total: stored.messageCount,
    time_created: toSeconds(stored.createdAt),
    last_updated: toSeconds(stored.updatedAt),
  };
}

/** A ticket as staff see it: with its user, and the name and address that the user wrote. */
export function viewStaffTicket(stored: StoredTicket): Static<typeof staffTicket> {
  const { username, contactName: name, contactEmail: email } = stored;
  return { ...viewTicket(stored), uid: String(stored.uid), username, name, email };
}

/** Why a ticket was not changed, as callers see it. */
export function refusalOf(refused: Refused, ticketId: string): Error {
  if (refused === "not_found") return supportErrors.notFound({ id: ticketId });
  if (refused === "too_many_open") return supportErrors.tooManyOpen({ maximum: MAX_OPEN_TICKETS });
  if ("tooManyMessages" in refused) return supportErrors.tooManyMessages({ maximum: refused.tooManyMessages });
  return supportErrors.wrongStatus({ status: refused.wrongStatus });
}

/** True for a refusal, false for a ticket. */
export function isRefused(result: StoredTicket | Refused): result is Refused {
  return typeof result === "string" || !("status" in result);
}
