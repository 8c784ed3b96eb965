/** Whether an import takes its source's word for which version of a server is the latest. */

export type LatestChoice =
  | { readonly kind: "flagged"; readonly version: string }
  /** The latest version stays as it is: the source flags none of the versions that it named this time. */
  | { readonly kind: "kept" }
  /** It is to be computed from all versions. `flags` is how many versions the source flags. */
  | { readonly kind: "computed"; readonly flags: number };

interface Named {
  readonly version: string;
  readonly isLatest: boolean;
}

/**
 * The flag counts as the source has it. The latest is computed where the source flags several versions, or none
 * although it names the one that was the latest. A registry's own servers (`local`) may have versions that the source
 * does not know. There the flag counts only from a source that names the version that was the latest. A mirror
 * (`mirror`) may receive a part of a server, whose flag is on a version that came earlier.
 *
 * @param before the latest version so far; undefined for a server that is new.
 */
export function chooseLatest(
  before: string | undefined,
  named: readonly Named[],
  as: "mirror" | "local",
): LatestChoice {
  const [flagged, ...others] = named.filter(({ isLatest }) => isLatest);
  const knowsBefore = before === undefined || named.some(({ version }) => version === before);
  if (others.length > 0 || (as === "local" && !knowsBefore)) {
    return { kind: "computed", flags: others.length + (flagged ? 1 : 0) };
  }
  if (flagged) return { kind: "flagged", version: flagged.version };
  return knowsBefore ? { kind: "computed", flags: 0 } : { kind: "kept" };
}
