import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { webhookErrors } from "../errors.ts";
import { viewWebhook, webhookPath, webhookView } from "../view.ts";

/** Notifies a webhook again, or stops to. Another address or pattern is another webhook. */
export const editWebhook = endpoint({
  id: "webhooks.editWebhook",
  method: "PATCH",
  path: "/admin/webhooks/:id",
  auth: "admin",
  summary: "Enable or disable a webhook",
  description: "Changes of servers that happen while it is disabled are not sent later, and what waits is given up.",
  input: {
    path: webhookPath,
    body: Type.Object({ enabled: Type.Boolean() }, { title: "WebhookChange", additionalProperties: false }),
  },
  output: json(webhookView),
  errors: [webhookErrors.notFound],
  beyondSpec: true,
  examples: [
    { name: "disable it", path: { id: "whk_example" }, body: { enabled: false } },
    { name: "one that is not there", path: { id: "whk_nothing" }, body: { enabled: false }, status: 404 },
  ],

  run: ({ change }, { input: { path, body }, actor, requestId }) =>
    change({ actor, requestId }, async ({ webhooks, record }) => {
      const { id } = path;
      const isThere = await webhooks.setEnabled(id, body.enabled);
      const webhook = isThere ? await webhooks.find(id) : undefined;
      if (!webhook) throw webhookErrors.notFound({ id });
      await record({ action: "webhook.edit", detail: { webhookId: id, ...body } });
      return viewWebhook(webhook);
    }),
});
