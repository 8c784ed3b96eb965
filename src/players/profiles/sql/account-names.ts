/** The names that an account has from its platform and from servers' lists, as rows hold them. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { GivenName } from "../core/shown-name.ts";

export interface AccountNamesRow {
  readonly summary_name: string | null;
  /** When the platform first told this name. */
  readonly summary_at: Instant | null;
  readonly seen_name: string;
  /** When a server's list first gave this name. */
  readonly seen_at: Instant | null;
}

/** Columns of `players.accounts a`, for `accountNamesOf`. */
export const ACCOUNT_NAMES = "a.summary_name, a.summary_at, a.seen_name, a.seen_at";

export function accountNamesOf(row: AccountNamesRow): readonly GivenName[] {
  return [
    { source: "platform", name: row.summary_name ?? "", at: row.summary_at },
    { source: "server", name: row.seen_name, at: row.seen_at },
  ];
}
