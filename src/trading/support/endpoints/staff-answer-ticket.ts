import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id } from "../../shapes.ts";
import type { TicketStep } from "../core/ticket-state.ts";
import type { TicketDeps } from "../deps.ts";
import { supportErrors } from "../errors.ts";
import { changeAsStaff, staffChange } from "../staff-change.ts";
import { messageText } from "../ticket.ts";

export const staffAnswerTicket = endpoint({
  ...staffChange,
  id: "support.staffAnswerTicket",
  path: "/support/staff/answer-ticket",
  summary: "Answer a ticket, for staff",
  description: "The user gets a mail. `waiting` says that something is needed of the user; `closed` ends the ticket.",
  input: {
    params: Type.Object({
      id,
      message: messageText(1),
      status: Type.Enum(["answered", "waiting", "closed"], { default: "answered" }),
    }),
  },
  errors: [supportErrors.notFound, supportErrors.wrongStatus, supportErrors.tooManyMessages],
  examples: [
    { name: "an answer", body: { id: "1", message: "You are right: a new invoice is on its way." } },
    { name: "no such ticket", body: { id: "999999", message: "You are right." }, status: 404 },
  ],

  run(deps: TicketDeps & ClockDeps, { input: { params }, actor }) {
    const { status, message } = params;
    const answer: TicketStep = { event: status === "waiting" ? "staffAsks" : "staffAnswers", message };
    const steps: TicketStep[] = status === "closed" ? [answer, { event: "close" }] : [answer];
    return changeAsStaff(deps, actor, { id: params.id, steps, message: "The answer was added" });
  },
});
