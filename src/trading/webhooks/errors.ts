/** What is refused about webhooks. */
import { errors } from "../../kit/errors/catalogue.ts";

export const webhookErrors = errors("webhooks", {
  notFound: { status: 404, says: "There is no webhook {id} of yours: webhooks/list shows all", code: "2300" },
  deliveryNotFound: {
    status: 404,
    says: "There is no delivery {id} of yours: webhooks/deliveries shows those that are kept",
    code: "2300",
  },
  badUrl: { status: 422, says: "Nothing could ever be delivered to this url. {reason}", code: "2300" },
  tooMany: {
    status: 422,
    says: "The subscription allows {maximum} webhooks, and the account has as many: delete one, or choose a larger subscription",
    code: "2410",
  },
});
