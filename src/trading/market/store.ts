/** What the market keeps for longer than the process lives. */
import type { Static } from "typebox";
import type { QuestionStore } from "../../kit/asking/questions.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { Market } from "../exchanges/index.ts";
import type { RoundTrips } from "./core/round-trips.ts";
import type { serverSpeed } from "./records.ts";

export interface StoredListing {
  readonly market: Market;
  /** Milliseconds since 1970. All listings of one reading have the same `lastSeenMs`. */
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

export interface ListingStore {
  /** Everything that was ever seen on an exchange, at most 50,000. */
  readListings(exchange: string): Promise<StoredListing[]>;
  /** Keeps what was seen. First sightings are never moved to a later time. */
  recordListings(exchange: string, listings: readonly StoredListing[]): Promise<void>;
}

/** An opportunity that was there and is over. */
export interface OpportunityLife {
  /** Service codes. */
  readonly buy: string;
  readonly sell: string;
  readonly base: string;
  readonly openedMs: number;
  readonly closedMs: number;
  /** The most that it left after fees, in percent. */
  readonly bestNetPercent: number;
}

export interface OpportunityLifeStore {
  recordLives(lives: readonly OpportunityLife[]): Promise<void>;
  /** Those that ended last, at most `limit` (1 to 1000), the newest first; of one base where it is given. */
  listLives(filter: { readonly base?: string; readonly limit: number }): Promise<OpportunityLife[]>;
  /** Removes what ended before a time, in milliseconds; answers how many. */
  removeLivesBefore(closedMs: number): Promise<number>;
}

export type AnnouncementCategory = "listing" | "delisting" | "maintenance" | "other";

export interface NewExchangeAnnouncement {
  readonly exchange: string;
  /** 1 to 300 characters. */
  readonly title: string;
  /** At most 10,000 characters. */
  readonly body: string;
  readonly category: AnnouncementCategory;
  /** Service codes that it names, at most 1000. */
  readonly codes: readonly string[];
  readonly publishedMs: number;
}

export interface ExchangeAnnouncement extends NewExchangeAnnouncement {
  readonly id: number;
}

export interface AnnouncementFilter {
  readonly exchange?: string;
  readonly category?: AnnouncementCategory;
  /** Rows before the first that is answered, from 0 to 100,000. */
  readonly offset: number;
  /** 1 to 1000. */
  readonly limit: number;
}

export interface ExchangeAnnouncementStore {
  recordAnnouncement(announcement: NewExchangeAnnouncement): Promise<number>;
  /** The newest first, and how many there are in all. */
  listAnnouncements(
    filter: AnnouncementFilter,
  ): Promise<{ readonly total: number; readonly announcements: readonly ExchangeAnnouncement[] }>;
}

/** Which measurement: whose, and of what. */
export interface SpeedOf {
  readonly uid: number;
  readonly serverId: string;
  readonly exchange1: string;
  readonly exchange2: string;
}

/** Round trips to two exchanges, as they are shown. */
export type ServerSpeed = Static<typeof serverSpeed>;

export interface ServerSpeedStore {
  /** The newest first; at most `limit`. */
  listSpeeds(of: SpeedOf, limit: number): Promise<ServerSpeed[]>;
  recordSpeed(of: SpeedOf, speed: Omit<ServerSpeed, "tested_at">, at: Instant): Promise<void>;
}

/** To the process that has a server: how far is this exchange? */
export interface ServerQuestion {
  /** Its code. */
  readonly exchange: string;
}

export type ServerAnswer = { readonly trips: RoundTrips } | { readonly failure: "not_connected" | "not_measured" };

/** A question is for the process of that name (`ServerHolders`). */
export type ServerQuestionStore = QuestionStore<ServerQuestion, ServerAnswer>;
