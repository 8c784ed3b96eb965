import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { webhookErrors } from "../errors.ts";
import { webhookPath } from "../view.ts";

/** Removes a webhook, with what it was sent. */
export const deleteWebhook = endpoint({
  id: "webhooks.deleteWebhook",
  method: "DELETE",
  path: "/admin/webhooks/:id",
  auth: "admin",
  summary: "Remove a webhook",
  description: "With its deliveries, also those that wait, for good.",
  input: { path: webhookPath },
  output: json(Type.Object({ id: Type.String() }, { title: "RemovedWebhook", additionalProperties: false })),
  errors: [webhookErrors.notFound],
  beyondSpec: true,
  examples: [
    { name: "a webhook", path: { id: "whk_example" } },
    { name: "one that is not there", path: { id: "whk_nothing" }, status: 404 },
  ],

  run: ({ change }, { input: { path }, actor, requestId }) =>
    change({ actor, requestId }, async ({ webhooks, record }) => {
      const { id } = path;
      if (!(await webhooks.remove(id))) throw webhookErrors.notFound({ id });
      await record({ action: "webhook.delete", detail: { webhookId: id } });
      return { id };
    }),
});
