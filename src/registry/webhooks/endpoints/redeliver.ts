import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { webhookErrors } from "../errors.ts";
import { deliveryView, viewDelivery } from "../view.ts";

/** Sends one delivery again, whatever became of it. Its id stays the same, so that receivers can tell. */
export const redeliver = endpoint({
  id: "webhooks.redeliver",
  method: "POST",
  path: "/admin/deliveries/:id/redeliver",
  auth: "admin",
  summary: "Send a delivery again",
  description: "It is due at once, with the same id and body, and attempted as often as a new one.",
  input: {
    path: Type.Object({
      id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "As in the list of deliveries" }),
    }),
  },
  output: json(deliveryView),
  errors: [webhookErrors.noDelivery],
  beyondSpec: true,
  examples: [
    { name: "a delivery", path: { id: "1" } },
    { name: "one that is not there", path: { id: "999999999" }, status: 404 },
  ],

  run: ({ change }, { input: { path }, actor, requestId }) =>
    change({ actor, requestId }, async ({ webhooks, record }) => {
      const { id } = path;
      const isDue = await webhooks.redeliver(id);
      const delivery = isDue ? await webhooks.findDelivery(id) : undefined;
      if (!delivery) throw webhookErrors.noDelivery({ id });
      await record({ action: "webhook.redeliver", detail: { deliveryId: id, webhookId: delivery.webhookId } });
      return viewDelivery(delivery);
    }),
});
