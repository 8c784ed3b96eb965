/** The account as a developer of signals, with the signals that it has published. */
import type { ShowDeveloperResult } from "../../../../../clients/typescript/src/trading.ts";
import { trading, TripodError } from "../../../live/clients.ts";

const NOT_FOUND = 404;

/** Null for an account that has published nothing: it is not a developer yet. */
export async function findDeveloper(uid: string, ending: AbortSignal): Promise<ShowDeveloperResult | null> {
  try {
    return await trading.signals.showDeveloper({ id: uid }, { signal: ending });
  } catch (error) {
    if (error instanceof TripodError && error.status === NOT_FOUND) return null;
    throw error;
  }
}
