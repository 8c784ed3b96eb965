import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { BillingDeps, ServerUseDeps } from "../deps.ts";
import { serverRecord } from "../records.ts";
import { listServersOf } from "../servers-of-plan.ts";

export const listPrivateServers = endpoint({
  id: "billing.listPrivateServers",
  method: ["GET", "POST"],
  path: "/subscriptions/list-private-servers",
  auth: "user",
  summary: "The private servers of the account",
  description:
    "Newest first, those that are over too. One that no machine takes within 15 minutes is `failed`, and what was paid for " +
    "it is given back; `fails_at` tells when.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("servers", serverRecord)),
  errors: [],
  examples: [{ name: "the newest" }, { name: "a page that is too long", body: { limit: 1001 }, status: 422 }],

  run(deps: BillingDeps & ServerUseDeps, { input: { params }, actor }) {
    return listServersOf(deps, actor, "private", params);
  },
});
