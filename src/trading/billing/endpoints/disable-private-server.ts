import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { BillingDeps } from "../deps.ts";
import { billingErrors } from "../errors.ts";
import { serverRecord } from "../records.ts";
import { disableServer } from "../servers-of-plan.ts";

export const disablePrivateServer = endpoint({
  id: "billing.disablePrivateServer",
  method: ["GET", "POST"],
  path: "/subscriptions/disable-private-server",
  auth: "ownerChange",
  summary: "Give a rented private server up",
  description:
    "What is left of its time is paid back. Refused while strategies run on it: `active_strategies` lists them; and while orders of " +
    "its strategies may be open: `open_orders` lists up to 20 of them.",
  input: { params: Type.Object({ id }) },
  output: json(mutation({ server: serverRecord })),
  errors: [
    billingErrors.noServer,
    billingErrors.defaultServer,
    billingErrors.serverInUse,
    billingErrors.serverHasOrders,
  ],
  examples: [
    { name: "a rented one", body: { id: "3007" } },
    { name: "no such server", body: { id: "1" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  run(deps: BillingDeps & ClockDeps, { input: { params }, actor }) {
    return disableServer(deps, actor, "private", params.id);
  },
});
