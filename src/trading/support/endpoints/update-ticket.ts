import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id } from "../../shapes.ts";
import type { TicketStatus, TicketStep } from "../core/ticket-state.ts";
import type { TicketDeps } from "../deps.ts";
import { supportErrors } from "../errors.ts";
import { isRefused, messageText, refusalOf, ticketChanged, viewTicket } from "../ticket.ts";

export const updateTicket = endpoint({
  id: "support.updateTicket",
  method: ["GET", "POST"],
  path: "/support/update-ticket",
  auth: "change",
  permission: "support",
  summary: "Write in a ticket, close it or open it again",
  description: "A message opens a closed ticket again. One of message and status is needed.",
  input: {
    params: Type.Object({
      id,
      message: Type.Optional(messageText(1)),
      status: Type.Optional(Type.Enum(["open", "closed"])),
    }),
  },
  output: json(ticketChanged),
  errors: [
    supportErrors.notFound,
    supportErrors.nothingToDo,
    supportErrors.tooManyMessages,
    supportErrors.tooManyOpen,
    supportErrors.wrongStatus,
  ],
  examples: [
    { name: "something to add", query: { id: "1", message: "It is the invoice of May." } },
    { name: "done", query: { id: "1", status: "closed" } },
    { name: "nothing", query: { id: "1" }, status: 422 },
    { name: "no ticket of yours", query: { id: "999999", status: "closed" }, status: 404 },
  ],

  async run({ tickets, clock }: TicketDeps & ClockDeps, { input: { params }, actor }) {
    const { message, status } = params;
    if (message === undefined && status === undefined) {
      throw supportErrors.nothingToDo({ details: { missing_parameters: ["message", "status"] } });
    }
    const doing = { uid: actor.uid, ownerUid: actor.ownerUid, at: clock.now() };
    const changed = await tickets.changeOwn(doing, Number(params.id), (before) => stepsOf(before, message, status));
    if (isRefused(changed)) throw refusalOf(changed, params.id);
    return { status: true as const, id: params.id, message: "The ticket was changed", ticket: viewTicket(changed) };
  },
});

/** Asking for what is so already takes no step, so that a request may be sent again. */
function stepsOf(before: TicketStatus, message: string | undefined, status: "open" | "closed" | undefined) {
  const steps: TicketStep[] = message === undefined ? [] : [{ event: "userWrites", message }];
  const now = message === undefined ? before : "open";
  if (status !== undefined && status !== now) steps.push({ event: status === "closed" ? "close" : "reopen" });
  return steps;
}
