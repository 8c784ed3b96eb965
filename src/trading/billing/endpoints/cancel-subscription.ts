import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation } from "../../shapes.ts";
import { billingErrors } from "../errors.ts";

export const cancelSubscription = endpoint({
  id: "billing.cancelSubscription",
  method: ["GET", "POST"],
  path: "/subscriptions/cancel",
  auth: "user",
  summary: "Always refused: cancellation is only possible on the website",
  description: "A key that falls into wrong hands cannot end a subscription. The free package can be changed to here.",
  input: {},
  output: json(mutation({})),
  errors: [billingErrors.cancelOnWebsite],
  examples: [{ name: "is refused", status: 403 }],

  run() {
    throw billingErrors.cancelOnWebsite();
  },
});
