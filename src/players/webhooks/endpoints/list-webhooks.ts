import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { shownWebhook, webhookJson } from "../webhook-json.ts";

/** The receivers of joins, leaves, tribes and bans. */
export const listWebhooks = endpoint({
  id: "webhooks.listWebhooks",
  method: "GET",
  path: "/Webhooks",
  auth: "admin",
  beyondSpec: true,
  summary: "Webhooks",
  description: "Oldest first. Signing keys, and the tokens of Discord's addresses, are kept sealed and not shown.",
  input: {},
  output: json(Type.Array(shownWebhook)),
  errors: [],
  examples: [{ name: "all" }],
  run: async ({ webhooks }) => (await webhooks.list()).map(webhookJson),
});
