/** Which version `latest` names after a change. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { ServerStatus } from "./status.ts";
import { latestOf, type VersionAge } from "./version-order.ts";

type Standing = VersionAge & { readonly status: ServerStatus };

/**
 * The version that `latest` names once some versions of a server are written. A written version takes the place of the
 * stored one with the same text. Where versions are only added, the latest of the stored ones is enough: no version
 * below it can become the latest. At least one version must be given.
 */
export function latestAfter(stored: readonly Standing[], written: readonly Standing[]): string {
  const versions = new Map([...stored, ...written].map((each) => [each.version, each]));
  const latest = latestOf([...versions.values()]);
  invariant(latest, "a server has at least one version");
  return latest.version;
}
