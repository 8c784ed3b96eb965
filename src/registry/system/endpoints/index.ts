/** The table of the system area. */
import { checkProgram } from "./check-program.ts";
import { getHealth } from "./get-health.ts";
import { getProgramVersion } from "./get-program-version.ts";
import { ping } from "./ping.ts";

export const systemEndpoints = [getHealth, ping, getProgramVersion, checkProgram] as const;
