import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation, NOT_BLANK } from "../../shapes.ts";
import { accountErrors } from "../errors.ts";

/** The fixed answer of this documented operation. Closing itself asks for a session, see `session/close-account`. */
export const closeAccount = endpoint({
  id: "accounts.closeAccount",
  method: ["GET", "POST"],
  path: "/user/close-account",
  auth: "user",
  summary: "Refuses to close the account",
  description: "An account can only be closed on the website; this always answers 403.",
  input: {
    params: Type.Object({
      reason: Type.String({ minLength: 10, maxLength: 2000, pattern: NOT_BLANK }),
      password: Type.String({ minLength: 5, maxLength: 200 }),
    }),
  },
  output: json(mutation({})),
  errors: [accountErrors.closeOnWebsite],
  examples: [
    { name: "always", body: { reason: "because I say so", password: "abcde" }, status: 403 },
    { name: "without a reason", body: { password: "abcde" }, status: 422 },
  ],

  run() {
    throw accountErrors.closeOnWebsite();
  },
});
