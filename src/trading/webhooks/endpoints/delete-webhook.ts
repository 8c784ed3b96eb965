import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { UserWebhookDeps } from "../deps.ts";
import { webhookErrors } from "../errors.ts";
import { doing } from "../view.ts";

export const deleteWebhook = endpoint({
  id: "webhooks.deleteWebhook",
  method: ["GET", "POST"],
  path: "/webhooks/delete",
  auth: "change",
  summary: "Delete a webhook",
  description: "Its deliveries are deleted with it, also those that wait.",
  input: { params: Type.Object({ id }) },
  output: json(mutation({})),
  errors: [webhookErrors.notFound],
  examples: [
    { name: "a webhook", body: { id: "1000001" } },
    { name: "one that is deleted", body: { id: "1000001" }, status: 404 },
  ],
  beyondSpec: true,

  async run({ userWebhooks, clock }: UserWebhookDeps & ClockDeps, { input: { params }, actor }) {
    const isDeleted = await userWebhooks.delete(doing(actor, clock.now()), params.id);
    if (!isDeleted) throw webhookErrors.notFound({ id: params.id });
    return { status: true as const, id: params.id, message: "The webhook was deleted" };
  },
});
