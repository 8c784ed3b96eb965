/** The endpoints of the support area: those of users, then those of staff. */
import { addTicket } from "./add-ticket.ts";
import { createSupportTicket } from "./create-support-ticket.ts";
import { listTickets } from "./list-tickets.ts";
import { settings } from "./settings.ts";
import { showTicket } from "./show-ticket.ts";
import { staffAnswerTicket } from "./staff-answer-ticket.ts";
import { staffCloseTicket } from "./staff-close-ticket.ts";
import { staffListTickets } from "./staff-list-tickets.ts";
import { staffReopenTicket } from "./staff-reopen-ticket.ts";
import { staffShowTicket } from "./staff-show-ticket.ts";
import { updateTicket } from "./update-ticket.ts";

export const supportEndpoints = [
  createSupportTicket,
  addTicket,
  settings,
  listTickets,
  showTicket,
  staffListTickets,
  staffShowTicket,
  staffAnswerTicket,
  staffCloseTicket,
  staffReopenTicket,
  updateTicket,
] as const;
