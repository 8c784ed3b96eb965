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
    "Newest first. The next page begins with `before`, the `Number` of the last delivery. They are kept for " +
    "`TRIPOD_PLAYERS_RETENTION_DELIVERY_DAYS` days. A failed one is tried twelve times, for some 16 hours, and then given up.",
  input: {
    query: Type.Object({
      webhook: Type.Optional(webhookId),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 50, description: "Most deliveries to answer" }),
      before: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: "Only deliveries with a lower `Number`",
        }),
      ),
    }),
  },
  output: json(Type.Array(shownDelivery), { headers: HAS_MORE }),
  errors: [],
  examples: [
    { name: "the latest" },
    { name: "of one webhook", query: { webhook: "whk_example" } },
    { name: "the page after", query: { before: "100" } },
  ],

  async run({ webhooks }, { input: { query } }) {
    const { webhook, before, limit } = query;
    const found = await webhooks.listDeliveries({ webhookId: webhook, before, limit: limit + 1 });
    const { shown, headers } = cutToLimit(found, limit);
    return withHeaders(shown.map(deliveryJson), headers);
  },
});
