import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { webhookErrors } from "../errors.ts";
import { shownWebhook, webhookId, webhookJson } from "../webhook-json.ts";

/** Notifies a webhook again, or stops to. Another address or pattern is another webhook. */
export const editWebhook = endpoint({
  id: "webhooks.editWebhook",
  method: "PATCH",
  path: "/Webhook/:id",
  auth: "admin",
  beyondSpec: true,
  summary: "Enable or disable a webhook",
  description: "What happens while it is disabled is not sent later, and what waits is dropped.",
  input: { path: Type.Object({ id: webhookId }), body: Type.Object({ Enabled: Type.Boolean() }) },
  output: json(shownWebhook),
  errors: [webhookErrors.notFound],
  examples: [
    { name: "disable it", path: { id: "whk_example" }, body: { Enabled: false } },
    { name: "an unknown webhook", path: { id: "whk_unknown" }, body: { Enabled: true }, status: 404 },
  ],

  run: ({ change }, { input: { path, body }, actor, requestId }) =>
    change({ actor, requestId }, async ({ webhooks, audit }) => {
      const { id } = path;
      const isThere = await webhooks.setEnabled(id, body.Enabled);
      const webhook = isThere ? await webhooks.find(id) : undefined;
      if (!webhook) throw webhookErrors.notFound({ id });
      await audit({ action: "webhook.edit", subject: id, detail: body });
      return webhookJson(webhook);
    }),
});
