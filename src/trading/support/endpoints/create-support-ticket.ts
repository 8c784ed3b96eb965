import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { TicketDeps } from "../deps.ts";
import { openTicket, ticketOpening } from "../open-ticket.ts";

export const createSupportTicket = endpoint({
  ...ticketOpening,
  id: "support.createSupportTicket",
  path: "/user/create-support-ticket",
  run: (deps: TicketDeps & ClockDeps, { input: { params }, actor }) => openTicket(deps, actor, params),
});
