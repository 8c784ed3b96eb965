/** The errors of the ledger. */
import { errors } from "../../kit/errors/catalogue.ts";

export const ledgerErrors = errors("ledger", {
  insufficient: { status: 422, says: "The balance is too low: {available} {currency} available", code: "2420" },
  noSubaccount: { status: 404, says: "There is no sub-account {id}", code: "2300" },
  noAccount: { status: 404, says: "There is no account {uid}", code: "2300" },
  noEntry: { status: 404, says: "There is no transaction {reference}", code: "2300" },
  notRefundable: { status: 422, says: "Transaction {reference} is not a charge that can be given back", code: "2300" },
  closedAccount: {
    status: 409,
    says: "Transaction {reference} is of account {uid}, which is closed: give the money back another way",
    code: "2300",
  },
  refundTooLarge: {
    status: 422,
    says: "Only {left} {currency} of transaction {reference} can still be given back",
    code: "2300",
  },
  unknownCurrency: {
    status: 422,
    says: "{currency} is not a currency that accounts can be credited with. Known: {known}",
    code: "2300",
  },
  ownCredit: {
    status: 403,
    says: "Account {uid} is your own, so you cannot credit or correct it: another admin must",
    code: "2300",
  },
  ownRefund: {
    status: 403,
    says: "Transaction {reference} is of your own account, so you cannot give it back: another admin must",
    code: "2300",
  },
  nothing: { status: 422, says: "The amount must be above 0", code: "2300" },
  referenceTaken: { status: 409, says: "{reference} was posted before, with other content", code: "2300" },
});
