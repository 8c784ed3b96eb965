/** Finds what a caller may follow besides the market: what belongs to its account, and news. */
import type { AppError } from "../../kit/errors/catalogue.ts";
import type { Caller } from "../caller.ts";
import { refusalFor, rightsErrors } from "../subaccounts/index.ts";
import type { Channel } from "./channel.ts";
import { NewsChannel } from "./channels/news-channel.ts";
import type { ChannelName } from "./core/channel-name.ts";
import { pushErrors } from "./errors.ts";
import type { NewsChannels, NewsFeed } from "./news-channels.ts";
import { PrivateChannel, type PrivateChannels } from "./private-channels.ts";

/** The right that a sub-account needs to follow an account's data. */
const PERMISSIONS = { signals: "signals", strategy: "strategies", transactions: "strategies" } as const;

type PrivateName = Extract<ChannelName, { kind: "private" }>;
type NewsName = Extract<ChannelName, { kind: "news" }>;
export type FeedName = PrivateName | NewsName;

export interface FeedSources {
  /** Absent: no private data. */
  readonly privateChannels?: PrivateChannels | undefined;
  /** Absent: no news. */
  readonly newsChannels?: NewsChannels | undefined;
}

export interface FoundFeed {
  /** Callers who are shown the same share a channel. */
  readonly key: string;
  readonly channel: () => Channel;
}

/** What a caller may follow under a name by now, or why not. */
export async function findFeed(
  sources: FeedSources,
  text: string,
  name: FeedName,
  caller: Caller | undefined,
): Promise<FoundFeed | AppError> {
  if (name.kind === "private") return findPrivate(sources, text, name, caller);
  const feed = await findNews(sources, name, caller);
  return feed instanceof Error ? feed : { key: feed.key, channel: () => new NewsChannel(text, feed) };
}

async function findPrivate(
  { privateChannels }: FeedSources,
  text: string,
  { topic, id }: PrivateName,
  caller: Caller | undefined,
): Promise<FoundFeed | AppError> {
  if (!caller) return pushErrors.missingKey();
  const refused = refusalFor(caller, { auth: "user", permission: PERMISSIONS[topic] });
  if (refused) return rightsErrors[refused]();
  const feed = await privateChannels?.find(topic, id, caller);
  if (!feed) return pushErrors.nothingThere({ topic, id });
  return { key: `${caller.uid}:${text} ${feed.key}`, channel: () => new PrivateChannel(text, feed) };
}

async function findNews(
  { newsChannels: news }: FeedSources,
  { of }: NewsName,
  caller: Caller | undefined,
): Promise<NewsFeed | AppError> {
  if (of === "all") return (await news?.findAll(knownCaller(caller))) ?? pushErrors.unknownChannel();
  if ("watched" in of) {
    const found = await news?.findWatched(of.watched, knownCaller(caller));
    return found ?? pushErrors.nothingThere({ topic: "news", id: of.watched });
  }
  if (!caller) return pushErrors.missingKey();
  const refused = refusalFor(caller, { auth: "user" });
  if (refused) return rightsErrors[refused]();
  return (await news?.findOwn(of.own, caller)) ?? pushErrors.nothingThere({ topic: "news", id: String(of.own) });
}

/** A user who must set up a second factor first counts as a caller without a key. */
export function knownCaller(caller: Caller | undefined): Caller | undefined {
  return caller?.needsTwoFactor ? undefined : caller;
}
