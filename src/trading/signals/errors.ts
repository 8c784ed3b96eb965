/** Errors about signals. */
import { errors } from "../../kit/errors/catalogue.ts";

export const signalErrors = errors("signal", {
  notFound: { status: 404, says: "There is no signal {id}", code: "2300" },
  iterationNotFound: { status: 404, says: "The signal {id} has no iteration {iteration}", code: "2300" },
  developerNotFound: { status: 404, says: "There is no developer {id}", code: "2300" },
  subscriptionNotFound: { status: 404, says: "You have no signal or subscription {id}", code: "2300" },
  hookNotFound: { status: 404, says: "You have no hook {id}", code: "2300" },
  unknownMarket: { status: 404, says: "There is no market {code}: exchangeindex/symbol-index lists all", code: "2300" },
  wrongTrigger: { status: 422, says: "The signal {id} cannot be triggered so: {reason}", code: "2370" },
  open: { status: 409, says: "The signal {id} is open: close it first (marketplace/signals-trigger)", code: "2371" },
  notYours: {
    status: 403,
    says: "The signal {id} belongs to another user: only its owner may change it",
    code: "2380",
  },
  badPayload: { status: 422, says: "The payload cannot be opened: {reason}", code: "2390" },
  badSignal: { status: 422, says: "The payload opens, and does not describe a signal: {reason}", code: "2300" },
  badTerms: { status: 422, says: "The signal cannot be published: {reason}", code: "2300" },
  tooManySignals: {
    status: 422,
    says: "The subscription allows {maximum} signals, and the account has as many: delete one, or choose a larger subscription",
    code: "2410",
  },
  tooManySubscriptions: {
    status: 422,
    says: "The subscription allows {maximum} signals to be followed, and the account follows as many",
    code: "2410",
  },
  tooManyHooks: { status: 422, says: "A signal has at most {maximum} hooks: delete one first", code: "2410" },
  full: { status: 409, says: "The signal {id} has as many subscribers as its author wants", code: "2410" },
  authorDisabled: {
    status: 409,
    says: "The author of the signal {id} was disabled by an admin, and is paid for no month until that ends",
    code: "2410",
  },
  ownerPays: {
    status: 403,
    says: "The signal {id} costs money: only the main account may subscribe to it, in a session or by a key with full access",
    code: "2430",
  },
  unfitProfile: { status: 422, says: "The profile {id} cannot follow the signal: {reason}", code: "2300" },
  changedMeanwhile: {
    status: 409,
    says: "The signal {id} was changed at the same time: send the request again",
    code: "2350",
  },
  unknownAddress: { status: 404, says: "This address takes no messages", code: "2300" },
  unreadMessage: { status: 422, says: "The message triggers nothing: {reason}", code: "2300" },
  hookTooFast: { status: 429, says: "Messages come too fast: wait {seconds} seconds", code: "1507" },
});
