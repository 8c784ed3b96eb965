/**
 * Follows the sources. Of all processes that work, one at a time asks a host, one feed after the other, so that a site
 * sees only one connection from us. The lease of a host covers its feeds, and every write asserts it.
 */
import { setMaxListeners } from "node:events";
import type { Log } from "../../../kit/log/log.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import { LeaseHolder } from "../../../kit/sql/hold-lease.ts";
import { LeaseLost, type Lease } from "../../../kit/sql/lease.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { settled } from "../../../kit/time/settled.ts";
import { toMillis, type Instant } from "../../../kit/time/instant.ts";
import { MINUTE_MS, SECOND_MS } from "../../../kit/time/spans.ts";
import { untilAborted } from "../../../kit/time/until-aborted.ts";
import { ownedFeed, type Hold } from "../../market/index.ts";
import { siteOf } from "../core/site.ts";
import type { FeedState, FeedStore, SavedCounts } from "../store.ts";
import type { LookTurn } from "./look-turn.ts";
import type { ArticleReader } from "./read-article.ts";
import type { FeedReader } from "./read-feed.ts";
import type { NewsSource } from "./source.ts";

export interface SourceRunnerOptions {
  readonly sources: readonly NewsSource[];
  readonly store: FeedStore;
  readonly reader: FeedReader;
  /** Fills briefs from pages of articles. */
  readonly articles: ArticleReader;
  readonly db: Queryable;
  /** Names this run of this process. */
  readonly owner: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long a process that does not answer keeps a host. */
const LEASE_MS = MINUTE_MS;
/** After an error of ours, or while the database is away. */
const AFTER_FAILURE_MS = 15 * SECOND_MS;
/** Between two feeds of one host that are due at the same time. */
const BETWEEN_MS = 2 * SECOND_MS;

export class SourceRunner {
  readonly #options: SourceRunnerOptions;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  readonly #counts = { looks: 0, failures: 0, added: 0, echoes: 0, edited: 0, refused: 0, pages: 0, briefs: 0 };
  /** By the source: when it is looked at again after an error of ours. */
  readonly #notBeforeMs = new Map<string, number>();
  /** By the lease of a site: until when its pages are left alone. */
  readonly #quietUntil = new Map<string, Instant>();

  constructor(options: SourceRunnerOptions) {
    this.#options = options;
    // Every site listens to it.
    setMaxListeners(0, this.#stopping.signal);
  }

  /** Of this process, since its start. */
  get counts(): Readonly<SavedCounts & { looks: number; failures: number; pages: number; briefs: number }> {
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
    const hosts = [...groupBySite(sources)].map(([host, feeds]) => {
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
    const { store, clock } = this.#options;
    const states = new Map((await store.listFeeds()).map((state) => [state.name, state]));
    const known = feeds.flatMap((source): Known[] => {
      const state = states.get(source.name);
      return state
        ? [{ source, state, dueMs: Math.max(toMillis(state.nextAt), this.#notBeforeMs.get(source.name) ?? 0) }]
        : [];
    });
    const [next] = known.toSorted((one, other) => one.dueMs - other.dueMs);
    if (!next || !hold.isHeld()) return AFTER_FAILURE_MS;
    const turn = { lease, signal: hold.signal, siteFeeds: feeds.map(({ name }) => name) };
    const waitMs = next.dueMs - toMillis(clock.now());
    if (waitMs <= 0) {
      await this.#look(next, turn);
      return feeds.length > 1 || next.source.readsArticles === true ? BETWEEN_MS : 0;
    }
    if (await this.#readNextPage(known, turn)) return Math.min(waitMs, BETWEEN_MS);
    // Another process may change what is due: it is looked at again now and then.
    return Math.min(waitMs, MINUTE_MS);
  }

  async #look({ source, state }: Known, turn: LookTurn): Promise<void> {
    const { reader, log, clock } = this.#options;
    // Where it fails for a reason of ours, the others of the site have their turn first.
    this.#notBeforeMs.set(source.name, toMillis(clock.now()) + AFTER_FAILURE_MS);
    const { look, counts, quietUntil } = await reader.look(source, state, turn);
    this.#notBeforeMs.delete(source.name);
    this.#counts.looks++;
    this.#counts.added += counts.added;
    this.#counts.echoes += counts.echoes;
    this.#counts.edited += counts.edited;
    this.#counts.refused += counts.refused;
    if (look.failures > 0) this.#counts.failures++;
    // Once, when it begins; `system/status` and the metrics say that it still does.
    if (look.failures === 1) log.warn({ source: look.name, problem: look.problem }, "news: a source failed");
    if (look.failures === 0 && look.problem !== undefined && state.problem === undefined)
      log.warn({ source: look.name, problem: look.problem }, "news: a source is not shown whole");
    if (quietUntil !== undefined) this.#quietUntil.set(turn.lease.name, quietUntil);
    if (counts.added + counts.edited > 0) await this.#tell(turn.signal);
  }

  /** Those who follow what was found. The job that runs once a minute sends the rest. */
  async #tell(signal: AbortSignal): Promise<void> {
    const { store, log } = this.#options;
    try {
      while (!signal.aborted && (await store.tellNext()));
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, "news: followers could not be notified; tried again in a minute");
    }
  }

  /** Between two looks, of sources whose feeds answer. Answers whether there was one. */
  async #readNextPage(known: readonly Known[], turn: LookTurn): Promise<boolean> {
    const { store, articles, clock } = this.#options;
    const reading = known.filter(({ source, state }) => source.readsArticles === true && state.failures === 0);
    const names = reading.map(({ source }) => source.name);
    const isQuiet = (this.#quietUntil.get(turn.lease.name) ?? 0) > clock.now();
    const due = names.length === 0 || isQuiet ? undefined : await store.findPageDue(names, clock.now());
    if (!due) return false;
    const { isFilled, quietUntil } = await articles.read(due, turn);
    this.#counts.pages++;
    if (isFilled) this.#counts.briefs++;
    if (quietUntil !== undefined) this.#quietUntil.set(turn.lease.name, quietUntil);
    if (isFilled) await this.#tell(turn.signal);
    return true;
  }
}

interface Known {
  readonly source: NewsSource;
  readonly state: FeedState;
  readonly dueMs: number;
}

function groupBySite(sources: readonly NewsSource[]): Map<string, NewsSource[]> {
  const sites = new Map<string, NewsSource[]>();
  for (const source of sources) {
    const site = siteOf(source.url);
    sites.set(site, [...(sites.get(site) ?? []), source]);
  }
  return sites;
}
