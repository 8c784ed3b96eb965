import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { UserWebhookDeps } from "../deps.ts";
import { webhookErrors } from "../errors.ts";
import { deliveryRecord, showDelivery } from "../records.ts";
import { viewerOf } from "../view.ts";

export const redeliver = endpoint({
  id: "webhooks.redeliver",
  method: ["GET", "POST"],
  path: "/webhooks/redeliver",
  auth: "change",
  summary: "Send a delivery again",
  description:
    "Whether it was delivered, given up or still waits: it is due at once, with the same id and body, and attempted as often " +
    "as a new one. It is given up if the webhook's user may not see any more what it is about.",
  input: { params: Type.Object({ id: { ...id, description: "Of the delivery" } }) },
  output: json(mutation({ delivery: deliveryRecord })),
  errors: [webhookErrors.deliveryNotFound],
  examples: [
    { name: "the first one", body: { id: "1" } },
    { name: "an unknown delivery", body: { id: "999999" }, status: 404 },
  ],
  beyondSpec: true,

  async run({ userWebhooks, clock }: UserWebhookDeps & ClockDeps, { input: { params }, actor }) {
    const delivery = await userWebhooks.redeliver(viewerOf(actor), Number(params.id), clock.now());
    if (!delivery) throw webhookErrors.deliveryNotFound({ id: params.id });
    return {
      status: true as const,
      id: params.id,
      message: "The delivery will be sent again",
      delivery: showDelivery(delivery),
    };
  },
});
