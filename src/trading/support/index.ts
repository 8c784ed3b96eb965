/** The door of support: tickets, which users write and staff answer. */
export { ticketStore } from "./sql/ticket-store.ts";
export { takeUntoldTickets } from "./sql/untold-tickets.ts";
