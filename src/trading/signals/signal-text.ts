/** A signal as `signals/<id>` sends it: what marketplace/signals-feed shows, with the same delay. */
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { showIteration, showSignal } from "./show-signal.ts";
import type { SignalStore } from "./store.ts";

interface Asked {
  readonly id: number;
  readonly ownerUid: number;
  readonly delayMs: number;
}

/** As JSON; undefined for what is not there. */
export async function signalText(
  signals: Pick<SignalStore, "findSignal" | "listIterations">,
  clock: Pick<Clock, "now">,
  { id, ownerUid, delayMs }: Asked,
): Promise<string | undefined> {
  const viewer = { ownerUid, nowMs: Math.floor(toMillis(clock.now())), delayMs };
  const found = await signals.findSignal(viewer, id);
  if (!found) return undefined;
  const iterations = await signals.listIterations(viewer, [id], 0, { limit: 1, offset: 0 });
  return JSON.stringify({ ...showSignal(found, 1), iteration_children: iterations.map(showIteration) });
}
