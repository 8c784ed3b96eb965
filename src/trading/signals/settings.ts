/** The settings of signals: members of the trading section. */
import { Type } from "typebox";

/** Properties to be spread into the trading platform's settings. */
export const signalSettings = {
  signalRetentionDays: Type.Integer({
    minimum: 30,
    maximum: 36_500,
    default: 1_825,
    description:
      "How long what signals need for no result is kept, in days: what strategies of subscribers did, iterations from before a " +
      "reset, revoked addresses, and deleted signals. Iterations since the last reset stay as long as their signal.",
  }),
};
