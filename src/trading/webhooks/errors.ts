/** Errors about webhooks. */
import { errors } from "../../kit/errors/catalogue.ts";

export const webhookErrors = errors("webhooks", {
  notFound: { status: 404, says: "You have no webhook {id}: webhooks/list shows all", code: "2300" },
  deliveryNotFound: {
    status: 404,
    says: "You have no delivery {id}: webhooks/deliveries shows those that are kept",
    code: "2300",
  },
  badUrl: { status: 422, says: "Nothing could ever be delivered to this url. {reason}", code: "2300" },
  tooMany: {
    status: 422,
    says: "The subscription allows {maximum} webhooks, and the account has as many: delete one, or choose a larger subscription",
    code: "2410",
  },
});
