/** Errors about sessions. */
import { errors } from "../../kit/errors/catalogue.ts";

export const sessionErrors = errors("sessions", {
  /** The same for an unknown user, a wrong password, and a user who may not log in. */
  wrongLogin: { status: 401, says: "The username or the password is wrong", code: "2020" },
  codeNeeded: { status: 401, says: "A code of the second factor is needed: code or recovery_code", code: "2021" },
  wrongCode: { status: 401, says: "The code is wrong, or was used before", code: "2021" },
  noCsrf: {
    status: 403,
    says: "A change in a session needs POST, and its token in the header X-CSRF-Token",
    code: "2022",
  },
  otherSite: {
    status: 403,
    says: "A login is only taken from the platform's own pages and from programs",
    code: "2022",
  },
  noDemo: {
    status: 403,
    says: "This is not a demo, or its user is closed or has a second factor: log in with a username and a password",
    code: "2022",
  },
  notFound: { status: 404, says: "There is no session {id}", code: "2300" },
  tooManyTickets: {
    status: 429,
    says: "{limit} tickets of this session are unused. Use one, or wait {seconds} seconds",
    code: "1508",
  },
  badRequest: { status: 422, says: "request is list, or revoke: and the id of a session", code: "2300" },
});
