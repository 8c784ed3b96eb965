/** A server that a caller names is looked up before its history is searched: for a name that was made up, that costs as much. */
import { presenceErrors } from "./errors.ts";
import type { HistoryStore } from "./history-store.ts";

/** @throws presence.noServer (404) for the key of a server that never was part of the cluster. */
export async function requireServer(
  history: Pick<HistoryStore, "isServerKnown">,
  server: string | undefined,
): Promise<void> {
  if (server !== undefined && !(await history.isServerKnown(server))) throw presenceErrors.noServer({ server });
}
