/** The door of sessions: a browser signs in with a token, and a cookie replaces the token. */
export type { BrowserLogins, SessionDeps } from "./deps.ts";
export { sessionErrors } from "./errors.ts";
export { loginsOf } from "./logins.ts";
export { renewing } from "./renewal.ts";
export { shownTokenOf } from "./session-token.ts";
export { sessionSettings } from "./settings.ts";
