/** The storage port of the platform area. */
import type { Instant } from "../../kit/time/instant.ts";
import type { StoredAccount } from "./core/account.ts";
import type { AccountUpdate } from "./core/account-update.ts";
import type { BanChange } from "./core/bans.ts";
import type { Strikes } from "./core/pauses.ts";
import type { RefreshCuts } from "./core/refresh-plan.ts";

/**
 * Accounts, and per key of the Steam Web API one row of state, shared by all processes. A key is never stored: rows are
 * named by its `keyId` (16 hex digits). Every operation is one transaction of its own.
 */
export interface PlatformStore {
  /**
   * Takes accounts that are due, so that no other caller gets them before `until`, and answers them as they are stored.
   * At most `limit`; those first that come first in `refreshPlan`.
   *
   * Due are accounts whose `platformId` matches `^7656119\d{10}$`, which no other process holds (held until <= `now`,
   * or never held), and for which one of these is true:
   * - rank 0: never checked;
   * - rank 1: online, and checked at `cuts.onlineBefore` or before;
   * - rank 2: last seen at `cuts.activeSince` or later, and checked at `cuts.activeBefore` or before;
   * - rank 3: checked at `cuts.restBefore` or before.
   *
   * Ordered by rank, then by the time of the last check, then by `platformId`. Callers at the same time get different
   * accounts and do not wait for each other.
   */
  claimDue(claim: {
    readonly limit: number;
    readonly now: Instant;
    readonly until: Instant;
    readonly cuts: RefreshCuts;
  }): Promise<StoredAccount[]>;

  /**
   * Writes what came of asking about claimed accounts, all of it or nothing; each account once. For each update:
   * - `summary` and `bans`, where given, replace the stored ones, `bans` with `at` as their time; where undefined, the
   *   stored values and the time of the bans stay;
   * - when `isChecked`, `at` becomes the time of the last check and the claim ends. Otherwise both stay: the account is
   *   due again when the claim runs out;
   * - `isChanged` says that something shown is new: only then must readers be notified;
   * - `banChange` is sent to webhooks, in the same transaction.
   *
   * An update is dropped, with all that it says, when its account is gone or was checked later than `at`.
   */
  save(updates: readonly AccountUpdate[]): Promise<void>;

  /** The known state of a key; undefined before its first call. */
  findState(keyId: string): Promise<PlatformState | undefined>;

  /**
   * Counts `calls` to a key's `day` before they are made, and answers true. Answers false and counts nothing when the
   * day would then have more than `limit`, or the key is paused past `now`. Another `day` than the counted one begins
   * at 0; an earlier one is answered false. Exact for any number of callers at the same time.
   */
  takeQuota(quota: {
    readonly keyId: string;
    /** In UTC, `YYYY-MM-DD`. */
    readonly day: string;
    readonly calls: number;
    readonly limit: number;
    readonly now: Instant;
  }): Promise<boolean>;

  /**
   * Notes that Steam answered: the time, unless a later one is noted; strikes back to 0; no problem any more. A pause
   * stays: another process may have reason for it.
   */
  recordGood(keyId: string, at: Instant): Promise<void>;

  /**
   * Records a problem: it replaces an earlier one, the strikes are as given, and the key is paused until the later of
   * the given pause (null for none) and the present one.
   */
  recordProblem(
    keyId: string,
    problem: PlatformProblem & { readonly pausedUntil: Instant | null; readonly strikes: Strikes },
  ): Promise<void>;
}

/** A change of an account's bans, and when it was seen. */
export interface SeenBan {
  readonly platformId: string;
  readonly at: Instant;
  readonly change: BanChange;
}

export interface PlatformProblem {
  readonly at: Instant;
  /** A sentence for the operator, of at most 300 characters, without secrets. */
  readonly says: string;
}

export interface PlatformState {
  /** The day in UTC, `YYYY-MM-DD`, that `calls` were counted for. */
  readonly day: string;
  readonly calls: number;
  readonly strikes: Strikes;
  readonly pausedUntil: Instant | null;
  /** When Steam last answered both questions about some accounts. */
  readonly lastGoodAt: Instant | null;
  /** The last problem since then. */
  readonly lastProblem: PlatformProblem | null;
}
