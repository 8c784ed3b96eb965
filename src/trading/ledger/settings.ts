/** The settings of the ledger: members of the trading section. */
import { Type } from "typebox";

/** Codes of currencies, separated by commas. */
const CODES = "^[A-Z0-9]{1,16}(,[A-Z0-9]{1,16})*$";

/** Properties to be spread into the trading platform's settings. */
export const ledgerSettings = {
  currencies: Type.String({
    pattern: CODES,
    maxLength: 1000,
    default: "BTC,ETH,EUR,USD,USDC,USDT",
    description:
      "Currencies that accounts can be credited with by hand, separated by commas. The currencies of packages, of " +
      "articles and of wallets (`USD`, `TRIPOD_TRADING_ARTICLE_CURRENCY`, `BTC`, `ETH`) always can.",
  }),
  referralPercent: Type.Number({
    minimum: 0,
    maximum: 100,
    default: 10,
    description: "What share of each payment goes to the user who has brought the payer, in percent.",
  }),
};
