import { endpoint } from "../../endpoint.ts";
import { openTicket, ticketOpening } from "../open-ticket.ts";

export const createSupportTicket = endpoint({
  ...ticketOpening,
  id: "support.createSupportTicket",
  path: "/user/create-support-ticket",
  run: (deps, { input: { params }, actor }) => openTicket(deps, actor, params),
});
