import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { TicketDeps } from "../deps.ts";
import { openTicket, ticketOpening } from "../open-ticket.ts";

/** The same as `/user/create-support-ticket`. */
export const addTicket = endpoint({
  ...ticketOpening,
  id: "support.addTicket",
  path: "/support/add-ticket",
  run: (deps: TicketDeps & ClockDeps, { input: { params }, actor }) => openTicket(deps, actor, params),
});
