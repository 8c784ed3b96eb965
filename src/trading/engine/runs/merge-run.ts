/** A run that is known, and the same one as it was read: the answers of two questions may come in either order. */
import type { KeptRun } from "../store-runs.ts";

/**
 * The newer of both. Slices and what requests have asked to see count without a transition, and never go back: they are the newest of
 * either.
 */
export function mergeRun(known: KeptRun, read: KeptRun): KeptRun {
  const newer = read.version < known.version ? known : read;
  return {
    ...newer,
    slices: Math.max(known.slices, read.slices),
    lastSliceMs: latest(known.lastSliceMs, read.lastSliceMs),
    debugAskedMs: latest(known.debugAskedMs, read.debugAskedMs),
  };
}

function latest(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}
