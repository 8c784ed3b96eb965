import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id, mutation } from "../../shapes.ts";
import { profileId } from "../parameters.ts";

export const editComponent = endpoint({
  id: "strategies.editComponent",
  method: ["GET", "POST"],
  path: "/strategy/edit-component",
  auth: "change",
  permission: "strategies",
  summary: "Change one value of a profile",
  description: `For screens where each field is saved by itself. Only while the strategy is stopped. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      id: profileId,
      component: Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: "^[a-z][a-z0-9_]*$",
        description: "Name of a parameter of strategy/edit-profile",
      }),
      value: Type.String({ maxLength: 4000, description: "Its new value; lists as JSON" }),
    }),
  },
  output: json(mutation({ profile_id: id, component: Type.String(), value: Type.String() })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a slower pace", body: { id: "1", component: "slice_delay", value: "10" }, status: 501 },
    { name: "no component", body: { id: "1" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/edit-component" });
  },
});
