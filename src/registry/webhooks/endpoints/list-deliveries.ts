import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { pageErrors, pageMetadata, pageOf, pageQuery, placeOf } from "../../page-place.ts";
import { deliveryView, viewDelivery } from "../view.ts";

/** The deliveries to webhooks, and their results. */
export const listDeliveries = endpoint({
  id: "webhooks.listDeliveries",
  method: "GET",
  path: "/admin/deliveries",
  auth: "admin",
  summary: "Deliveries to webhooks",
  description:
    "Newest first. They are kept for 30 days. A delivery that fails is tried twelve times in some 16 hours, and then given up.",
  input: {
    query: Type.Object({
      ...pageQuery,
      webhook: Type.Optional(Type.String({ maxLength: 64, description: "To this webhook alone" })),
    }),
  },
  output: json(
    Type.Object(
      { deliveries: Type.Array(deliveryView), metadata: pageMetadata },
      { title: "DeliveryPage", additionalProperties: false },
    ),
  ),
  errors: [pageErrors.invalidCursor],
  beyondSpec: true,
  examples: [
    { name: "the latest" },
    { name: "to one webhook", query: { webhook: "whk_example" } },
    { name: "a cursor that was changed", query: { cursor: "x" }, status: 400 },
  ],

  async run({ webhooks }, { input: { query } }) {
    const place = placeOf(query.cursor);
    const before = place && Number(place.id);
    if (before !== undefined && !Number.isSafeInteger(before)) throw pageErrors.invalidCursor();
    const rows = await webhooks.listDeliveries({ webhookId: query.webhook, before, limit: query.limit + 1 });
    const { shown, metadata } = pageOf(rows, query.limit, ({ createdAt: at, id }) => ({ at, id: String(id) }));
    return { deliveries: shown.map(viewDelivery), metadata };
  },
});
