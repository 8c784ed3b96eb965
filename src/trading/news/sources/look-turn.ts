/** The name under which a site is asked, one request at a time. */
import type { Lease } from "../../../kit/sql/lease.ts";

export interface LookTurn {
  readonly lease: Lease;
  readonly signal: AbortSignal;
  /** The names of the feeds of the site: where it asks to be left alone, none of them is looked at. */
  readonly siteFeeds: readonly string[];
}
