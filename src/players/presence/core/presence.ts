/**
 * The online players of one cluster: lists of servers, and their logs, become sessions.
 *
 * Two things are kept apart. A *listing* says that a server names an account. It begins with a sighting and ends after
 * two successful polls without the account, after `staleAfter` without a successful poll of the server, by the log, or
 * with the server. A *session* says where a person plays: an account has one at most, on a server that lists it.
 *
 * 1. An account that has no session gets one on the next sighting anywhere.
 * 2. An account that a server newly lists (a *join*) is there now: its session elsewhere ends at that moment. A server
 *    that goes on listing an account never takes it back from another, so two lists that both name an account do not
 *    make it flap. The most recent join holds until its listing ends, and then rule 1 applies to the others.
 * 3. A server's first poll (after the start, an adoption, or a time of staleness) shows who is there but not who came.
 *    Its new accounts are not joins: those that have a session elsewhere keep it.
 * 4. A session ends when its listing does. It ended when the account was last seen, or when the log saw it leave.
 * 5. A line that could not be read may hide an account that was named before that line came up. Such an account is not
 *    missed while the line lasts, for an hour at most. A line does not hide players who were named beside it.
 * 6. Time never runs backwards. An input that is older than the one before counts as of the same moment; a sighting
 *    counts as of a microsecond after the sighting before, so that no two sessions of an account start at the same
 *    moment.
 *
 * Staleness is judged at every input that could notice it, so sessions do not depend on how often `tick` is called.
 *
 * **Several processes.** Each has a machine for the servers that it owns, and none knows of the others' sessions. The
 * database settles which session stays (`settle`), and `lost` tells the machine which of its own do not. The listing
 * goes on, and each further sighting asks for a session again, by the weak claim of rule 1, until that is possible. As
 * storage may know of a session here that the machine takes for moved or lost, every listing that ends asks storage to
 * close one.
 *
 * **Restart.** `adopted` goes on with what was stored. Forgotten are: misses (an account that was missed once must be
 * missed twice again); listings without a session and the time before it; accounts that just left by the log; and
 * joins while no process polls (rule 3 applies: a move in that time shows when the old server has missed the account,
 * not at once).
 */
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { OutcomeBuilder } from "./presence-types.ts";
import type { Claim, OpenSession, PresenceOutcome, SeenAccount } from "./presence-types.ts";
import { ServerListings, type Listing, type ListingLimits } from "./server-listings.ts";

export interface PresenceOptions {
  /** A server that was not polled with success for this long says nothing about its accounts; default 120,000. */
  readonly staleAfterMs?: number;
  /** Successful polls in a row without an account that end its listing; default 2. */
  readonly missesToLeave?: number;
  /**
   * For this long after the log saw an account leave, lists that still name it are taken for older than that; default
   * 30,000. A list without it, or a later join in the log, ends this early.
   */
  readonly leftHoldMs?: number;
}

interface Server {
  readonly listings: ServerListings;
  online: number;
}

interface Session {
  readonly server: Server;
  readonly startedAt: Instant;
  readonly listing: Listing;
}

/** The machine. The same inputs give the same outcomes. Reads and writes nothing but its own memory. */
export class Presence {
  readonly #limits: ListingLimits;
  readonly #servers = new Map<string, Server>();
  readonly #sessions = new Map<string, Session>();
  #now = Number.MIN_SAFE_INTEGER as Instant;
  /** Of the last input that could begin a session. */
  #lastStart = this.#now;

