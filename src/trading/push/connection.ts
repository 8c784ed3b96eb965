/** A connection: the channels that it follows, and how much may be sent to it now. */
import type { AppError } from "../../kit/errors/catalogue.ts";
import type { Caller } from "../caller.ts";
import type { Channel } from "./channel.ts";
import { parseChannel } from "./core/channel-name.ts";
import { Outbox, type Subscription } from "./core/outbox.ts";
import { pushErrors } from "./errors.ts";
import type { FeedName } from "./find-feed.ts";
import type { Followed } from "./followed.ts";
import type { Hub } from "./hub.ts";

const MAX_CHANNELS = 500;

/** The output of a connection. */
export interface Sink {
  /** Whether more may be sent. When that changes to true, `pump` is to be called. */
  isReady(): boolean;
  /** Several messages follow, and are to leave together at `release`: each on its own costs a call of the system. */
  hold?(): void;
  release?(): void;
  /** @param since the version of the channel that was sent before; -1 for the snapshot. */
  send(channel: Channel, sequence: number, since: number): void;
  /** Says why a channel has ended. */
  refuse(why: AppError, channel: string): void;
  /** Says why, and ends the connection. */
  dismiss(why: AppError): void;
}

export class Connection {
  readonly #hub: Hub;
  readonly #sink: Sink;
  readonly #outbox: Outbox<Channel>;
  readonly #channels = new Map<string, Followed>();
  readonly #isReady: () => boolean;
  /** Least time between two rounds of what is told without a key. */
  readonly #publicPaceMs: number;
  #caller: Caller | undefined;
  /** Gets each change at once. */
  #isQuick: boolean;
  #isPumping = false;
  #isClosed = false;

  constructor(hub: Hub, sink: Sink, paceMs: number) {
    this.#hub = hub;
    this.#publicPaceMs = paceMs;
    this.#isQuick = paceMs === 0;
    this.#sink = sink;
    this.#isReady = () => !this.#isClosed && sink.isReady();
    this.#outbox = new Outbox({
      paceMs,
      deliver: ({ source, sequence }, since) => this.#sink.send(source, sequence, since),
    });
  }

  get caller(): Caller | undefined {
    return this.#caller;
  }

  get skipped(): number {
    return this.#outbox.skipped;
  }

  get following(): Iterable<Channel> {
    return [...this.#channels.values()].map(({ channel }) => channel);
  }

  /** The caller has authenticated, and now gets everything at once, unless it has no rights yet. */
  admit(caller: Caller): void {
    this.#caller = caller;
    if (caller.needsTwoFactor) return;
    this.#setPace(0);
    this.pump();
  }

  /** Follows a channel from its snapshot on. Answers why not, where it cannot; nothing is sent before `pump`. */
  follow(text: string): AppError | undefined | Promise<AppError | undefined> {
    const name = parseChannel(text);
    if (!name) return pushErrors.unknownChannel();
    if (!this.#channels.has(text) && this.#channels.size >= MAX_CHANNELS) return tooMany();
    if (name.kind === "private" || name.kind === "news") {
      return this.#findFeed(text, name).then((found) => (found instanceof Error ? found : this.#take(text, found())));
    }
    return this.#take(text, this.#hub.findPublic(text, name, this.#caller));
  }

  /** The caller's user has changed: from now on it is shown what it would be shown if it connected now. */
  async renew(caller: Caller): Promise<void> {
    this.#caller = caller;
    this.#setPace(caller.needsTwoFactor ? this.#publicPaceMs : 0);
    await this.recheck();
  }

  /**
   * Ends subscriptions that the caller may no longer have, and says so. A channel that shows something else by now, such as
   * another delay after a change of the plan, begins with a snapshot again.
   */
  async recheck(): Promise<void> {
    for (const [text, followed] of this.#channels) {
      const name = parseChannel(text);
      if (name?.kind !== "private" && name?.kind !== "news" && name?.kind !== "book") continue;
      const isBook = name.kind === "book";
      const found = isBook ? () => this.#hub.findPublic(text, name, this.#caller) : await this.#findFeed(text, name);
      if (this.#channels.get(text) !== followed) continue;
      const now = found instanceof Error ? found : found();
      if (!(now instanceof Error)) {
        if (now !== followed) this.#take(text, now);
      } else if (this.unfollow(text)) this.#sink.refuse(now, text);
    }
    this.pump();
  }

  /** Whether it was followed. */
  unfollow(text: string): boolean {
    const followed = this.#channels.get(text);
    const subscription = this.#outbox.unfollow(text);
    if (!followed || !subscription) return false;
    this.#channels.delete(text);
    this.#leave(followed, subscription);
    return true;
  }

  changed(subscription: Subscription<Channel>): void {
    this.#outbox.changed(subscription);
  }

  /** Sends what waits, as far as the other side is ready and the pace allows. */
  pump(): void {
    if (this.#isPumping || this.#isClosed) return;
    this.#isPumping = true;
    try {
      const nowMs = this.#hub.nowMs();
      if (this.#outbox.isDue(nowMs)) this.#send(nowMs);
      if (this.#outbox.waiting > 0) this.#hub.later(this);
    } finally {
      this.#isPumping = false;
    }
  }

  /** Ends a connection whose caller may not stay, with all that it follows. */
  dismiss(why: AppError): void {
    this.close();
    this.#sink.dismiss(why);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const name of this.#channels.keys()) this.unfollow(name);
    this.#hub.disconnected(this);
  }

  #send(nowMs: number): void {
    this.#sink.hold?.();
    try {
      this.#outbox.pump(nowMs, this.#isReady);
    } finally {
      this.#sink.release?.();
    }
  }

  /** For the caller as it is when the feed is found. */
  async #findFeed(text: string, name: FeedName): Promise<AppError | (() => Followed)> {
    for (;;) {
      const caller = this.#caller;
      const found = await this.#hub.findFeed(text, name, caller);
      if (caller === this.#caller) return found;
    }
  }

  #take(text: string, found: Followed | AppError): AppError | undefined {
    if (found instanceof Error) return found;
    const before = this.#channels.get(text);
    // While it was looked for, the connection may have ended, or have followed others.
    if (this.#isClosed || (!before && this.#channels.size >= MAX_CHANNELS)) {
      this.#hub.abandoned(found);
      return this.#isClosed ? undefined : tooMany();
    }
    const old = this.#outbox.unfollow(text);
    found.followers.set(this.#outbox.follow(found.channel), this);
    this.#hub.joined(found, this.#isQuick);
    if (before && old) this.#leave(before, old);
    this.#channels.set(text, found);
    return undefined;
  }

  #leave(followed: Followed, subscription: Subscription<Channel>): void {
    followed.followers.delete(subscription);
    if (this.#isQuick) followed.quick--;
    this.#hub.abandoned(followed);
  }

  #setPace(paceMs: number): void {
    this.#outbox.paceMs = paceMs;
    const wasQuick = this.#isQuick;
    this.#isQuick = paceMs === 0;
    if (wasQuick === this.#isQuick) return;
    for (const followed of this.#channels.values()) {
      if (wasQuick) followed.quick--;
      else this.#hub.joined(followed, true);
    }
  }
}

function tooMany(): AppError {
  return pushErrors.tooManyChannels({ limit: MAX_CHANNELS });
}
