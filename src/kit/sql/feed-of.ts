import type { Platform } from "../platform.ts";
import { ChangeFeed, type FeedPosition } from "./change-feed.ts";

/** Makes a read model's feed, given the model's action when the feed has lost its place. */
export type OpenFeed = (onLost: () => Promise<FeedPosition>) => ChangeFeed;

/** The feed of one topic as this process follows it: by looking, and by hints where there are some. */
export function feedOf(topic: string, { db, clock, log, onHint, feedLags }: Platform): OpenFeed {
  return (onLost) => {
    const feed = new ChangeFeed({
      db,
      topics: [topic],
      clock,
      log,
      onLost,
      ...(onHint ? { subscribeHint: onHint } : {}),
    });
    feedLags?.add(topic, () => feed.lagMs());
    return feed;
  };
}
