/** The door of sessions: how people log in to the console, and stay so for a while. */
export type { PushTicketDeps, SessionDeps, SessionRuleDeps } from "./deps.ts";
export { DemoDoor } from "./demo-door.ts";
export { sessionAuthenticator, type SessionAuthenticator } from "./session-authenticator.ts";
export { lapsedSessions, sessionOfTicket, type PushTickets } from "./push-tickets.ts";
export { sessionSettings } from "./settings.ts";
export type { SessionStore } from "./store.ts";
