/**
 * Follows the sources: of all processes that work, one at a time asks a host, one feed after the other, so that a site
 * sees one connection of ours. The lease of a host covers its feeds, and every write asserts it.
 */
import type { Log } from "../../../kit/log/log.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import { LeaseHolder } from "../../../kit/sql/hold-lease.ts";
import { LeaseLost, type Lease } from "../../../kit/sql/lease.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { settled } from "../../../kit/time/settled.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { MINUTE_MS, SECOND_MS } from "../../../kit/time/spans.ts";
import { untilAborted } from "../../../kit/time/until-aborted.ts";
import { ownedFeed, type Hold } from "../../market/index.ts";
import type { FeedState, FeedStore, SavedCounts } from "../store.ts";
import type { FeedReader } from "./read-feed.ts";
import type { NewsSource } from "./source.ts";

export interface SourceRunnerOptions {
  readonly sources: readonly NewsSource[];
  readonly store: FeedStore;
  readonly reader: FeedReader;
  readonly db: Queryable;
  /** Names this run of this process. */
  readonly owner: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long a process that does not answer keeps a host. */
const LEASE_MS = MINUTE_MS;
/** After a mistake of ours, or while the database is away. */
const AFTER_FAILURE_MS = 15 * SECOND_MS;
/** Between two feeds of one host that are due at the same time. */
const BETWEEN_MS = 2 * SECOND_MS;

export class SourceRunner {
  readonly #options: SourceRunnerOptions;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  readonly #counts = { looks: 0, failures: 0, added: 0, echoes: 0, edited: 0 };

  constructor(options: SourceRunnerOptions) {
    this.#options = options;
  }

  /** Of this process, since its start. */
  get counts(): Readonly<SavedCounts & { looks: number; failures: number }> {
    return this.#counts;
  }

  start(): void {
    this.#running = this.#run().catch((error: unknown) => {
      if (!this.#stopping.signal.aborted)
        this.#options.log.error({ err: error }, "news: sources are not followed any more; restart the process");
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { sources, store, db, owner, clock, log } = this.#options;
    const { signal } = this.#stopping;
    for (;;) {
      try {
        await store.installFeeds(sources, clock.now());
        break;
      } catch (error) {
        log.warn({ err: error }, "news: the list of sources could not be stored; tried again");
        await settled(clock.sleep(AFTER_FAILURE_MS, signal));
        if (signal.aborted) return;
      }
    }
    const leases = new LeaseHolder({ db, clock, log, owner, ttlMs: LEASE_MS });
    const hosts = [...groupByHost(sources)].map(([host, feeds]) => {
      const name = `trading.news ${host}`;
      const own = (hold: Hold): Promise<void> => this.#own(feeds, { name, owner, fence: hold.fence }, hold);
      return ownedFeed(name, { own, follow: untilAborted }, { leases, clock, log }, signal);
    });
    await Promise.all(hosts);
  }

  /** Looks at the feeds of a host, each when it is due. */
  async #own(feeds: readonly NewsSource[], lease: Lease, hold: Hold): Promise<void> {
    const { clock, log } = this.#options;
    while (!hold.signal.aborted) {
      let waitMs = AFTER_FAILURE_MS;
      try {
        waitMs = await this.#lookAtNext(feeds, lease, hold);
      } catch (error) {
        if (error instanceof LeaseLost || hold.signal.aborted) return;
        log.warn({ err: error, lease: lease.name }, "news: a look at a source failed; tried again");
      }
      await settled(clock.sleep(waitMs, hold.signal));
    }
  }

  /** Answers how long to wait until the next look. */
  async #lookAtNext(feeds: readonly NewsSource[], lease: Lease, hold: Hold): Promise<number> {
    const { store, reader, clock, log } = this.#options;
    const states = new Map((await store.listFeeds()).map((state) => [state.name, state]));
    const [next] = feeds
      .flatMap((source): { source: NewsSource; state: FeedState }[] => {
        const state = states.get(source.name);
        return state ? [{ source, state }] : [];
      })
      .toSorted((one, other) => one.state.nextAt - other.state.nextAt);
    if (!next || !hold.isHeld()) return AFTER_FAILURE_MS;
    const waitMs = toMillis(next.state.nextAt) - toMillis(clock.now());
    // Another process may change what is due: it is looked at again now and then.
    if (waitMs > 0) return Math.min(waitMs, MINUTE_MS);
    const { look, counts } = await reader.look(next.source, next.state, lease, hold.signal);
    this.#counts.looks++;
    this.#counts.added += counts.added;
    this.#counts.echoes += counts.echoes;
    this.#counts.edited += counts.edited;
    if (look.failures > 0) this.#counts.failures++;
    // Once, when it begins; `system/status` and the metrics say that it still does.
    if (look.failures === 1) log.warn({ source: look.name, problem: look.problem }, "news: a source failed");
    if (look.failures === 0 && look.problem !== undefined && next.state.problem === undefined)
      log.warn({ source: look.name, problem: look.problem }, "news: a source is not shown whole");
    return feeds.length > 1 ? BETWEEN_MS : 0;
  }
}

function groupByHost(sources: readonly NewsSource[]): Map<string, NewsSource[]> {
  const hosts = new Map<string, NewsSource[]>();
  for (const source of sources) {
    const { host } = new URL(source.url);
    hosts.set(host, [...(hosts.get(host) ?? []), source]);
  }
  return hosts;
}
