/** Errors about sub-accounts and broadcasts to them. */
import { errors } from "../../kit/errors/catalogue.ts";

export const subaccountErrors = errors("subaccounts", {
  notFound: { status: 404, says: "There is no sub-account {id}", code: "2300" },
  tooMany: { status: 422, says: "The plan allows {maximum} sub-accounts", code: "2410" },
  beyondPlan: { status: 422, says: "The plan does not allow this for sub-accounts: {what}", code: "2300" },
  contradiction: { status: 422, says: "These do not go together: {what}", code: "2300" },
  usernameTaken: { status: 422, says: "The username {username} is taken", code: "2300" },
  weakPassword: { status: 422, says: "{problem}", code: "2300" },
  passwordFixed: { status: 422, says: "The password of a sub-account cannot be changed here", code: "2300" },
  broadcastNotFound: { status: 404, says: "There is no broadcast {id}", code: "2300" },
  tooManyBroadcasts: { status: 422, says: "At most {maximum} broadcasts are kept: delete old ones", code: "2300" },
});