  constructor({ staleAfterMs = 120_000, missesToLeave = 2, leftHoldMs = 30_000 }: PresenceOptions = {}) {
    const zero = 0 as Instant;
    this.#limits = {
      staleAfter: plusMillis(zero, staleAfterMs),
      missesToLeave,
      leftHold: plusMillis(zero, leftHoldMs),
    };
  }

  /**
   * A successful poll: the accounts on the server, in any order, and the lines of its list that could not be read; see
   * `SeenList`. Takes time in proportion to their number.
   */
  observed(
    name: string,
    at: Instant,
    accounts: readonly SeenAccount[],
    unread: readonly string[] = [],
  ): PresenceOutcome {
    const { now, out, server } = this.#begin(name, this.#nextStart(at));
    this.#judge(server, now, out);
    const { sighted, ended } = server.listings.poll(now, accounts, unread);
    for (const { listing, claim } of sighted) this.#place(server, listing, now, claim, out);
    for (const listing of ended) this.#end(server, listing, listing.lastSeen, out);
    return out.finish(name, now);
  }

  /** A poll that failed, or time that passed for one server. Takes players offline only when the server is stale. */
  failed(name: string, at: Instant): PresenceOutcome {
    const { now, out, server } = this.#begin(name, at);
    this.#judge(server, now, out);
    return out.finish(name, now);
  }

  /** Time that passed, for every server. */
  tick(at: Instant): PresenceOutcome {
    const now = this.#advance(at);
    const out = new OutcomeBuilder();
    for (const server of this.#servers.values()) this.#judge(server, now, out);
    return out.finish("", now);
  }

  /**
   * The server's log saw an account join. May come late, twice, or never. `at` is when it joined, by the clock of the
   * other inputs and never later than that clock: the log's own clock may be wrong by hours.
   *
   * Ignored when a poll since then tells more, when the account left by the log at or after `at`, and when it is older
   * than `staleAfter`. Yields to a session elsewhere that began after `at`.
   */
  joined(name: string, at: Instant, account: SeenAccount): PresenceOutcome {
    const { now, out, server } = this.#begin(name, this.#nextStart(at));
    this.#judge(server, now, out);
    const listing = server.listings.join(now, at, account);
    if (listing) {
      const rival = this.#sessionOf(account.platformId, now, out);
      this.#place(server, listing, now, rival && rival.startedAt > at ? "listed" : "join", out);
    }
    return out.finish(name, now);
  }

  /**
   * The server's log saw an account leave; `at` as for `joined`. Ends the listing at once, and keeps older lists from
   * beginning it again (`leftHoldMs`).
   *
   * Ignored when the account joined after `at`, when polls have listed it for `leftHoldMs` since then, and when it is
   * older than `staleAfter`.
   */
  left(name: string, at: Instant, platformId: string): PresenceOutcome {
    const { now, out, server } = this.#begin(name, at);
    this.#judge(server, now, out);
    const listing = server.listings.leave(now, at, platformId);
    if (listing) this.#end(server, listing, Math.max(listing.lastSeen, at) as Instant, out);
    return out.finish(name, now);
  }

  /** The server is no longer part of the cluster: its sessions ended when their accounts were last seen. */
  serverRemoved(name: string, at: Instant): PresenceOutcome {
    const { now, out, server } = this.#begin(name, at);
    for (const listing of server.listings.all()) this.#end(server, listing, listing.lastSeen, out);
    this.#servers.delete(name);
    return out.finish(name, now);
  }

  /**
   * Goes on with a server whose sessions were judged by an earlier process, or by another one. Those whose account was
   * last seen `staleAfter` ago or more end at that time. The others go on, as if the polls since then had failed.
   * Times after `at` count as `at`. If an account has a session elsewhere here, only the listing goes on: storage ends
   * the stored session when it learns of the opening of that other one.
   */
  adopted(name: string, at: Instant, sessions: readonly OpenSession[]): PresenceOutcome {
    const { now, out, server } = this.#begin(name, at);
    for (const stored of sessions) {
      const { platformId } = stored;
      if (server.listings.find(platformId)) continue;
      const lastSeen = Math.min(stored.lastSeen, now) as Instant;
      const startedAt = Math.min(stored.startedAt, lastSeen) as Instant;
      const listing = server.listings.begin(stored, startedAt, lastSeen);
      if (this.#sessionOf(platformId, now, out)) continue;
      this.#sessions.set(platformId, { server, startedAt, listing });
      server.online++;
    }
    this.#judge(server, now, out);
    return out.finish(name, now);
  }

  /** Forgets a server that another process judges from now on. Its sessions stay open in storage. */
  released(name: string): void {
    const server = this.#servers.get(name);
    for (const { platformId } of server?.listings.all() ?? []) {
      if (this.#sessions.get(platformId)?.server === server) this.#sessions.delete(platformId);
    }
    this.#servers.delete(name);
  }

  /** Storage says that these accounts have no session on the server, because they have one that another process opened. */
  lost(name: string, platformIds: readonly string[]): void {
    const server = this.#servers.get(name);
    for (const platformId of platformIds) {
      if (!server || this.#sessions.get(platformId)?.server !== server) continue;
      this.#sessions.delete(platformId);
      server.online--;
    }
  }

  /** How many accounts are online on a server; 0 for one that is not known. */
  onlineCount(name: string): number {
    return this.#servers.get(name)?.online ?? 0;
  }

  /** Every account that is online on the servers judged here, in no particular order. */
  onlineAccounts(): OpenSession[] {
    return Array.from(this.#sessions.values(), ({ server, startedAt, listing }) => {
      const { platformId, name, lastSeen } = listing;
      return { platformId, name, server: server.listings.server, startedAt, lastSeen };
    });
  }

  #begin(name: string, at: Instant) {
    const server = this.#servers.get(name) ?? { listings: new ServerListings(name, this.#limits), online: 0 };
    this.#servers.set(name, server);
    return { now: this.#advance(at), out: new OutcomeBuilder(), server };
  }

  #advance(at: Instant): Instant {
    this.#now = Math.max(at, this.#now) as Instant;
    return this.#now;
  }

  #nextStart(at: Instant): Instant {
    this.#lastStart = Math.max(at, this.#now, this.#lastStart + 1) as Instant;
    return this.#lastStart;
  }

  #judge(server: Server, now: Instant, out: OutcomeBuilder): void {
    for (const listing of server.listings.judge(now)) this.#end(server, listing, listing.lastSeen, out);
  }

  /** Gives a listed account its session here, if this sighting is reason enough. */
  #place(server: Server, listing: Listing, now: Instant, claim: Claim, out: OutcomeBuilder): void {
    const { platformId } = listing;
    const session = this.#sessionOf(platformId, now, out);
    if (session?.server === server) {
      out.see(platformId);
      return;
    }
    if (session && claim === "listed") return;
    if (session) session.server.online--;
    this.#sessions.set(platformId, { server, startedAt: now, listing });
    server.online++;
    out.open(listing, server.listings.server, now, claim, session?.server.listings.server);
  }

  /** An account's session, unless its server has become stale unnoticed. */
  #sessionOf(platformId: string, now: Instant, out: OutcomeBuilder): Session | undefined {
    const session = this.#sessions.get(platformId);
    if (session) this.#judge(session.server, now, out);
    return this.#sessions.get(platformId);
  }

  /** Ends the session of a listing that is over. */
  #end(server: Server, listing: Listing, endedAt: Instant, out: OutcomeBuilder): void {
    const { platformId } = listing;
    const isOnline = this.#sessions.get(platformId)?.server === server;
    if (isOnline) {
      this.#sessions.delete(platformId);
      server.online--;
    }
    out.close(listing, server.listings.server, endedAt, isOnline);
  }
}
