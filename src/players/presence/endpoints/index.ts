/** The endpoints of the presence area. */
import { createTicket } from "./create-ticket.ts";
import { listOnline } from "./list-online.ts";
import { listSessions } from "./list-sessions.ts";
import { streamEvents } from "./stream-events.ts";

export const presenceEndpoints = [listOnline, streamEvents, createTicket, listSessions] as const;
