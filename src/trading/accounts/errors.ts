/** Errors about accounts. */
import { errors } from "../../kit/errors/catalogue.ts";

export const accountErrors = errors("accounts", {
  usernameTaken: { status: 422, says: "The username {username} is taken", code: "2300" },
  badUsername: {
    status: 422,
    says: "A username must not contain @. Users can log in by their mail address as well",
    code: "2300",
  },
  weakPassword: { status: 422, says: "{problem}", code: "2300" },
  gone: { status: 401, says: "This account was closed", code: "2000" },
  wrongPassword: { status: 422, says: "The password is wrong", code: "2300" },
  codeNeeded: { status: 422, says: "A code of the second factor is needed: code or recovery_code", code: "2300" },
  wrongCode: { status: 422, says: "The code is wrong, or was used before", code: "2300" },
  twoFactorOn: { status: 422, says: "The second factor is on already; disable it first", code: "2300" },
  twoFactorOff: { status: 422, says: "The second factor is not set up", code: "2300" },
  balanceLeft: {
    status: 409,
    says: "The account still holds {amounts}: withdraw it first, or close with give_up_balance to lose it",
    code: "2300",
  },
  moneyUnderWay: {
    status: 409,
    says: "A deposit or withdrawal of the account is under way: wait for its end, or cancel it",
    code: "2300",
  },
  strategiesActive: {
    status: 409,
    says: "Strategies trade with its exchange keys: stop them first with strategy/stop or strategy/stop-all-strategies",
    code: "2330",
  },
  ordersOpen: {
    status: 409,
    says: "Orders of its exchange keys may be open: cancel them first with exchange-query/order-cancel, or risk/halt",
    code: "2330",
  },
  badToken: { status: 422, says: "This link is unknown, was used before, or has expired", code: "2300" },
  notInPlan: { status: 403, says: "The plan {plan} does not include {what}", code: "2300" },
  sameEmail: { status: 422, says: "That is the address already", code: "2300" },
  emailVerified: { status: 422, says: "The address is verified already", code: "2300" },
  badSetting: { status: 422, says: "{name} is not as it should be: {reason}", code: "2300" },
  readOnly: {
    status: 403,
    says: "Changes need a key with full access, or a session with its X-CSRF-Token, by POST",
    code: "2300",
  },
  sessionNeeded: { status: 403, says: "This is only possible in a session of the console", code: "2300" },
  closeOnWebsite: { status: 403, says: "An account can only be closed on the website", code: "2750" },
  noNewMail: {
    status: 429,
    says:
      "No new mail was sent: the last one is less than two minutes old, or the address has had five links within a day. Use the " +
      "link of the last mail, or ask again later",
    code: "1508",
  },
  tooManyAttempts: { status: 429, says: "Too many attempts. Wait {seconds} seconds", code: "1508" },
});
