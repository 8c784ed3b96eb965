/** Channels that belong to somebody: who publishes them implements this port. */
import type { Caller } from "../caller.ts";
import type { Channel } from "./channel.ts";
import type { PrivateTopic } from "./core/channel-name.ts";

/** Something of one account. What is told is always the whole of it, as it is now. */
export interface PrivateFeed {
  /** As JSON. */
  read(): string;
  /** Calls `listener` after each change, until the answered function is called. It is quick and does not throw. */
  onChange(listener: () => void): () => void;
}

export interface PrivateChannels {
  /**
   * What this caller may follow; undefined for what is not there and for what is somebody else's alike. Asked again once
   * a minute for as long as it is followed: undefined then ends it, for a key or a right that is gone by now.
   */
  find(topic: PrivateTopic, id: string, caller: Caller): Promise<PrivateFeed | undefined>;
}

export class PrivateChannel implements Channel {
  readonly name: string;
  readonly wakenBy = "feed";
  readonly listings = [];
  version = 0;
  readonly #feed: PrivateFeed;
  #text = "";

  constructor(name: string, feed: PrivateFeed) {
    this.name = name;
    this.#feed = feed;
  }

  watch(wake: () => void): () => void {
    return this.#feed.onChange(wake);
  }

  refresh(): boolean {
    const text = this.#feed.read();
    if (text === this.#text) return false;
    this.#text = text;
    this.version++;
    return true;
  }

  data(): string {
    return this.#text;
  }

  remark(): string {
    return "";
  }
}
