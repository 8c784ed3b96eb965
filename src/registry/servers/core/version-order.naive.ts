/** The order of versions, once more, slowly and from the words of SemVer 2.0.0: what tests hold the real one against. */
import type { VersionAge } from "./version-order.ts";

/** The grammar of semver.org, with its names. */
const SEMVER =
  /^(?<major>0|[1-9]\d*)\.(?<minor>0|[1-9]\d*)\.(?<patch>0|[1-9]\d*)(?:-(?<pre>(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

/** -1, 0 or 1, as the sign of `compareVersions`. */
export function compareVersionsNaively(a: VersionAge, b: VersionAge): number {
  const left = rank(a);
  const right = rank(b);
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const order = compareRanks(left[index], right[index]);
    if (order !== 0) return order;
  }
  return 0;
}

/** One list for each version, so that the order of versions is the order of their lists. */
function rank(version: VersionAge): Rank[] {
  const tie: Rank[] = [BigInt(version.publishedAt), version.version];
  const groups = SEMVER.exec(version.version)?.groups;
  if (!groups) return [0n, ...tie];
  const numbers = [groups["major"], groups["minor"], groups["patch"]].map((part) => BigInt(part ?? ""));
  if (groups["pre"] === undefined) return [1n, ...numbers, 1n, ...tie];
  const parts = groups["pre"].split(".").flatMap((part): Rank[] => {
    // 1 before each identifier, 0 after the last: the shorter of two lists with the same start is the lower.
    return /^\d+$/.test(part) ? [1n, 0n, BigInt(part)] : [1n, 1n, part];
  });
  return [1n, ...numbers, 0n, ...parts, 0n, ...tie];
}

type Rank = bigint | string;

function compareRanks(a: Rank | undefined, b: Rank | undefined): number {
  if (a === undefined || b === undefined || typeof a !== typeof b)
    throw new Error("ranks of one place are of one kind");
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
