/** One signal with its latest iterations. */
import type { Static } from "typebox";
import { signalErrors } from "./errors.ts";
import type { signal } from "./records.ts";
import { showIteration, showSignal } from "./show-signal.ts";
import type { SignalStore, Viewer } from "./store.ts";

/** @throws signalErrors.notFound for a signal that the viewer does not see */
export async function readSignal(
  signals: Pick<SignalStore, "findSignal" | "listIterations">,
  viewer: Viewer,
  id: number,
): Promise<Static<typeof signal>> {
  const found = await signals.findSignal(viewer, id);
  if (!found) throw signalErrors.notFound({ id });
  const iterations = await signals.listIterations(viewer, [id], 0, { limit: 1, offset: 0 });
  return { ...showSignal(found, 1), iteration_children: iterations.map(showIteration) };
}
