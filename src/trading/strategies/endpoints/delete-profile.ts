import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { profileId } from "../parameters.ts";
import { count } from "../records.ts";

export const deleteProfile = endpoint({
  id: "strategies.deleteProfile",
  method: ["GET", "POST"],
  path: "/strategy/delete-profile",
  auth: "change",
  permission: "strategies",
  summary: "Delete a profile",
  description: `Deletes the profile and all strategies in it. It cannot be brought back. Refused while one runs. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: profileId }) },
  output: json(mutation({ deleted: Type.Object({ profiles: count, strategies: count, transactions: count }) })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a profile", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/delete-profile" });
  },
});
