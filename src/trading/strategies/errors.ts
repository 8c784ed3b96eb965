/** What is refused about strategies and what users watch. */
import { errors } from "../../kit/errors/catalogue.ts";

export const strategyErrors = errors("strategy", {
  watchlistItemNotFound: { status: 404, says: "There is no item {id} on the watchlist", code: "2300" },
  watchlistFull: { status: 422, says: "A watchlist holds at most {maximum} markets", code: "2410" },
  notIncluded: { status: 403, says: "The subscription does not include strategies", code: "2400" },
  tabNotFound: { status: 404, says: "There is no tab {id}", code: "2300" },
  tooManyTabs: {
    status: 422,
    says: "An account has at most {maximum} tabs: delete one first (strategy/delete-tab)",
    code: "2410",
  },
  profileNotFound: { status: 404, says: "There is no profile {id}", code: "2300" },
  strategyNotFound: { status: 404, says: "There is no strategy {id}", code: "2300" },
  strategyUnclear: {
    status: 422,
    says: "The profile {id} holds {count} strategies: send the id of one of them, from strategy/data/list",
    code: "2300",
  },
  namedTwice: { status: 422, says: "The strategy {id} is named twice: name each once", code: "2300" },
  notYours: {
    status: 403,
    says: "{thing} {id} belongs to another user of the account: ask that user or the main account to change it",
    code: "2400",
  },
  ownerPays: {
    status: 403,
    says:
      "The algorithm {id} costs money, or more than before: only the main account may choose it, in a session or by a key " +
      "with full access",
    code: "2430",
  },
  tooManyStrategies: {
    status: 422,
    says: "The subscription allows {maximum} strategies: delete a profile, or choose a larger subscription",
    code: "2410",
  },
  active: {
    status: 409,
    says: "The strategy {id} is {state}, and orders of it may be open: {advice}",
    code: "2340",
  },
  watched: {
    status: 409,
    says: "The exchange has denied the order {order} of the strategy {id}, which may still appear there: erase the history 24 hours after that",
    code: "2340",
  },
  notReady: { status: 422, says: "The strategy {id} cannot start: {reason}", code: "2300" },
  stopping: {
    status: 409,
    says: "The strategy {id} is {state}: start it again when it has stopped",
    code: "2340",
  },
  serverNotReady: {
    status: 409,
    says: "The server {id} is {status}: start the strategy when it is active, on another server, or without server_id",
    code: "2320",
  },
  tooManyKeys: {
    status: 422,
    says: "The subscription lets {maximum} exchange keys trade at the same time: stop a strategy that uses another one",
    code: "2410",
  },
  tooManyActive: {
    status: 422,
    says: "The subscription lets {maximum} strategies run at the same time: stop one first, or choose a larger subscription",
    code: "2410",
  },
  tooManyRunning: {
    status: 422,
    says: "This sub-account may run {maximum} strategies at the same time: stop one first",
    code: "2410",
  },
  debugUnanswered: {
    status: 503,
    says: "The process that looks after the strategy {id} did not answer: ask again, and see whether a worker runs",
    code: "5200",
  },
  changedMeanwhile: {
    status: 409,
    says: "The profile {id} or its algorithm was changed at the same time: read it again, then send the change again",
    code: "2350",
  },
  algorithmChanged: {
    status: 409,
    says: "The algorithm {id} was changed at the same time: send the request again",
    code: "2350",
  },
  unfit: { status: 422, says: "The profile cannot be saved: {reason}", code: "2300" },
  templateNotFound: { status: 404, says: "There is no template {id}", code: "2300" },
  tooManyTemplates: {
    status: 422,
    says: "The subscription allows {maximum} templates: delete one first (strategy/delete-template), or choose a larger subscription",
    code: "2410",
  },
  bookNotFound: { status: 404, says: "There is no book {id}", code: "2300" },
  tooManyBooks: { status: 422, says: "An account has at most {maximum} books: delete one first", code: "2410" },
  otherProfile: {
    status: 422,
    says: "The strategy {id} is not in the profile {profile}, whose values differ: leave profile_id out to copy the values",
    code: "2300",
  },
});
