import type { Caller } from "../caller.ts";
import type { ClockDeps } from "../platform-deps.ts";
import type { Definition } from "./core/definition.ts";
import type { AlgorithmDeps } from "./deps.ts";
import type { StoredAlgorithm } from "./store.ts";
import { doing } from "./viewer.ts";

interface NewPart {
  readonly algorithmId: string;
  /** For the trail. */
  readonly action: string;
  /** May throw to refuse. */
  readonly add: (latest: Definition, id: number) => Definition;
}

/** Adds a condition or an execution to an algorithm. Answers the algorithm with it, and the id that the part was given. */
export async function addPart(
  { algorithms, clock }: AlgorithmDeps & ClockDeps,
  actor: Caller,
  { algorithmId, action, add }: NewPart,
): Promise<{ readonly changed: StoredAlgorithm; readonly id: string }> {
  let added = 0;
  const changed = await algorithms.change(
    doing(actor, clock.now()),
    { algorithm: Number(algorithmId) },
    {
      action,
      addsPart: true,
      edit(latest, id) {
        added = id;
        return add(latest, id);
      },
    },
  );
  return { changed, id: String(added) };
}
