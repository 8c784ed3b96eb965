import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { profile } from "../records.ts";

export const createProfile = endpoint({
  id: "strategies.createProfile",
  method: ["GET", "POST"],
  path: "/strategy/create-profile",
  auth: "change",
  permission: "strategies",
  summary: "Create a profile",
  description:
    "A profile holds an algorithm and the values that you give it. It starts empty: fill it with " +
    `strategy/edit-profile. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      description: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
  },
  output: json(
    mutation({
      uid: Type.Integer({ description: "Whose it is" }),
      label: Type.String({ description: "Its name" }),
      profile,
    }),
  ),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a profile", body: { name: "BTC spread" }, status: 501 },
    { name: "no name", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/create-profile" });
  },
});
