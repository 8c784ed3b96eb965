/** What endpoints and jobs may ask of sessions. */
import type { DemoDoor } from "./demo-door.ts";
import type { PushTicketStore, SessionRules, SessionStore } from "./store.ts";

export interface SessionDeps {
  readonly sessions: SessionStore;
}

export interface DemoDeps {
  readonly demoDoor: DemoDoor;
}

export interface SessionRuleDeps {
  readonly sessionRules: SessionRules;
}

export interface PushTicketDeps {
  readonly pushTickets: PushTicketStore;
}
