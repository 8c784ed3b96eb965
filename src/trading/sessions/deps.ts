/** What endpoints and jobs may ask of sessions. */
import type { SessionRules, SessionStore } from "./store.ts";

export interface SessionDeps {
  readonly sessions: SessionStore;
}

export interface SessionRuleDeps {
  readonly sessionRules: SessionRules;
}
