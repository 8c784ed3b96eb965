import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { DAY_SECONDS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import { ledgerErrors } from "../../ledger/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { RENT_SECONDS } from "../core/server-types.ts";
import type { BillingDeps } from "../deps.ts";
import { billingErrors } from "../errors.ts";
import { serverRecord } from "../records.ts";
import { enableServer } from "../servers-of-plan.ts";

export const enableSharedServer = endpoint({
  id: "billing.enableSharedServer",
  method: ["GET", "POST"],
  path: "/subscriptions/enable-shared-server",
  auth: "ownerChange",
  summary: "Rent a shared server",
  description:
    "Charges the whole time at once; the time begins when the server is active. What cannot be set up within 15 " +
    "minutes is paid back.",
  input: {
    params: Type.Object({
      region: Type.String({ maxLength: 40, description: "One of the plan's locations" }),
      server_package: Type.Optional(
        Type.String({ maxLength: 40, description: "Id of a machine; default the cheapest" }),
      ),
      duration: Type.Integer({ ...RENT_SECONDS, default: DAY_SECONDS, description: "Seconds to rent for" }),
    }),
  },
  output: json(mutation({ state: Type.Literal("provisioning"), server: serverRecord })),
  errors: [
    billingErrors.notInPlan,
    billingErrors.noRegion,
    billingErrors.noServerPackage,
    billingErrors.tooManyServers,
    ledgerErrors.insufficient,
  ],
  examples: [
    { name: "for two hours", body: { region: "frankfurt", duration: 7200 } },
    { name: "where there is none", body: { region: "atlantis" }, status: 422 },
    { name: "nowhere", body: {}, status: 422 },
  ],

  run(deps: BillingDeps & ClockDeps, { input: { params }, actor }) {
    return enableServer(deps, actor, { ...params, type: "shared" });
  },
});
