/** The table of the system area. */
import { getHealth } from "./get-health.ts";
import { getProgramVersion } from "./get-program-version.ts";
import { ping } from "./ping.ts";

export const systemEndpoints = [getHealth, ping, getProgramVersion] as const;
