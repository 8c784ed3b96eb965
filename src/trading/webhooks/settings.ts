/** The settings of users' webhooks: members of the trading section. */
import { Type } from "typebox";

/** Properties to be spread into the trading platform's settings. */
export const webhookSettings = {
  webhookRetentionDays: Type.Integer({
    minimum: 1,
    maximum: 3_650,
    default: 30,
    description: "How long deliveries of users' webhooks are kept, with their bodies, in days.",
  }),
};
