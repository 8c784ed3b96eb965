/** A process that follows the sources of a farm, until it is killed: at a statement, in the midst of its work. */
import type { Database, Queryable, Statement, Transaction } from "../../../src/kit/sql/database.ts";
import { createLog } from "../../../src/kit/log/log.ts";
import { outbound } from "../../../src/kit/outbound/outbound.ts";
import type { Clock } from "../../../src/kit/time/clock.ts";
import { newsAgent } from "../../../src/trading/news/settings.ts";
import { FeedParser } from "../../../src/trading/news/sources/feed-parser.ts";
import { KeywordFinder } from "../../../src/trading/news/sources/find-keywords.ts";
import { PageParser } from "../../../src/trading/news/sources/page-parser.ts";
import { PoliteFetch } from "../../../src/trading/news/sources/polite-fetch.ts";
import { ArticleReader } from "../../../src/trading/news/sources/read-article.ts";
import { FeedReader, type LookResult } from "../../../src/trading/news/sources/read-feed.ts";
import { SourceRunner } from "../../../src/trading/news/sources/run-sources.ts";
import type { NewsSource } from "../../../src/trading/news/sources/source.ts";
import { feedStore } from "../../../src/trading/news/sql/news-store.ts";

export interface FarmProcessOptions {
  readonly owner: string;
  /** A pool of its own. */
  readonly db: Database;
  /** The time, for all processes. */
  readonly clock: Clock;
  readonly sources: readonly NewsSource[];
}

export class FarmProcess {
  readonly owner: string;
  /** Problems that would wake an operator. */
  readonly errors: string[] = [];
  readonly #runner: SourceRunner;
  readonly #parts: { close(): Promise<void> }[];
  /** Statements and looks in progress. */
  #open = 0;
  #wake: (() => void) | undefined;
  #tellDeath: (() => void) | undefined;
  #left = Infinity;
  #isDead = false;

  constructor({ owner, db, clock, sources }: FarmProcessOptions) {
    this.owner = owner;
    const mortal = this.#mortalClock(clock);
    const store = feedStore(this.#mortalDatabase(db));
    const http = outbound({
      allowPrivate: ["127.0.0.1"],
      userAgent: newsAgent("mailto:farm@example.com"),
      clock: mortal,
    });
    const [parser, pages] = [new FeedParser(), new PageParser()];
    this.#parts = [http, parser, pages];
    const fetcher = new PoliteFetch({ http, clock: mortal });
    const keywords = new KeywordFinder([], store);
    const options = { store, fetcher, keywords, clock: mortal, codesFor: () => [], chance: () => 0.5 };
    const track = (look: Promise<LookResult>): Promise<LookResult> => this.#tracked(look);
    class TrackedReader extends FeedReader {
      override look(...given: Parameters<FeedReader["look"]>): Promise<LookResult> {
        return track(super.look(...given));
      }
    }
    this.#runner = new SourceRunner({
      sources,
      store,
      reader: new TrackedReader({ ...options, parser }),
      articles: new ArticleReader({ ...options, parser: pages }),
      db: this.#mortalDatabase(db),
      owner,
      clock: mortal,
      log: createLog({ level: "error", format: "json", stream: { write: (line) => this.errors.push(line) } }),
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  start(): void {
    this.#runner.start();
  }

  /** Dies at the so many-th statement from now on: before it is sent. */
  dieAfter(statements: number): Promise<void> {
    this.#left = statements;
    return new Promise((resolve) => {
      this.#tellDeath = resolve;
    });
  }

  /** Resolves when nothing is in progress but sleeps, or when the process is dead. */
  async settled(): Promise<void> {
    do {
      while (this.#open > 0 && !this.#isDead) await new Promise<void>((resolve) => void (this.#wake = resolve));
      // Work that waits for an answer goes on before the next look.
      await new Promise((resolve) => void setImmediate(resolve));
    } while (this.#open > 0 && !this.#isDead);
  }

  async stop(): Promise<void> {
    if (!this.#isDead) await this.#runner.stop();
    await this.bury();
  }

  /** The operating system's work for the rest of a process. */
  async bury(): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.close()));
  }

  #die(): void {
    this.#isDead = true;
    this.#tellDeath?.();
    this.#wake?.();
  }

  async #tracked<Result>(work: Promise<Result>): Promise<Result> {
    this.#open++;
    try {
      return await work;
    } finally {
      this.#open--;
      this.#wake?.();
    }
  }

  /** Nothing reaches the dead. */
  async #alive<Result>(work: () => Promise<Result>): Promise<Result> {
    if (--this.#left < 0 && !this.#isDead) this.#die();
    if (this.#isDead) return new Promise<never>(() => undefined);
    const result = await this.#tracked(work());
    return this.#isDead ? new Promise<never>(() => undefined) : result;
  }

  #mortalDatabase(db: Database): Database {
    const queries = (of: Queryable): Queryable => ({
      query: <Row extends object>(statement: Statement) => this.#alive(() => of.query<Row>(statement)),
      execute: (statement) => this.#alive(() => of.execute(statement)),
    });
    const within =
      (open: Database["transaction"]) =>
      <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
        this.#alive(() => open((tx) => work({ ...queries(tx), inTransaction: true })));
    return {
      ...queries(db),
      transaction: within((work) => db.transaction(work)),
      snapshot: within((work) => db.snapshot(work)),
      stream: (statement, size) => db.stream(statement, size),
      close: () => db.close(),
    };
  }

  #mortalClock(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      sleep: (ms, signal) => clock.sleep(ms, signal).then(() => this.#unlessDead()),
      every: (ms, task, signal) => clock.every(ms, () => (this.#isDead ? undefined : task()), signal),
    };
  }

  #unlessDead(): Promise<void> {
    return this.#isDead ? new Promise<never>(() => undefined) : Promise.resolve();
  }
}
