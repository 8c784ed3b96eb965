import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { viewWebhook, webhookView } from "../view.ts";

/** The receivers of changes. */
export const listWebhooks = endpoint({
  id: "webhooks.listWebhooks",
  method: "GET",
  path: "/admin/webhooks",
  auth: "admin",
  summary: "Webhooks",
  description: "All of them, oldest first. Keys of signatures are kept sealed and not shown.",
  input: {},
  output: json(
    Type.Object({ webhooks: Type.Array(webhookView) }, { title: "WebhookList", additionalProperties: false }),
  ),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "all" }],

  run: async ({ webhooks }) => ({ webhooks: (await webhooks.list()).map(viewWebhook) }),
});
