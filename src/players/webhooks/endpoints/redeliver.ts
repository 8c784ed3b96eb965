import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { webhookErrors } from "../errors.ts";
import { deliveryJson, shownDelivery } from "../webhook-json.ts";

/** Sends one delivery again, whatever became of it. Its id stays the same, so that receivers can tell. */
export const redeliver = endpoint({
  id: "webhooks.redeliver",
  method: "POST",
  path: "/Webhooks/Delivery/:id/Redeliver",
  auth: "admin",
  beyondSpec: true,
  summary: "Send a delivery again",
  input: {
    path: Type.Object({
      id: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "Its `Number` in `/Webhooks/Deliveries`",
      }),
    }),
  },
  output: json(shownDelivery),
  errors: [webhookErrors.noDelivery],
  examples: [
    { name: "a delivery", path: { id: "1" } },
    { name: "an unknown delivery", path: { id: "999999" }, status: 404 },
  ],

  run: ({ change }, { input: { path }, actor, requestId }) =>
    change({ actor, requestId }, async ({ webhooks, audit }) => {
      const { id } = path;
      const isDue = await webhooks.redeliver(id);
      const delivery = isDue ? await webhooks.findDelivery(id) : undefined;
      if (!delivery) throw webhookErrors.noDelivery({ id });
      await audit({ action: "webhook.redeliver", subject: String(id), detail: { webhook: delivery.webhookId } });
      return deliveryJson(delivery);
    }),
});
