/** Parts of one algorithm, or of all that the caller owns: what the operations that list them have in common. */
import { algorithmErrors } from "./errors.ts";
import type { AlgorithmStore, StoredAlgorithm, Viewer } from "./store.ts";

export const ONE_OR_OWN =
  "of one algorithm, or of all your own. Of your own the latest version, of others the published one.";

export const oneOrOwnExamples = [
  { name: "of one algorithm", query: { algorithm_id: "900003" } },
  { name: "of all your own", query: {} },
  { name: "no such algorithm", query: { algorithm_id: "999999999" }, status: 404 },
  { name: "a name in place of an id", query: { algorithm_id: "x" }, status: 422 },
];

/**
 * The algorithm with this id; without an id, all that the viewer owns.
 *
 * @throws algorithmErrors.notFound for one that is not there, or that the viewer may not see.
 */
export async function oneOrOwn(
  algorithms: Pick<AlgorithmStore, "find" | "listOwn">,
  viewer: Viewer,
  id: string | undefined,
): Promise<readonly StoredAlgorithm[]> {
  if (id === undefined) return algorithms.listOwn(viewer);
  const found = await algorithms.find(viewer, Number(id));
  if (!found) throw algorithmErrors.notFound({ id });
  return [found];
}
