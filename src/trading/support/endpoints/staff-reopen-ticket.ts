import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id } from "../../shapes.ts";
import type { TicketDeps } from "../deps.ts";
import { supportErrors } from "../errors.ts";
import { changeAsStaff, staffChange } from "../staff-change.ts";

export const staffReopenTicket = endpoint({
  ...staffChange,
  id: "support.staffReopenTicket",
  path: "/support/staff/reopen-ticket",
  summary: "Open a closed ticket again, for staff",
  input: { params: Type.Object({ id }) },
  errors: [supportErrors.notFound, supportErrors.wrongStatus],
  examples: [
    { name: "a ticket", body: { id: "1" } },
    { name: "one that is open", body: { id: "1" }, status: 409 },
  ],

  run(deps: TicketDeps & ClockDeps, { input: { params }, actor }) {
    const steps = [{ event: "reopen" }] as const;
    return changeAsStaff(deps, actor, { id: params.id, steps, message: "The ticket is open again" });
  },
});
