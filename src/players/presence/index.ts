/** The door of presence: who is online, and since when. */
export { Presence } from "./core/presence.ts";
export type { OpenSession, SeenAccount, SessionChange, Transition } from "./core/presence-types.ts";
export { serverLeaseName } from "./core/server-lease.ts";
export type { SessionRow } from "./core/settle.ts";
export type { HistoryStore } from "./history-store.ts";
export { liveChat, type HeardLine, type LiveChat } from "./live-chat.ts";
export { LiveEvents } from "./live-events.ts";
export { liveTransitions, type LiveTransitions } from "./live-transitions.ts";
export { ServerPoller, type Observation } from "./poller.ts";
export { PresenceRecorder } from "./recorder.ts";
export { type AppliedBatch, type PresenceBatch, type PresenceStore } from "./store.ts";
export { noteWatched } from "./sql/watched-hours.ts";
