import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { BillingDeps } from "../deps.ts";
import { packageRecord, viewPackages } from "../records.ts";

export const listPackages = endpoint({
  id: "billing.listPackages",
  method: ["GET", "POST"],
  path: "/subscriptions/list-packages",
  auth: "user",
  summary: "The packages, with prices and everything that they allow",
  description: "Cheapest first. An account with settings of its own also sees its own package, `custom`.",
  input: {},
  output: json(Type.Array(packageRecord)),
  errors: [],
  examples: [{ name: "all packages" }],

  async run({ billing }: BillingDeps, { actor }) {
    return viewPackages(await billing.readSubscription(actor.ownerUid));
  },
});
