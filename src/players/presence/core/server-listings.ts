/** One server's list: when a listing begins and when it is over, whatever other servers say. */
import type { Instant } from "../../../kit/time/instant.ts";
import { HOUR_MICROS } from "../../../kit/time/spans.ts";
import type { Claim, SeenAccount } from "./presence-types.ts";

/** In microseconds, but for `missesToLeave`. See `PresenceOptions`. */
export interface ListingLimits {
  readonly staleAfter: number;
  readonly missesToLeave: number;
  readonly leftHold: number;
}

/** That a server names an account, from the first sighting until it is given up. */
export interface Listing extends SeenAccount {
  /** When it began: by the log's own time where the log told. */
  readonly since: Instant;
  readonly lastSeen: Instant;
}

/** A listing that was confirmed just now, and how strongly that claims the account. */
export interface Sighting {
  readonly listing: Listing;
  readonly claim: Claim;
}

/** An account that only lines which could not be read may hide is held for an hour, in microseconds. */
const MAX_HIDDEN = HOUR_MICROS;

interface Entry extends Listing {
  name: string;
  lastSeen: Instant;
  /** Successful polls in a row that did not name it. */
  misses: number;
  /** The number of the poll that named it last. */
  poll: number;
}

/** The listings of one server. Every method is given a `now` that never runs backwards. */
export class ServerListings {
  readonly server: string;
  readonly #limits: ListingLimits;
  readonly #entries = new Map<string, Entry>();
  /** Accounts that left by the log: when, and the number of the last poll that still named them. */
  readonly #left = new Map<string, { readonly at: Instant; poll: number }>();
  /** Of the last successful poll; undefined before the first, and when that is too long ago. */
  #lastPoll: Instant | undefined;
  #polls = 0;
  /** Lines of the last poll that could not be read: the number of the poll since which each has been there. */
  #unread: ReadonlyMap<string, number> = new Map();

  constructor(server: string, limits: ListingLimits) {
    this.server = server;
    this.#limits = limits;
  }

  find(platformId: string): Listing | undefined {
    return this.#entries.get(platformId);
  }

  all(): IterableIterator<Listing> {
    return this.#entries.values();
  }

  /** Removes and answers the listings that are stale: neither the server nor they have been seen for too long. */
  judge(now: Instant): Listing[] {
    const { staleAfter } = this.#limits;
    if (this.#lastPoll !== undefined && now - this.#lastPoll < staleAfter) return [];
    this.#lastPoll = undefined;
    const ended: Listing[] = [];
    for (const entry of this.#entries.values()) if (now - entry.lastSeen >= staleAfter) ended.push(entry);
    for (const { platformId } of ended) this.#entries.delete(platformId);
    // A join that is older than this is not believed anyway.
    for (const [platformId, left] of this.#left) if (now - left.at >= staleAfter) this.#left.delete(platformId);
    return ended;
  }

  /** Takes a list, and its lines that could not be read. The listings must have been judged for `now`. */
  poll(
    now: Instant,
    accounts: readonly SeenAccount[],
    unread: readonly string[],
  ): { readonly sighted: Sighting[]; readonly ended: Listing[] } {
    const claim = this.#lastPoll === undefined ? "listed" : "join";
    this.#lastPoll = now;
    this.#polls++;
    const newestLine = this.#noteUnread(unread);
    const sighted: Sighting[] = [];
    for (const account of accounts) {
      const sighting = this.#named(now, account, claim);
      if (sighting) sighted.push(sighting);
    }
    const ended: Listing[] = [];
    for (const entry of this.#entries.values()) {
      if (entry.poll === this.#polls) continue;
      if (entry.poll < newestLine && now - entry.lastSeen < MAX_HIDDEN) continue;
      entry.misses++;
      if (entry.misses >= this.#limits.missesToLeave) ended.push(entry);
    }
    for (const { platformId } of ended) this.#entries.delete(platformId);
    for (const [platformId, left] of this.#left) if (left.poll !== this.#polls) this.#left.delete(platformId);
    return { sighted, ended };
  }

  /** Takes a join from the log, and answers the listing that it begins or renews; undefined when it is not new. */
  join(now: Instant, at: Instant, account: SeenAccount): Listing | undefined {
    const entry = this.#entries.get(account.platformId);
    const left = this.#left.get(account.platformId);
    const isNews =
      now - at < this.#limits.staleAfter &&
      (this.#lastPoll === undefined || at > this.#lastPoll) &&
      (entry === undefined || at > entry.lastSeen) &&
      (left === undefined || at > left.at);
    if (!isNews) return undefined;
    this.#left.delete(account.platformId);
    if (entry) touch(entry, now, account.name);
    return entry ?? this.begin(account, at, now);
  }

  /** Takes a leave from the log, and answers the listing that it ends, if there is one. */
  leave(now: Instant, at: Instant, platformId: string): Listing | undefined {
    const entry = this.#entries.get(platformId);
    const isNews =
      now - at < this.#limits.staleAfter &&
      (entry
        ? at >= entry.since && entry.lastSeen - at < this.#limits.leftHold
        : this.#lastPoll === undefined || at > this.#lastPoll);
    if (!isNews) return undefined;
    const before = this.#left.get(platformId)?.at ?? at;
    this.#left.set(platformId, { at: Math.max(before, at) as Instant, poll: this.#polls });
    this.#entries.delete(platformId);
    return entry;
  }

  /** Begins a listing. */
  begin({ platformId, name }: SeenAccount, since: Instant, lastSeen: Instant): Listing {
    const entry = { platformId, name, since, lastSeen, misses: 0, poll: this.#polls };
    this.#entries.set(platformId, entry);
    return entry;
  }

  /** Notes the lines that could not be read, and answers the poll since which the newest has been there; 0 for none. */
  #noteUnread(unread: readonly string[]): number {
    this.#unread = new Map(unread.map((line) => [line, this.#unread.get(line) ?? this.#polls]));
    return Math.max(0, ...this.#unread.values());
  }

  /** One line of a list. Undefined for an account that the list names twice, or that is held for gone. */
  #named(now: Instant, account: SeenAccount, claim: Claim): Sighting | undefined {
    const entry = this.#entries.get(account.platformId);
    if (entry?.poll === this.#polls) return undefined;
    if (entry) {
      touch(entry, now, account.name);
      entry.poll = this.#polls;
      return { listing: entry, claim: "listed" };
    }
    const left = this.#left.get(account.platformId);
    if (left && now - left.at < this.#limits.leftHold) {
      left.poll = this.#polls;
      return undefined;
    }
    // A server that has named it all the time since it "left" does not say that it came.
    this.#left.delete(account.platformId);
    return { listing: this.begin(account, now, now), claim: left ? "listed" : claim };
  }
}

function touch(entry: Entry, now: Instant, name: string): void {
  entry.lastSeen = now;
  entry.misses = 0;
  if (name !== "") entry.name = name;
}
