import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { cutToLimit, HAS_MORE } from "../../has-more.ts";
import { deliveryJson, shownDelivery, webhookId } from "../webhook-json.ts";

/** The deliveries to webhooks, and their results. */
export const listDeliveries = endpoint({
  id: "webhooks.listDeliveries",
  method: "GET",
  path: "/Webhooks/Deliveries",
  auth: "admin",
  beyondSpec: true,
  summary: "Deliveries to webhooks",
  description:
    "Newest first. They are kept for `TRIPOD_PLAYERS_RETENTION_DELIVERY_DAYS` days. A failed one is tried twelve times, for " +
    "some 16 hours, and then given up.",
  input: {
    query: Type.Object({
      webhook: Type.Optional(webhookId),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 50, description: "Most deliveries to answer" }),
    }),
  },
  output: json(Type.Array(shownDelivery), { headers: HAS_MORE }),
  errors: [],
  examples: [{ name: "the latest" }, { name: "of one webhook", query: { webhook: "whk_example" } }],

  async run({ webhooks }, { input: { query } }) {
    const found = await webhooks.listDeliveries({ webhookId: query.webhook, limit: query.limit + 1 });
    const { shown, headers } = cutToLimit(found, query.limit);
    return withHeaders(shown.map(deliveryJson), headers);
  },
});
