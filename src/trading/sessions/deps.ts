/** The dependencies of the endpoints and jobs of sessions. */
import type { DemoDoor } from "./demo-door.ts";
import type { PushTickets } from "./push-tickets.ts";
import type { SessionRules, SessionStore } from "./store.ts";

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
  readonly pushTickets: PushTickets;
}
