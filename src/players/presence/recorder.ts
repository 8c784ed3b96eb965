/**
 * Brings what pollers and logs see through the rules of presence into storage: in order, once, and not lost while the
 * database is away.
 */
import { invariant } from "../../kit/errors/invariant.ts";
import { LeaseLost } from "../../kit/sql/lease.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Presence } from "./core/presence.ts";
import type { PresenceOutcome, SeenAccount, SessionChange } from "./core/presence-types.ts";
import type { Observation } from "./poller.ts";
import { BatchRefused, type PresenceBatch, type PresenceStore } from "./store.ts";

export interface PresenceRecorderOptions {
  readonly presence: Presence;
  readonly store: PresenceStore;
  readonly log: Pick<Log, "warn" | "error">;
  /**
   * The server is no longer ours, or its batch cannot be stored: it has been released. Its poller is to be stopped; the
   * next holder of its lease adopts it again.
   */
  readonly onServerLost: (server: string) => void;
}

interface OwnedServer {
  readonly fence: number;
  /** Of the last batch. */
  batches: number;
  /** Of the last observation. */
  observations: number;
}

/** Batches that wait for the database. Pollers stop at 40 each, so this many are only a guard. */
const MAX_PENDING = 20_000;

/**
 * One for each cluster and process. Runs the machine at once, so that it sees every poll in its time, and writes the
 * results, in their order, one batch after another. While the database is away the batches wait; they are written when
 * something new comes. A batch is given to storage again, unchanged, until it is known to be written.
 */
export class PresenceRecorder {
  readonly #options: PresenceRecorderOptions;
  readonly #owned = new Map<string, OwnedServer>();
  readonly #fences = new Map<string, number>();
  #pending: PresenceBatch[] = [];
  #writing: Promise<void> | undefined;

  constructor(options: PresenceRecorderOptions) {
    this.#options = options;
  }

  /**
   * Begins to judge a server whose lease is held with `fence`, from the sessions that are open in storage. A server
   * that was released needs a new lease: batches are numbered from 1 within each.
   */
  async adopt(server: string, fence: number, at: Instant): Promise<void> {
    const { presence, store } = this.#options;
    invariant(fence > (this.#fences.get(server) ?? -1), "a server is adopted once with each fence");
    this.#fences.set(server, fence);
    this.#letGo(server);
    const sessions = await store.openSessions(server, fence);
    this.#owned.set(server, { fence, batches: 0, observations: 0 });
    this.#take(presence.adopted(server, at, sessions));
    await this.#write();
  }

  /**
   * Takes an observation, and resolves when what follows from it, and from everything before, is stored. When it
   * rejects, it is to be called again with the same observation or with a later one: an observation whose number was
   * taken before counts once. Observations of a server that was not adopted, or was lost, are passed over.
   */
  async apply(observation: Observation): Promise<void> {
    const owned = this.#owned.get(observation.server);
    if (!owned) return;
    if (observation.number > owned.observations) {
      if (this.#pending.length >= MAX_PENDING) throw new Error(`${MAX_PENDING} batches of sessions wait to be stored`);
      owned.observations = observation.number;
      this.#take(this.#outcomeOf(observation));
    }
    await this.#write();
  }

  /** A join that the server's log told; see `Presence.joined`. The changes are kept when this rejects. */
  async joined(server: string, at: Instant, account: SeenAccount): Promise<void> {
    if (!this.#hears(server)) return;
    this.#take(this.#options.presence.joined(server, at, account));
    await this.#write();
  }

  /** A leave that the server's log told; see `Presence.left`. The changes are kept when this rejects. */
  async left(server: string, at: Instant, platformId: string): Promise<void> {
    if (!this.#hears(server)) return;
    this.#take(this.#options.presence.left(server, at, platformId));
    await this.#write();
  }

  /** Ends the sessions of a server that is no longer part of the cluster, and releases it. */
  async remove(server: string, at: Instant): Promise<void> {
    if (!this.#owned.has(server)) return;
    this.#take(this.#options.presence.serverRemoved(server, at));
    await this.#write();
    this.#letGo(server);
  }

  /** Releases a server after its state is stored. Its sessions stay open, for the next holder to adopt. */
  async release(server: string): Promise<void> {
    try {
      await this.#write();
    } finally {
      this.#letGo(server);
    }
  }

  #outcomeOf(observation: Observation): PresenceOutcome {
    const { presence } = this.#options;
    const { server, at } = observation;
    return observation.kind === "listed"
      ? presence.observed(server, at, observation.accounts, observation.unread)
      : presence.failed(server, at);
  }

  /** Logs may tell more than fits; a line that is passed over is made up for by the next poll. */
  #hears(server: string): boolean {
    return this.#owned.has(server) && this.#pending.length < MAX_PENDING;
  }

  #take({ changes }: PresenceOutcome): void {
    for (const [server, its] of byServer(changes)) {
      const owned = this.#owned.get(server);
      if (!owned) continue;
      owned.batches++;
      this.#pending.push({ server, fence: owned.fence, number: owned.batches, changes: its });
    }
  }

  /** Resolves when nothing waits any more; callers share one writer. */
  #write(): Promise<void> {
    if (this.#pending.length === 0) return this.#writing ?? Promise.resolve();
    this.#writing ??= this.#writeAll();
    return this.#writing;
  }

  /** Something must be waiting: then this ends later than it begins, and may clear what its caller sets. */
  async #writeAll(): Promise<void> {
    try {
      for (let batch = this.#pending[0]; batch; batch = this.#pending[0]) {
        await this.#writeOne(batch);
        // A server that was released in the meantime took its batches along.
        if (this.#pending[0] === batch) this.#pending.shift();
      }
    } finally {
      this.#writing = undefined;
    }
  }

  async #writeOne(batch: PresenceBatch): Promise<void> {
    const { presence, store, log, onServerLost } = this.#options;
    const { server } = batch;
    try {
      const { lost } = await store.apply(batch);
      if (this.#owned.get(server)?.fence === batch.fence) presence.lost(server, lost);
    } catch (error) {
      if (!(error instanceof LeaseLost || error instanceof BatchRefused)) throw error;
      if (this.#owned.get(server)?.fence !== batch.fence) return;
      const fields = { server, err: error };
      if (error instanceof LeaseLost) log.warn(fields, `${server} is polled by another process now`);
      else log.error(fields, `sessions of ${server} could not be stored; they are read again`);
      this.#letGo(server);
      onServerLost(server);
    }
  }

  #letGo(server: string): void {
    if (!this.#owned.delete(server)) return;
    this.#options.presence.released(server);
    this.#pending = this.#pending.filter((batch) => batch.server !== server);
  }
}

/**
 * The changes of each server. Servers that only end sessions come first: a session that ended on its own is not to be
 * ended by the opening of the next one.
 */
function byServer(changes: readonly SessionChange[]): [string, SessionChange[]][] {
  const groups = new Map<string, SessionChange[]>();
  for (const change of changes) {
    const group = groups.get(change.server);
    if (group) group.push(change);
    else groups.set(change.server, [change]);
  }
  const opens = (group: readonly SessionChange[]): number => Number(group.some(({ kind }) => kind !== "close"));
  return [...groups].sort(([, a], [, b]) => opens(a) - opens(b));
}
