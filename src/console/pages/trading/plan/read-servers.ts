/** Servers on which strategies run. */
import type { Server } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";

const PAGE = 200;

/** All that the account has or had, private ones first, and of each kind the newest first. */
export async function readServers(signal: AbortSignal): Promise<readonly Server[]> {
  const found: Server[] = [];
  for (const list of [trading.billing.listPrivateServers, trading.billing.listSharedServers]) {
    for await (const { servers } of list.pages({ limit: PAGE }, { signal })) found.push(...servers);
  }
  return found;
}
