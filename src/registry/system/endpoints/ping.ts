import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";

/** The cheapest answer there is. */
export const ping = endpoint({
  id: "system.ping",
  method: "GET",
  path: "/ping",
  auth: "public",
  summary: "Ping",
  input: {},
  output: json(Type.Object({ pong: Type.Literal(true) })),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "pong" }],

  run: () => ({ pong: true as const }),
});
