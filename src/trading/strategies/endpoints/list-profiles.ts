import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id } from "../../shapes.ts";
import { profile } from "../records.ts";

export const listProfiles = endpoint({
  id: "strategies.listProfiles",
  method: ["GET", "POST"],
  path: "/strategy/list-profiles",
  auth: "user",
  permission: "strategies",
  summary: "List profiles by tab",
  description: `Tabs in the order of their display, each with its profiles. ${PENDING_NOTE}`,
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        tab: Type.Object({ id, name: Type.String(), position: Type.Integer({ minimum: 0 }) }),
        profiles: Type.Array(profile),
      }),
    ),
  ),
  errors: [pendingErrors.engine],
  examples: [{ name: "all", status: 501 }],

  run() {
    throw pendingErrors.engine({ operation: "strategy/list-profiles" });
  },
});
