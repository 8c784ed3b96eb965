import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { id } from "../../shapes.ts";
import type { TicketDeps } from "../deps.ts";
import { supportErrors } from "../errors.ts";
import { ticket, viewTicket } from "../ticket.ts";

export const showTicket = endpoint({
  id: "support.showTicket",
  method: ["GET", "POST"],
  path: "/support/show-ticket",
  auth: "user",
  permission: "support",
  beyondSpec: true,
  summary: "One of your tickets with all its messages",
  input: { params: Type.Object({ id }) },
  output: json(ticket),
  errors: [supportErrors.notFound],
  examples: [
    { name: "a ticket", query: { id: "1" } },
    { name: "no ticket of yours", query: { id: "999999" }, status: 404 },
  ],

  async run({ tickets }: TicketDeps, { input: { params }, actor }) {
    const found = await tickets.findOwn(actor.uid, Number(params.id));
    if (!found) throw supportErrors.notFound({ id: params.id });
    return viewTicket(found);
  },
});
