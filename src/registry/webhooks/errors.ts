/** Errors about webhooks. */
import { errors } from "../../kit/errors/catalogue.ts";

export const webhookErrors = errors("webhooks", {
  notFound: { status: 404, says: "There is no webhook {id}" },
  noDelivery: { status: 404, says: "There is no delivery {id}; they are kept for 30 days" },
  invalid: { status: 422, says: "validation failed: {reason}" },
});
