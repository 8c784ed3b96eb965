/** The endpoints of the presence area. */
import { listOnline } from "./list-online.ts";
import { listSessions } from "./list-sessions.ts";
import { streamEvents } from "./stream-events.ts";

export const presenceEndpoints = [listOnline, streamEvents, listSessions] as const;
