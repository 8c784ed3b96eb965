/** The storage port of the plugins area. */
import type { Instant } from "../../kit/time/instant.ts";
import type { PluginKind, PluginRecord } from "./core/plugin-record.ts";

export interface PluginStore {
  /**
   * Makes the records those that are given, writing only what differs, some at a time. The accounts of what differs are
   * announced. What the `unread` plugins told before stays.
   *
   * @throws LeaseLost when the lease is no longer held with its fence. Earlier records stay.
   */
  setRecords(
    records: readonly PluginRecord[],
    lease: { readonly name: string; readonly fence: number },
    at: Instant,
    unread?: readonly PluginKind[],
  ): Promise<{ readonly changed: number; readonly removed: number }>;
}
