/** Changes of a ticket by staff: the common part of answering, closing and opening again. */
import { json } from "../../kit/endpoint/output.ts";
import type { Caller } from "../caller.ts";
import type { ClockDeps } from "../platform-deps.ts";
import type { TicketStep } from "./core/ticket-state.ts";
import type { TicketDeps } from "./deps.ts";
import { isRefused, refusalOf, staffTicketChanged, viewStaffTicket } from "./ticket.ts";

/** The shared parts of the endpoints. */
export const staffChange = {
  method: ["GET", "POST"],
  auth: "support",
  beyondSpec: true,
  output: json(staffTicketChanged),
} as const;

/** Takes the steps, all or none, and answers the ticket. */
export async function changeAsStaff(
  { tickets, clock }: TicketDeps & ClockDeps,
  { uid, ownerUid }: Caller,
  { id, steps, message }: { readonly id: string; readonly steps: readonly TicketStep[]; readonly message: string },
) {
  const changed = await tickets.changeAny({ uid, ownerUid, at: clock.now() }, Number(id), () => steps);
  if (isRefused(changed)) throw refusalOf(changed, id);
  return { status: true as const, id, message, ticket: viewStaffTicket(changed) };
}
