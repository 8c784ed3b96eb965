/**
 * The followers of each channel: wakes channels when their part of the market has changed, and lets the connections
 * that follow them send what is new. All that happens in one turn of the event loop becomes one message a channel.
 */
import type { AppError } from "../../kit/errors/catalogue.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import type { LapsedCallers, RenewedCallers } from "../access/index.ts";
import type { Caller } from "../caller.ts";
import type { Listing, MarketView, TradeFlowListener } from "../market/index.ts";
import type { Channel, Waker } from "./channel.ts";
import { Connection, type Sink } from "./connection.ts";
import { bookTerms } from "./core/book-terms.ts";
import type { ChannelName } from "./core/channel-name.ts";
import { pushErrors } from "./errors.ts";
import { findFeed, knownCaller, type FeedName, type FeedSources } from "./find-feed.ts";
import type { Followed } from "./followed.ts";
import { openChannel } from "./open-channel.ts";

const TICK_MS = 100;
const TICKS_A_SECOND = 10;

export interface HubOptions extends FeedSources {
  readonly market: MarketView;
  /** Tells where trades may be missing. */
  readonly tradeFlow: { on(listener: TradeFlowListener): () => void };
  readonly clock: Clock;
  /** Least time between two messages of a channel to a follower without a key, in milliseconds. 0 for none. */
  readonly publicPaceMs: number;
}

