/**
 * Feeds of an account, such as `transactions/<id>`: read from what is stored, whichever process changes it. Hints of
 * the bus make it quick, and each feed is looked at without one too.
 */
import { setMaxListeners } from "node:events";
import type { Bus } from "../../kit/bus/bus.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { AccountTurns } from "../account-turns.ts";
import type { Caller } from "../caller.ts";

export interface FollowedAsk {
  readonly id: number;
  readonly ownerUid: number;
  /** Null for those of all users of the account. */
  readonly uid: number | null;
  /** The delay, milliseconds. */
  readonly delayMs: number;
}

export interface FollowedFeedsDeps {
  /** The state, as JSON; undefined for unknown ids and those of other accounts. */
  readonly read: (ask: FollowedAsk) => Promise<string | undefined>;
  readonly clock: Clock;
  readonly log: Log;
  readonly bus: Bus | undefined;
  /** Reads wait here for their turn. */
  readonly turns: AccountTurns;
  /** Hints name the ids that feeds are followed by: a feed that they do not name has not changed. */
  readonly isNamed: boolean;
}

/** Something that is followed. */
interface Feed {
  readonly ask: FollowedAsk;
  readonly listeners: Set<() => void>;
  text: string;
  isReading: boolean;
  /** Something has changed since it was last read. */
  isStale: boolean;
}

/** A hint that orders of an account have changed. */
const TOPIC = "trading.order-changes";
/** Ids in one hint. */
const MAX_NAMED = 200;
/** One feed is read again after this long at the earliest. */
const PACE_MS = 100;
/** How often feeds are read without a hint, how many of them in one go, and how many of those at the same time. */
const LOOK_MS = 1_000;
const LOOKS = 50;
const AT_ONCE = 10;

export class FollowedFeeds {
  readonly #deps: FollowedFeedsDeps;
  readonly #feeds = new Map<string, Feed>();
  readonly #ended = new AbortController();
  #unsubscribe = (): void => undefined;
  /** The feed that the next look begins with. */
  #next = 0;

  constructor(deps: FollowedFeedsDeps) {
    this.#deps = deps;
    // Each feed that was just read waits on it.
    setMaxListeners(0, this.#ended.signal);
  }

  start(): void {
    const { bus, clock } = this.#deps;
    if (bus) this.#unsubscribe = bus.subscribe(TOPIC, (hint) => this.#changed(...parseHint(hint)));
    clock.every(LOOK_MS, () => this.#look(), this.#ended.signal);
  }

  stop(): void {
    this.#ended.abort();
    this.#unsubscribe();
  }

  /** Orders of an account that are followed by these ids have changed, and that is durable. */
  tell(ownerUid: number, ids: readonly number[]): void {
    const { bus } = this.#deps;
    if (bus) void bus.publish(TOPIC, formatHint(ownerUid, ids));
    else this.#changed(ownerUid, new Set(ids));
  }

  /** What a caller may follow under this id; undefined for ids that do not exist or that the caller may not see. */
  async find(id: string, { uid, ownerUid, rights }: Caller, delayMs = 0) {
    const number = Number(id);
    if (!Number.isSafeInteger(number)) return undefined;
    const seesAccount = rights === undefined || rights.viewAllProfiles;
    const ask = { id: number, ownerUid, uid: seesAccount ? null : uid, delayMs };
    const text = await this.#deps.read(ask);
    if (text === undefined) return undefined;
    const key = `${ownerUid} ${ask.uid ?? "all"} ${delayMs} ${number}`;
    const known = this.#feeds.get(key);
    const feed: Feed = known ?? { ask, listeners: new Set(), text, isReading: false, isStale: false };
    return {
      key,
      read: () => feed.text,
      onChange: (listener: () => void) => {
        feed.listeners.add(listener);
        // A feed that is followed again while it exists is the same feed.
        if (!this.#feeds.has(key)) this.#feeds.set(key, feed);
        void this.#refresh(feed);
        return () => {
          feed.listeners.delete(listener);
          if (feed.listeners.size === 0 && this.#feeds.get(key) === feed) this.#feeds.delete(key);
        };
      },
    };
  }

  /** @param ids undefined for all of the account */
  #changed(ownerUid: number, ids: ReadonlySet<number> | undefined): void {
    const named = this.#deps.isNamed ? ids : undefined;
    for (const feed of this.#feeds.values()) {
      const { ask } = feed;
      if (ask.ownerUid === ownerUid && (named?.has(ask.id) ?? true)) void this.#refresh(feed);
    }
  }

  /** A hint may be lost: each feed is read again after a while, some at a time. */
  async #look(): Promise<void> {
    const feeds = [...this.#feeds.values()];
    if (this.#next >= feeds.length) this.#next = 0;
    const due = feeds.slice(this.#next, this.#next + LOOKS);
    this.#next += LOOKS;
    for (let at = 0; at < due.length; at += AT_ONCE) {
      await Promise.all(due.slice(at, at + AT_ONCE).map((feed) => this.#refresh(feed)));
    }
  }

  /** Reads a feed, and once more where it has changed since; tells its listeners what is new. */
  async #refresh(feed: Feed): Promise<void> {
    feed.isStale = true;
    if (feed.isReading) return;
    feed.isReading = true;
    try {
      while (feed.isStale && feed.listeners.size > 0 && !this.#ended.signal.aborted) {
        const text = await this.#deps.turns.run(feed.ask.ownerUid, () => {
          // A change before it is its turn is in what is read.
          feed.isStale = false;
          return this.#deps.read(feed.ask);
        });
        if (text !== undefined && text !== feed.text) {
          feed.text = text;
          for (const listener of feed.listeners) listener();
        }
        await this.#deps.clock.sleep(PACE_MS, this.#ended.signal);
      }
    } catch (error) {
      if (!this.#ended.signal.aborted) {
        this.#deps.log.warn({ id: feed.ask.id, err: error }, "what is followed was not read; tried again");
      }
    } finally {
      feed.isReading = false;
    }
  }
}

/** `7 1000001,1000002`; the account alone where the ids are too many for a message. */
function formatHint(ownerUid: number, ids: readonly number[]): string {
  return ids.length > MAX_NAMED ? String(ownerUid) : `${ownerUid} ${ids.join(",")}`;
}

function parseHint(hint: string): [ownerUid: number, ids: ReadonlySet<number> | undefined] {
  const [owner, ids] = hint.split(" ");
  return [Number(owner), ids === undefined ? undefined : new Set(ids.split(",").map(Number))];
}
