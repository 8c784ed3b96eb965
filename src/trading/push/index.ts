/** The door of what is pushed: prices, trades, spreads and opportunities as they change. */
export { FollowedFeeds, type FollowedFeedsDeps } from "./followed-feeds.ts";
export type { NewsChannels, NewsFeed } from "./news-channels.ts";
export { openPush, type Push, type PushDeps } from "./open-push.ts";
export type { PrivateChannels } from "./private-channels.ts";
export { addPushMetrics } from "./push-metrics.ts";
export { pushSettings } from "./settings.ts";
export { sharedTeller, type Teller } from "./teller.ts";
