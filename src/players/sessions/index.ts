/** The door of sessions: a browser signs in with a key, and a cookie replaces the key. */
export { sessionErrors } from "./errors.ts";
export { shownKeyOf } from "./session-key.ts";
export { sessionSettings } from "./settings.ts";
