/** The errors for refusals of `refusalFor`: one entry for each of its answers, by its name. */
import { errors } from "../../kit/errors/catalogue.ts";

export const rightsErrors = errors("rights", {
  twofactor_needed: {
    status: 403,
    says: "This sub-account must use a second factor: set it up in the console first (user/two-factor/setup)",
    code: "2023",
  },
  owner_only: { status: 403, says: "Only the main account may do this, not a sub-account", code: "2430" },
  read_only: { status: 403, says: "This key may only read", code: "2430" },
  trade_only: {
    status: 403,
    says:
      "This key may only trade: it requests no withdrawals and changes no keys, addresses or settings. Use a key with " +
      "full access, or a session",
    code: "2430",
  },
  session_needed: {
    status: 403,
    says:
      "Money of accounts is moved in a session of the console with a second factor, not with an API key: log in at " +
      "session/login",
    code: "2300",
  },
  twofactor_not_shown: {
    status: 403,
    says:
      "Money of accounts is moved in a session with a second factor: set one up (user/two-factor/setup), or log in " +
      "with a code of it",
    code: "2023",
  },
  not_allowed: { status: 403, says: "This account is not allowed to do this", code: "2430" },
});
