/** Which callers that are connected may stay: the keys they came with are asked for again and again. */
import type { Caller } from "../caller.ts";
import { isAllowed, readRange } from "./address-ranges.ts";
import type { KeyStore } from "./store.ts";

/** Of these callers, those whose key counts no more: it was revoked, or its user may not use it, or not from there. */
export type LapsedCallers = (callers: readonly Caller[]) => Promise<ReadonlySet<Caller>>;

/** Keys of one question to the database. */
const BATCH = 5_000;

/** Asks the database each time, so that it does not matter which process revoked a key. */
export function lapsedCallers(keys: Pick<KeyStore, "listInForce">): LapsedCallers {
  return async (callers) => {
    const ids = [...new Set(callers.map(keyIdOf))];
    const addresses = new Map<number, readonly string[]>();
    for (let start = 0; start < ids.length; start += BATCH) {
      for (const key of await keys.listInForce(ids.slice(start, start + BATCH))) addresses.set(key.id, key.addresses);
    }
    return new Set(callers.filter((caller) => !mayStay(addresses.get(keyIdOf(caller)), caller.address)));
  };
}

/** A session has no id here, so it may not stay. */
function keyIdOf({ credential }: Caller): number {
  return credential.kind === "key" ? Number(credential.id) : -1;
}

function mayStay(addresses: readonly string[] | undefined, address: string): boolean {
  if (!addresses) return false;
  const ranges = addresses.map(readRange).filter((range) => range !== undefined);
  // An address that cannot be read must not open the key to every caller.
  return ranges.length === addresses.length && isAllowed(ranges, address);
}
