/** Things of which only one server may have the same: a key, an address, a folder. */
import type { TreePart } from "../../../kit/config/read-tree.ts";
import type { Problem } from "../../../kit/config/yaml-tree.ts";

export interface Claim {
  /** What it is, in words: `RCON address`. */
  readonly what: string;
  readonly value: string;
  /** Where it is claimed. */
  readonly part: TreePart;
}

/** A problem for each claim whose value an earlier claim of its kind already has. Case is ignored. */
export function findCollisions(claims: readonly Claim[]): Problem[] {
  const first = new Map<string, Claim>();
  return claims.flatMap((claim): Problem[] => {
    const taken = JSON.stringify([claim.what, claim.value.toLowerCase()]);
    const holder = first.get(taken);
    if (!holder) {
      first.set(taken, claim);
      return [];
    }
    const { line } = holder.part.tree.at;
    return [claim.part.problem(`has the same ${claim.what} as the server at line ${line}; each server needs its own`)];
  });
}

/** An address for comparison: the names of this machine are one. */
export function addressOf(host: string, port: number): string {
  const isThisMachine = host.toLowerCase() === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
  return `${isThisMachine ? "127.0.0.1" : host.toLowerCase().replace(/\.$/, "")} ${port}`;
}
