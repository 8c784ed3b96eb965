/** Errors about webhooks. */
import { errors } from "../../kit/errors/catalogue.ts";

export const webhookErrors = errors("webhooks", {
  notFound: { status: 404, says: "Webhook {id} does not exist" },
  noDelivery: { status: 404, says: "Delivery {id} does not exist. Deliveries are kept for 30 days" },
  invalid: { status: 422, says: "validation failed: {reason}" },
});
