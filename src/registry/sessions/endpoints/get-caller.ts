import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { callerSchema, viewCaller } from "../caller.ts";

/** Shows callers what their token allows and until when, and pages the CSRF token of their session. */
export const getCaller = endpoint({
  id: "sessions.getCaller",
  method: "GET",
  path: "/auth/me",
  auth: "token",
  summary: "See what the token allows",
  input: {},
  output: json(callerSchema),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "with a token" }],

  run: (_deps, { actor }) => viewCaller(actor, actor.session),
});
