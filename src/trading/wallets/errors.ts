/** The errors of wallets. */
import { errors } from "../../kit/errors/catalogue.ts";

export const walletErrors = errors("wallets", {
  notSetUp: {
    status: 501,
    says: "Deposits of {currency} are not set up here: the operator has to set {setting}",
    code: "5103",
  },
  noWallet: { status: 404, says: "There is no wallet {id}", code: "2300" },
  whichWallet: { status: 422, says: "Either wallet_id or currency is required", code: "1440" },
  noChain: { status: 422, says: "{currency} cannot be withdrawn: it is on no block chain", code: "2300" },
  levelTooLow: { status: 403, says: "Withdrawals need a paid package, and this account has {plan}", code: "2400" },
  badAddress: { status: 422, says: "address_to is not a valid address of {network}", code: "2300" },
  tooSmall: { status: 422, says: "The smallest withdrawal is {minimum} {currency}", code: "2300" },
  addressNotAllowed: {
    status: 403,
    says: "This account withdraws {currency} only to the addresses of its whitelist, once their waiting time is over",
    code: "2300",
  },
  tooManyOpen: { status: 409, says: "Too many withdrawals of this account are under way", code: "2300" },
  doubtful: {
    status: 409,
    says: "A deposit of the account has left its block chain: nothing can be withdrawn until that is settled",
    code: "2300",
  },
  noWithdrawal: { status: 404, says: "There is no withdrawal {id}", code: "2300" },
  wrongState: { status: 409, says: "Withdrawal {id} is {state}, so this cannot be done", code: "2300" },
  own: { status: 403, says: "A withdrawal of the own account cannot be reviewed", code: "2300" },
  creditor: {
    status: 403,
    says:
      "You have credited this account with {currency}, so you cannot approve its withdrawals of {currency}: another " +
      "admin must",
    code: "2300",
  },
  opener: {
    status: 403,
    says:
      "You have made this account, or reset its password or second factor, so you cannot approve its withdrawals: another " +
      "admin must",
    code: "2300",
  },
  transactionUsed: {
    status: 409,
    says:
      "Transaction {txid} has completed another withdrawal. Check the id; if one transaction has paid several " +
      "withdrawals, send batch=true",
    code: "2300",
  },
  otherTransaction: { status: 409, says: "Withdrawal {id} was completed with another transaction", code: "2300" },
  noAccount: { status: 404, says: "There is no account {uid}", code: "2300" },
  ownDeposit: { status: 403, says: "A deposit to the own account cannot be credited", code: "2300" },
  otherDeposit: { status: 409, says: "This output was recorded before, for another account or amount", code: "2300" },
  watched: { status: 409, says: "Deposits of {currency} are credited automatically", code: "2300" },
  noAllowedAddress: { status: 404, says: "There is no whitelisted address {id}", code: "2300" },
  tooManyAllowed: { status: 409, says: "The whitelist is full", code: "2300" },
});
