import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { webhookErrors } from "../errors.ts";
import { webhookId } from "../webhook-json.ts";

const deletedWebhook = Type.Object({ Id: Type.String() }, { title: "DeletedWebhook", additionalProperties: false });

/** Removes a webhook, with what it was sent. */
export const deleteWebhook = endpoint({
  id: "webhooks.deleteWebhook",
  method: "DELETE",
  path: "/Webhook/:id",
  auth: "admin",
  beyondSpec: true,
  summary: "Remove a webhook",
  description: "With its deliveries, for good.",
  input: { path: Type.Object({ id: webhookId }) },
  output: json(deletedWebhook),
  errors: [webhookErrors.notFound],
  examples: [
    { name: "a webhook", path: { id: "whk_example" } },
    { name: "an unknown webhook", path: { id: "whk_unknown" }, status: 404 },
  ],

  run: ({ change }, { input: { path }, actor, requestId }) =>
    change({ actor, requestId }, async ({ webhooks, audit }) => {
      const { id } = path;
      if (!(await webhooks.remove(id))) throw webhookErrors.notFound({ id });
      await audit({ action: "webhook.delete", subject: id, detail: {} });
      return { Id: id };
    }),
});
