/** Errors about sessions of browsers. */
import { errors } from "../../kit/errors/catalogue.ts";

export const sessionErrors = errors("session", {
  keyNeeded: { status: 400, says: "Send Key, or Demo: true, and not both." },
  ended: { status: 401, says: "The session has ended. Sign in again with a key." },
  noCsrf: { status: 403, says: "A change in a session needs the CsrfToken of /Me in the header X-CSRF-Token." },
  otherSite: { status: 403, says: "Sessions are for pages of this server. Other sites and programs send a key." },
});
