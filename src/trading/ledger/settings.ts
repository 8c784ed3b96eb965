/** The settings of the ledger: members of the trading section. */
import { Type } from "typebox";

/** Properties to be spread into the trading platform's settings. */
export const ledgerSettings = {
  referralPercent: Type.Number({
    minimum: 0,
    maximum: 100,
    default: 10,
    description: "What share of each payment goes to the user who has brought the payer, in percent.",
  }),
};
