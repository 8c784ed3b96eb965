import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { id } from "../../shapes.ts";
import type { TicketDeps } from "../deps.ts";
import { supportErrors } from "../errors.ts";
import { staffTicket, viewStaffTicket } from "../ticket.ts";

export const staffShowTicket = endpoint({
  id: "support.staffShowTicket",
  method: ["GET", "POST"],
  path: "/support/staff/show-ticket",
  auth: "support",
  beyondSpec: true,
  summary: "One ticket with all its messages, for staff",
  input: { params: Type.Object({ id }) },
  output: json(staffTicket),
  errors: [supportErrors.notFound],
  examples: [
    { name: "a ticket", query: { id: "1" } },
    { name: "none", query: { id: "999999" }, status: 404 },
  ],

  async run({ tickets }: TicketDeps, { input: { params } }) {
    const found = await tickets.findAny(Number(params.id));
    if (!found) throw supportErrors.notFound({ id: params.id });
    return viewStaffTicket(found);
  },
});
