/** Removes what plugins told of players once the cluster has no plugins: nothing would bring it up to date, or take it away. */
import type { Log } from "../../kit/log/log.ts";
import type { LeaseHolder } from "../../kit/sql/hold-lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { PluginStore } from "../plugins/index.ts";

export interface FormerPluginsDeps {
  readonly leases: LeaseHolder;
  readonly store: PluginStore;
  /** Under which plugins are read. */
  readonly lease: string;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}

/** Looks once. While another process has the lease, its cluster file has plugins, and nothing is removed. */
export async function removeFormerRecords(deps: FormerPluginsDeps, signal: AbortSignal): Promise<void> {
  const { leases, store, lease: name, clock, log } = deps;
  try {
    await leases.whileHeld(
      name,
      async ({ fence }) => {
        const { removed } = await store.setRecords([], { name, fence }, clock.now());
        if (removed > 0)
          log.info({ removed }, "the cluster's file no longer names plugins; the program removed their data");
      },
      signal,
    );
  } catch (error) {
    if (!signal.aborted)
      log.warn(
        { err: error },
        "the program could not remove the data of plugins that the cluster's file no longer names",
      );
  }
}
