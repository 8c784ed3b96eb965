/** The endpoints of sessions. */
import { beginSession } from "./begin-session.ts";
import { endSession } from "./end-session.ts";
import { getCaller } from "./get-caller.ts";
import { listLogins } from "./list-logins.ts";

export const sessionEndpoints = [listLogins, getCaller, beginSession, endSession] as const;
