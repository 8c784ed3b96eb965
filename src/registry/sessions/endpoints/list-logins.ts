import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { AppError } from "../../../kit/errors/catalogue.ts";
import { endpoint } from "../../endpoint.ts";
import { loginsSchema } from "../logins.ts";

/** Tells a page what to show first: the registry, or a way to sign in. */
export const listLogins = endpoint({
  id: "sessions.listLogins",
  method: "GET",
  path: "/auth",
  auth: "visitor",
  summary: "See which logins are on",
  input: {},
  output: json(
    Type.Object(
      {
        private_reads: Type.Boolean({ description: "Reading needs a token too" }),
        signed_in: Type.Boolean({ description: "This browser has a session; `/auth/me` then says whose" }),
        renewable: Type.Boolean({
          description:
            "This browser has a session that `POST /auth/session/renew` gives its next token, also where the last one has " +
            "expired and `signed_in` is false",
        }),
        logins: loginsSchema,
      },
      { title: "AuthState", additionalProperties: false },
    ),
  ),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "without a session" }],

  async run({ tokens, logins, switches }, { actor: { shown, held } }) {
    const isSignedIn = async (): Promise<boolean> => {
      if (shown.kind !== "session") return false;
      try {
        await tokens.verify(`Bearer ${shown.session.credential}`);
        return true;
      } catch (error) {
        if (error instanceof AppError && error.status < 500) return false;
        throw error;
      }
    };
    const renewable = held?.renewal !== undefined;
    return { private_reads: switches.privateReads, signed_in: await isSignedIn(), renewable, logins };
  },
});
