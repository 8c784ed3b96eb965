/** The endpoints of the presence area. */
import { createTicket } from "./create-ticket.ts";
import { listHours } from "./list-hours.ts";
import { listOnline } from "./list-online.ts";
import { listRecent } from "./list-recent.ts";
import { listSessions } from "./list-sessions.ts";
import { streamEvents } from "./stream-events.ts";

export const presenceEndpoints = [listOnline, streamEvents, createTicket, listHours, listRecent, listSessions] as const;
