/** Errors about sessions of browsers. */
import { errors } from "../../kit/errors/catalogue.ts";

export const sessionErrors = errors("sessions", {
  ended: { status: 401, says: "The session has ended: sign in again" },
  noCsrf: {
    status: 403,
    says: "A change in a session needs the csrf_token of /v0.1/auth/me in the header X-CSRF-Token",
  },
  otherSite: {
    status: 403,
    says: "Sessions are for pages of this server: other sites and programs send a token",
  },
  notBegun: {
    status: 401,
    says: "This browser began no such sign-in within the last minutes: begin it again",
  },
  notRenewable: {
    status: 409,
    says: "This session ends with its token and cannot be renewed: sign in again",
  },
  tooLong: {
    status: 422,
    says: "The token is too long for a session: make one with fewer permissions",
  },
});
