import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { id, pageOf } from "../../shapes.ts";
import type { TicketDeps } from "../deps.ts";
import { category, staffTicket, status, ticketPaging, viewStaffTicket } from "../ticket.ts";

export const staffListTickets = endpoint({
  id: "support.staffListTickets",
  method: ["GET", "POST"],
  path: "/support/staff/list-tickets",
  auth: "support",
  beyondSpec: true,
  summary: "Tickets of all users, for staff",
  description: "Those that have waited longest for a change come first.",
  input: {
    params: Type.Object({
      ...ticketPaging,
      status: Type.Optional(status),
      category: Type.Optional(category),
      uid: Type.Optional(id),
    }),
  },
  output: json(pageOf("tickets", staffTicket)),
  errors: [],
  examples: [
    { name: "to be answered", query: { status: "open" } },
    { name: "a page that is too long", query: { limit: "101" }, status: 422 },
  ],

  async run({ tickets }: TicketDeps, { input: { params } }) {
    const { pagenumber } = params;
    const uid = params.uid === undefined ? undefined : Number(params.uid);
    const filter = { status: params.status, category: params.category, uid };
    const { entries, total } = await tickets.listAny(filter, rowsOf(params));
    return { tickets: entries.map(viewStaffTicket), page: pagenumber, showing: entries.length, total };
  },
});
