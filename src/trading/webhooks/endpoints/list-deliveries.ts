import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { id, pageOf, paging } from "../../shapes.ts";
import type { UserWebhookDeps } from "../deps.ts";
import { webhookErrors } from "../errors.ts";
import { deliveryRecord, showDelivery } from "../records.ts";
import { DELIVERY_STATES } from "../store.ts";
import { viewerOf, viewOf } from "../view.ts";

export const listDeliveries = endpoint({
  id: "webhooks.listDeliveries",
  method: ["GET", "POST"],
  path: "/webhooks/deliveries",
  auth: "user",
  summary: "What webhooks were told, and what came of it",
  description:
    "Newest first. A delivery is attempted twelve times in some 14 hours, and then given up. Deliveries are kept with their " +
    "bodies for as long as the platform is set to, 30 days unless it says otherwise. A sub-account sees those about what its " +
    "rights let it see now.",
  input: {
    params: Type.Object({
      ...paging,
      webhook_id: Type.Optional({ ...id, description: "Of this webhook alone" }),
      state: Type.Optional(Type.Enum([...DELIVERY_STATES])),
    }),
  },
  output: json(pageOf("deliveries", deliveryRecord)),
  errors: [webhookErrors.notFound],
  examples: [
    { name: "those that wait", body: { state: "waiting" } },
    { name: "of an unknown webhook", body: { webhook_id: "1" }, status: 404 },
  ],
  beyondSpec: true,

  async run({ userWebhooks }: UserWebhookDeps, { input: { params }, actor }) {
    const { webhook_id: webhookId, state } = params;
    if (webhookId !== undefined && !(await userWebhooks.find(viewOf(actor), webhookId))) {
      throw webhookErrors.notFound({ id: webhookId });
    }
    const filter = { webhookId, state };
    const { deliveries, total } = await userWebhooks.listDeliveries(viewerOf(actor), filter, rowsOf(params));
    return { deliveries: deliveries.map(showDelivery), page: params.pagenumber, showing: deliveries.length, total };
  },
});
