/** Forgets the saves of a server that is not read any more, for operators who do not wait until retention removes them. */
import type { LeaseHolder } from "../../kit/sql/hold-lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { serverLeaseName } from "../presence/index.ts";
import type { SaveStore } from "./store.ts";

export interface ForgettingDeps {
  readonly store: Pick<SaveStore, "knownFiles" | "apply">;
  readonly leases: LeaseHolder;
  readonly clock: Clock;
}

/** Others that write players wait for a batch: it should be short. */
const FILES_AT_ONCE = 500;

/**
 * Takes every file of the server for removed: players and tribes that no other server's saves hold are not in the
 * cluster any more. Interrupted, it may be done again. A server that comes back is read again.
 *
 * @returns how many files there were; undefined where a process reads the server, and nothing was changed.
 */
export async function forgetSaves(
  { store, leases, clock }: ForgettingDeps,
  server: string,
): Promise<number | undefined> {
  return leases.whileHeld(serverLeaseName(server), async ({ fence, signal }) => {
    const names = [...(await store.knownFiles(server)).keys()];
    for (let at = 0; at < names.length; at += FILES_AT_ONCE) {
      signal.throwIfAborted();
      const removed = names.slice(at, at + FILES_AT_ONCE);
      const changes = { full: false, last: true, profiles: [], tribes: [], tributes: [], worlds: [], removed };
      await store.apply({ server, fence, at: clock.now(), changes });
    }
    return names.length;
  });
}
