import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf } from "../../shapes.ts";
import type { TicketDeps } from "../deps.ts";
import { status, ticket, ticketPaging, viewTicket } from "../ticket.ts";

export const listTickets = endpoint({
  id: "support.listTickets",
  method: ["GET", "POST"],
  path: "/support/list-tickets",
  auth: "user",
  permission: "support",
  summary: "Your support tickets",
  description: "Newest first, with the latest messages of each. `/support/show-ticket` has all of one.",
  input: { params: Type.Object({ ...ticketPaging, status: Type.Optional(status) }) },
  output: json(pageOf("tickets", ticket)),
  errors: [],
  examples: [
    { name: "the newest", query: { limit: "5" } },
    { name: "open ones", query: { status: "open" } },
    { name: "an invalid status", query: { status: "lost" }, status: 422 },
  ],

  async run({ tickets }: TicketDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const page = rowsOf(params);
    const { entries, total } = await tickets.listOwn(actor.uid, { status: params.status }, page);
    return { tickets: entries.map(viewTicket), page: pagenumber, showing: entries.length, total };
  },
});
