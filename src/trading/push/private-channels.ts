/** Private channels: their publishers implement this port. */
import type { Caller } from "../caller.ts";
import type { Channel } from "./channel.ts";
import type { PrivateTopic } from "./core/channel-name.ts";
import { TextChannel } from "./text-channel.ts";

/** Something of one account. A message always has the whole state, as it is now. */
export interface PrivateFeed {
  /** Names the feed: a user's connections that follow the same one share a channel. */
  readonly key: string;
  /** As JSON. */
  read(): string;
  /** Calls `listener` after each change, until the answered function is called. It is quick and does not throw. */
  onChange(listener: () => void): () => void;
}

export interface PrivateChannels {
  /**
   * What this caller may follow; undefined alike for unknown ids and for those of other accounts. Asked again once a
   * minute for as long as it is followed: undefined then ends it, for a key or a right that is gone by now.
   */
  find(topic: PrivateTopic, id: string, caller: Caller): Promise<PrivateFeed | undefined>;
}

export class PrivateChannel extends TextChannel implements Channel {
  readonly name: string;
  readonly wakenBy = "feed";
  readonly #feed: PrivateFeed;

  constructor(name: string, feed: PrivateFeed) {
    super();
    this.name = name;
    this.#feed = feed;
  }

  watch(wake: () => void): () => void {
    return this.#feed.onChange(wake);
  }

  refresh(): boolean {
    return this.tellNew(this.#feed.read());
  }
}
