/** The settings of alerts: members of the trading section. */
import { Type } from "typebox";

/** Properties to be spread into the trading platform's settings. */
export const alertSettings = {
  alertsPerDay: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 50,
    description:
      "How many alerts of an account are sent by mail and Telegram on a day (UTC). The last one says that it is the last.",
  }),
  alertRetentionDays: Type.Integer({
    minimum: 2,
    maximum: 3_650,
    default: 90,
    description: "How long alerts are kept, in days.",
  }),
};
