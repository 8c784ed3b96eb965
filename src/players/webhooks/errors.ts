/** Errors about webhooks. */
import { errors } from "../../kit/errors/catalogue.ts";

export const webhookErrors = errors("webhooks", {
  notFound: { status: 404, says: "There is no webhook {id}. GET /Webhooks shows all." },
  noDelivery: { status: 404, says: "There is no delivery {id}. GET /Webhooks/Deliveries shows those that are kept." },
  invalid: { status: 400, says: "{reason}" },
});