export class Hub {
  readonly #market: MarketView;
  readonly #tradeFlow: HubOptions["tradeFlow"];
  readonly #clock: Clock;
  readonly #feeds: FeedSources;
  readonly #publicPaceMs: number;
  readonly #followed = new Map<string, Followed>();
  readonly #byListing = {
    top: new Map<number, Followed[]>(),
    depth: new Map<number, Followed[]>(),
    trade: new Map<number, Followed[]>(),
  };
  readonly #connections = new Set<Connection>();
  /** Have something to send that they could not send yet. */
  readonly #later = new Set<Connection>();
  readonly #stopping = new AbortController();
  #woken: Followed[] = [];
  /** Have changed, and are looked at when their pace allows. */
  readonly #paced = new Set<Followed>();
  #stopListening: (() => void)[] = [];
  #stopDepth: (() => void) | undefined;
  #ticks = 0;
  #skipped = 0;

  constructor({ market, tradeFlow, clock, publicPaceMs, ...feeds }: HubOptions) {
    this.#market = market;
    this.#tradeFlow = tradeFlow;
    this.#clock = clock;
    this.#publicPaceMs = publicPaceMs;
    this.#feeds = feeds;
  }

  start(): void {
    this.#stopListening = [
      this.#market.onTop((listing) => this.#wakeAll("top", listing)),
      this.#market.onTrade((listing, trade) => this.#wakeAll("trade", listing, (channel) => channel.note?.(trade))),
      this.#tradeFlow.on((listing, brokenSinceMs) => {
        if (brokenSinceMs !== undefined) this.#wakeAll("trade", listing, (channel) => channel.broke?.(brokenSinceMs));
      }),
    ];
    this.#clock.every(TICK_MS, () => this.#tick(), this.#stopping.signal);
  }

  /** Hears no more of the market. Connections stay; nothing is sent to them. */
  stop(): void {
    this.#stopping.abort();
    for (const stop of this.#stopListening.splice(0)) stop();
    this.#stopDepth?.();
    this.#stopDepth = undefined;
  }

  nowMs(): number {
    return toMillis(this.#clock.now());
  }

  get counts(): { readonly connections: number; readonly channels: number; readonly skipped: number } {
    let skipped = this.#skipped;
    for (const connection of this.#connections) skipped += connection.skipped;
    return { connections: this.#connections.size, channels: this.#followed.size, skipped };
  }

  /** A follower. `close` the connection when it ends. */
  connect(sink: Sink): Connection {
    const connection = new Connection(this, sink, this.#publicPaceMs);
    this.#connections.add(connection);
    return connection;
  }

  /** Ends the connections whose callers' keys or sessions count no more, whatever they follow. */
  async dismissLapsed(lapsedOf: LapsedCallers): Promise<void> {
    const callers = this.#callers();
    if (callers.size === 0) return;
    const lapsed = await lapsedOf([...callers.values()]);
    for (const [connection, caller] of callers) {
      // A client may have shown another key while this was asked.
      if (!lapsed.has(caller) || connection.caller !== caller) continue;
      const isOfSession = caller.credential.kind === "session";
      connection.dismiss(isOfSession ? pushErrors.sessionEnded() : pushErrors.keyLapsed());
    }
  }

  /** Shows to connections what the users of their callers are shown by now: another plan, say, has another delay. */
  async renewCallers(renewedOf: RenewedCallers, failed: (error: unknown) => void): Promise<void> {
    const callers = this.#callers();
    if (callers.size === 0) return;
    const renewed = await renewedOf([...new Set(callers.values())]);
    for (const [connection, caller] of callers) {
      const now = renewed.get(caller);
      // A client may have shown another key while this was asked.
      if (now && connection.caller === caller) await connection.renew(now).catch(failed);
    }
  }

  /** Ends what connections follow and their callers may follow no more. */
  async recheckAll(failed: (error: unknown) => void): Promise<void> {
    for (const connection of this.#connections) await connection.recheck().catch(failed);
  }

  /** Forgets a connection that follows nothing any more. */
  disconnected(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    this.#later.delete(connection);
    this.#skipped += connection.skipped;
  }

  /** Tries again soon: something waits that could not be sent. */
  later(connection: Connection): void {
    this.#later.add(connection);
  }

  /**
   * What a caller may follow of its account's or of the news, or why not. When it is opened, it is to be followed, or
   * abandoned, before anything else runs.
   */
  async findFeed(text: string, name: FeedName, caller: Caller | undefined): Promise<(() => Followed) | AppError> {
    const found = await findFeed(this.#feeds, text, name, caller);
    if (found instanceof Error) return found;
    const { key, channel } = found;
    return () => this.#followed.get(key) ?? this.#open(key, channel());
  }

  /** A channel that is open to everybody, or why it cannot be followed. Callers with the same terms share a book. */
  findPublic(text: string, name: Exclude<ChannelName, FeedName>, caller: Caller | undefined): Followed | AppError {
    const terms = name.kind === "book" ? bookTerms(knownCaller(caller)?.plan.limits) : undefined;
    const key = terms ? `${text} ${terms.levels} ${terms.paceMs}` : text;
    const known = this.#followed.get(key);
    if (known) return known;
    const channel = openChannel(text, name, this.#market, terms);
    return channel instanceof Error ? channel : this.#open(key, channel);
  }

  /** A connection follows a channel from now on, or again at another pace: it gets what is true now. */
  joined(followed: Followed, isQuick: boolean): void {
    if (isQuick) followed.quick++;
    if (followed.channel.paceMs !== undefined) return;
    followed.dueTick = this.#ticks;
    if (this.#paced.delete(followed)) this.#lookInTime(followed);
  }

  /** Forgets a channel without followers. */
  abandoned(followed: Followed): void {
    if (followed.followers.size > 0 || this.#followed.get(followed.key) !== followed) return;
    this.#followed.delete(followed.key);
    this.#paced.delete(followed);
    followed.end();
  }

  /** Of the connections that have one. */
  #callers(): ReadonlyMap<Connection, Caller> {
    const callers = new Map<Connection, Caller>();
    for (const connection of this.#connections) if (connection.caller) callers.set(connection, connection.caller);
    return callers;
  }

  #open(key: string, channel: Channel): Followed {
    const ends: (() => void)[] = [];
    const followed: Followed = {
      key,
      channel,
      followers: new Map(),
      quick: 0,
      isWoken: false,
      dueTick: this.#ticks + ticksOf(channel.paceMs),
      end: () => {
        for (const end of ends) end();
      },
    };
    const { wakenBy } = channel;
    if (wakenBy !== "second" && wakenBy !== "feed") {
      for (const { index } of channel.listings) ends.push(this.#listen(wakenBy, index, followed));
    }
    const watching = channel.watch?.(() => this.#wake(followed));
    if (watching) ends.push(watching);
    channel.refresh();
    this.#followed.set(key, followed);
    return followed;
  }

  #listen(waker: Exclude<Waker, "second" | "feed">, index: number, followed: Followed): () => void {
    const byListing = this.#byListing[waker];
    byListing.set(index, [...(byListing.get(index) ?? []), followed]);
    // Whole books are read only while they are followed.
    if (waker === "depth") this.#stopDepth ??= this.#market.onDepth((listing) => this.#wakeAll("depth", listing));
    return () => {
      const others = (byListing.get(index) ?? []).filter((each) => each !== followed);
      if (others.length > 0) byListing.set(index, others);
      else byListing.delete(index);
      if (waker !== "depth" || byListing.size > 0) return;
      this.#stopDepth?.();
      this.#stopDepth = undefined;
    };
  }

  #wakeAll(waker: "top" | "depth" | "trade", listing: Listing, tell?: (channel: Channel) => void): void {
    const all = this.#byListing[waker].get(listing.index);
    if (all === undefined) return;
    for (const followed of all) {
      tell?.(followed.channel);
      this.#wake(followed);
    }
  }

  #wake(followed: Followed): void {
    if (followed.isWoken) return;
    followed.isWoken = true;
    if (followed.channel.paceMs === undefined && followed.dueTick <= this.#ticks) this.#lookInTime(followed);
    else this.#paced.add(followed);
  }

  /** Once a second, whatever its pace: where nothing has changed, the next change is not late for it. */
  #lookAnyway(followed: Followed): void {
    if (followed.channel.paceMs !== undefined) this.#wake(followed);
    else if (!followed.isWoken) {
      followed.isWoken = true;
      this.#lookSoon(followed);
    }
  }

  #lookInTime(followed: Followed): void {
    const { paceMs = 0 } = followed.channel;
    followed.dueTick = this.#ticks + ticksOf(followed.quick > 0 ? paceMs : Math.max(paceMs, this.#publicPaceMs));
    this.#lookSoon(followed);
  }

  #lookSoon(followed: Followed): void {
    if (this.#woken.push(followed) === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    if (this.#stopping.signal.aborted) return;
    const woken = this.#woken;
    this.#woken = [];
    const touched = new Set<Connection>();
    for (const followed of woken) {
      followed.isWoken = false;
      if (!followed.channel.refresh()) continue;
      for (const [subscription, connection] of followed.followers) {
        connection.changed(subscription);
        touched.add(connection);
      }
    }
    for (const connection of touched) connection.pump();
  }

  #tick(): void {
    if (++this.#ticks % TICKS_A_SECOND === 0)
      for (const followed of this.#followed.values()) this.#lookAnyway(followed);
    for (const followed of this.#paced) {
      if (followed.dueTick > this.#ticks) continue;
      this.#paced.delete(followed);
      this.#lookInTime(followed);
    }
    const waiting = [...this.#later];
    this.#later.clear();
    for (const connection of waiting) connection.pump();
  }
}

function ticksOf(paceMs = 0): number {
  return Math.ceil(paceMs / TICK_MS);
}
