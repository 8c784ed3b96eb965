/** Opening a ticket, which two paths do. */
import type { Static } from "typebox";
import { json } from "../../kit/endpoint/output.ts";
import type { Caller } from "../caller.ts";
import type { ClockDeps } from "../platform-deps.ts";
import type { TicketDeps } from "./deps.ts";
import { supportErrors } from "./errors.ts";
import { isRefused, newTicketParams, refusalOf, ticketChanged, viewTicket } from "./ticket.ts";

const example = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  subject: "Wrong sum",
  message: "The sum on the invoice of May is not the sum of its items.",
};

/** The shared parts of the endpoints. */
export const ticketOpening = {
  method: ["GET", "POST"],
  auth: "change",
  permission: "support",
  summary: "Open a support ticket",
  description: "Answers are shown in the ticket and sent to the address of the account.",
  input: { params: newTicketParams },
  output: json(ticketChanged),
  errors: [supportErrors.tooManyOpen],
  limits: { cost: 5 },
  examples: [
    { name: "a question", body: { ...example, category: "billing" } },
    { name: "a message that is too short", body: { ...example, message: "It is wrong" }, status: 422 },
  ],
} as const;

/** Opens a ticket of the caller's own. */
export async function openTicket(
  { tickets, clock }: TicketDeps & ClockDeps,
  { uid, ownerUid }: Caller,
  params: Static<typeof newTicketParams>,
) {
  const created = await tickets.create(
    { uid, ownerUid, at: clock.now() },
    {
      contactName: params.name,
      contactEmail: params.email,
      subject: params.subject,
      category: params.category ?? "general",
      priority: params.priority ?? "normal",
      message: params.message,
    },
  );
  if (isRefused(created)) throw refusalOf(created, "");
  const shown = viewTicket(created);
  return { status: true as const, id: shown.id, message: `Ticket ${shown.number} was opened`, ticket: shown };
}
