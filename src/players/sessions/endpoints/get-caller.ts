import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { callerSchema, viewCaller } from "../shapes.ts";

/** Shows callers what their key opens, and pages the CSRF token of their session. */
export const getCaller = endpoint({
  id: "sessions.getCaller",
  method: "GET",
  path: "/Me",
  auth: "read",
  beyondSpec: true,
  summary: "See what the key opens",
  input: {},
  output: json(callerSchema),
  errors: [],
  examples: [{ name: "with a key" }],

  run: (_deps, { actor }) => viewCaller(actor, actor.session),
});
