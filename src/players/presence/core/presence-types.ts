/** The words of presence: what is seen of servers, and what follows for sessions. */
import type { Instant } from "../../../kit/time/instant.ts";

/** An account as a server's list names it. */
export interface SeenAccount {
  /** A 17-digit SteamID64, or 32 lower-case hexadecimal digits (EOS). */
  readonly platformId: string;
  /** The server's name for it; may be empty, or garbled where the server's text is not Unicode. */
  readonly name: string;
}

/** The accounts in a server's list. */
export interface SeenList {
  readonly accounts: readonly SeenAccount[];
  /**
   * Lines of the list that are not accounts. An account that is missed may be behind a line that was not there when the
   * account was last named.
   */
  readonly unread?: readonly string[];
}

/** A session that has not ended. */
export interface OpenSession extends SeenAccount {
  readonly server: string;
  readonly startedAt: Instant;
  /** Never before `startedAt`. */
  readonly lastSeen: Instant;
}

/**
 * A change of one account. One account's transitions alternate: joined, moved any number of times, left, joined, ...
 */
export type Transition = SeenAccount & {
  /** When it happened. Of a leave, the last time that the account was seen, which is before it was missed. */
  readonly at: Instant;
  /** The server joined, left or moved to. */
  readonly server: string;
} & ({ readonly kind: "joined" | "left" } | { readonly kind: "moved"; readonly from: string });

/** Each of a change becomes a live event, which is numbered within the change. More are announced as further changes. */
export const TRANSITIONS_OF_A_CHANGE = 1_000;

/**
 * How strongly an opening claims an account that is online on another server too. `join`: it was seen to come, so it
 * takes the account over. `listed`: it was found there, since an unknown time, so it yields to an open session.
 */
export type Claim = "join" | "listed";

/** A write to sessions. See `settle` for what each does to the rows that it meets. */
export type SessionChange =
  | (SeenAccount & {
      readonly kind: "open";
      readonly server: string;
      readonly startedAt: Instant;
      readonly claim: Claim;
    })
  | { readonly kind: "close"; readonly server: string; readonly platformId: string; readonly endedAt: Instant }
  /** These accounts, in the order of their ids, have a session on `server` and were seen there at `at`. */
  | {
      readonly kind: "seen";
      readonly server: string;
      readonly at: Instant;
      readonly platformIds: readonly string[];
    };

/** The result of one input. */
export interface PresenceOutcome {
  /** In the order of platform ids; of one account, in the order in which they happened. */
  readonly transitions: readonly Transition[];
  /** In the order in which they are to be applied: closings, openings, sightings; by platform id, then server. */
  readonly changes: readonly SessionChange[];
}

/** Gathers what follows from one input, and puts it in order. */
export class OutcomeBuilder {
  readonly #transitions: Transition[] = [];
  readonly #closings: (SessionChange & { kind: "close" })[] = [];
  readonly #openings: (SessionChange & { kind: "open" })[] = [];
  readonly #seen: string[] = [];

  open(account: SeenAccount, server: string, startedAt: Instant, claim: Claim, from: string | undefined): void {
    const { platformId, name } = account;
    this.#openings.push({ kind: "open", platformId, name, server, startedAt, claim });
    const common = { platformId, name, server, at: startedAt };
    this.#transitions.push(from === undefined ? { kind: "joined", ...common } : { kind: "moved", from, ...common });
  }

  /** Closes what is open in storage; if it is not open in this process, nothing is reported. */
  close({ platformId, name }: SeenAccount, server: string, endedAt: Instant, isTold: boolean): void {
    this.#closings.push({ kind: "close", platformId, server, endedAt });
    if (isTold) this.#transitions.push({ kind: "left", platformId, name, server, at: endedAt });
  }

  see(platformId: string): void {
    this.#seen.push(platformId);
  }

  /** The outcome; `server` and `at` are those of the sightings. */
  finish(server: string, at: Instant): PresenceOutcome {
    const platformIds = this.#seen.sort();
    return {
      transitions: this.#transitions.sort(byPlatformId),
      changes: [
        ...this.#closings.sort((a, b) => byPlatformId(a, b) || (a.server < b.server ? -1 : 1)),
        ...this.#openings.sort(byPlatformId),
        ...(platformIds.length > 0 ? [{ kind: "seen", server, at, platformIds } as const] : []),
      ],
    };
  }
}

/** By code units, as the database's "C" collation has them. Sorting is stable, so one account keeps its order. */
function byPlatformId(a: { readonly platformId: string }, b: { readonly platformId: string }): number {
  if (a.platformId === b.platformId) return 0;
  return a.platformId < b.platformId ? -1 : 1;
}
