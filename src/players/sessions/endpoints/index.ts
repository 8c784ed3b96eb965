/** The endpoints of sessions. */
import { beginSession } from "./begin-session.ts";
import { endSession } from "./end-session.ts";
import { getCaller } from "./get-caller.ts";
import { getSession } from "./get-session.ts";

export const sessionEndpoints = [getSession, beginSession, endSession, getCaller] as const;
