/** Which session stays: the effect of one process's changes on rows that other processes write too. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { SeenAccount, SessionChange, Transition } from "./presence-types.ts";

/** A session as it is stored. `startedAt <= lastSeen <= endedAt`; those of one account never overlap. */
export interface SessionRow extends SeenAccount {
  readonly server: string;
  readonly startedAt: Instant;
  readonly lastSeen: Instant;
  /** Null while it is open. An account has one open session at most, and then that is its last. */
  readonly endedAt: Instant | null;
}

/** The rows to write, and the events to publish. */
export interface Settled {
  /**
   * New or altered rows, each once, in their final form: those that end before those that begin. A row is known by its
   * account and start: no two of one account start at the same moment.
   */
  readonly rows: readonly (SessionRow & { readonly isNew: boolean })[];
  /** The real changes, in order; to be published. Repeating changes that were applied adds none. */
  readonly transitions: readonly Transition[];
  /** Accounts that the process takes for online on its server, and whose session there is not open. */
  readonly lost: readonly string[];
}

/**
 * Applies the changes of one server to `latest`, the last session (by start) of every account that they name.
 *
 * - *open* ends the account's open session on another server, at the moment that the new one starts, if it claims as a
 *   `join` and starts no earlier than that one did. Otherwise the other session stays, and this one is lost. Where the
 *   clocks of two processes differ, the new session starts when the account was last seen in the one before.
 * - *open* of an account that has an open session on this very server is a sighting.
 * - *seen* and *close* alter the account's open session on this server; if it has none there, a closing does nothing.
 *
 * @param changes of one server, as `Presence` put them in order.
 */
export function settle(changes: readonly SessionChange[], latest: ReadonlyMap<string, SessionRow>): Settled {
  const work = new Settling(latest);
  for (const change of changes) {
    switch (change.kind) {
      case "open":
        work.open(change);
        break;
      case "close":
        work.close(change);
        break;
      case "seen":
        for (const platformId of change.platformIds) work.see(platformId, change.server, change.at);
        break;
    }
  }
  return work.finish();
}

/** Every account that changes name, each once, by code units: what `latest` must hold, and what is to be locked. */
export function accountsOf(changes: readonly SessionChange[]): string[] {
  const ids = changes.flatMap((change) => (change.kind === "seen" ? change.platformIds : [change.platformId]));
  return [...new Set(ids)].sort();
}

class Settling {
  readonly #given: ReadonlyMap<string, SessionRow>;
  /** By account and start, so that a row is written once. */
  readonly #written = new Map<string, SessionRow & { readonly isNew: boolean }>();
  readonly #latest = new Map<string, SessionRow>();
  readonly #transitions: Transition[] = [];
  readonly #lost = new Set<string>();

  constructor(latest: ReadonlyMap<string, SessionRow>) {
    this.#given = latest;
  }

  open({ platformId, name, server, startedAt, claim }: SessionChange & { kind: "open" }): void {
    const last = this.#last(platformId);
    const rival = last?.endedAt === null ? last : undefined;
    if (rival?.server === server) {
      this.see(platformId, server, startedAt);
      return;
    }
    if (rival && (claim === "listed" || startedAt < rival.startedAt)) {
      this.#lost.add(platformId);
      return;
    }
    // A microsecond keeps the starts of one account apart even where its sessions are empty.
    const free = last ? Math.max(last.endedAt ?? last.lastSeen, last.startedAt + 1) : startedAt;
    const at = Math.max(startedAt, free) as Instant;
    if (rival) this.#write({ ...rival, endedAt: at });
    this.#write({ platformId, name, server, startedAt: at, lastSeen: at, endedAt: null });
    const common = { platformId, name, server, at };
    this.#transitions.push(rival ? { kind: "moved", from: rival.server, ...common } : { kind: "joined", ...common });
    this.#lost.delete(platformId);
  }

  close({ platformId, server, endedAt }: SessionChange & { kind: "close" }): void {
    this.#lost.delete(platformId);
    const last = this.#last(platformId);
    if (last?.endedAt !== null || last.server !== server) return;
    const at = Math.max(endedAt, last.lastSeen) as Instant;
    this.#write({ ...last, lastSeen: at, endedAt: at });
    this.#transitions.push({ kind: "left", platformId, name: last.name, server, at });
  }

  see(platformId: string, server: string, at: Instant): void {
    const last = this.#last(platformId);
    if (last?.endedAt !== null || last.server !== server) this.#lost.add(platformId);
    else if (at > last.lastSeen) this.#write({ ...last, lastSeen: at });
  }

  finish(): Settled {
    // The row that ends goes first, so that no moment has two open ones.
    const rows = [...this.#written.values()].sort((a, b) => Number(a.endedAt === null) - Number(b.endedAt === null));
    return { rows, transitions: this.#transitions, lost: [...this.#lost].sort() };
  }

  #last(platformId: string): SessionRow | undefined {
    return this.#latest.get(platformId) ?? this.#given.get(platformId);
  }

  #write(row: SessionRow): void {
    const given = this.#given.get(row.platformId);
    this.#latest.set(row.platformId, row);
    this.#written.set(`${row.startedAt} ${row.platformId}`, { ...row, isNew: row.startedAt !== given?.startedAt });
  }
}
