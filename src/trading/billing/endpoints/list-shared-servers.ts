import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { BillingDeps, ServerUseDeps } from "../deps.ts";
import { serverRecord } from "../records.ts";
import { listServersOf } from "../servers-of-plan.ts";

export const listSharedServers = endpoint({
  id: "billing.listSharedServers",
  method: ["GET", "POST"],
  path: "/subscriptions/list-shared-servers",
  auth: "user",
  summary: "The shared servers of the account",
  description: "Newest first, those that are over too. The ones that the package includes have `default` true.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("servers", serverRecord)),
  errors: [],
  examples: [{ name: "the newest" }, { name: "a page that is too long", body: { limit: 1001 }, status: 422 }],

  run(deps: BillingDeps & ServerUseDeps, { input: { params }, actor }) {
    return listServersOf(deps, actor, "shared", params);
  },
});
