/** The endpoints of the tribes area. */
import { findTribe } from "./find-tribe.ts";
import { getTribe } from "./get-tribe.ts";
import { listLog } from "./list-log.ts";
import { listMembers } from "./list-members.ts";

export const tribeEndpoints = [getTribe, findTribe, listLog, listMembers] as const;
