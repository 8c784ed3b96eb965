// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, Paged } from "../../operation.ts";
import type { FullProfile, NameEntry, PluginData, SeenBan, SimpleProfile, TribeSummary } from "./schemas.ts";

export interface GetPlayerParams {
  /** Number of the player, 0 to 2^63 - 1. */
  id: string;
}

export interface FindPlayerParams {
  /** Number of the player, 0 to 2^63 - 1. */
  id: string;
}

export interface ListNamesParams {
  /** Number of the player, 0 to 2^63 - 1. */
  id: string;
  /** 1 to 1000. Default: 200. */
  limit?: number;
  /** From the `Link` of the page before. */
  cursor?: string;
}

export interface ListBansParams {
  /** Number of the player, 0 to 2^63 - 1. */
  id: string;
  /** 1 to 1000. Default: 200. */
  limit?: number;
  /** From the `Link` of the page before. */
  cursor?: string;
}

export interface ShowPluginsParams {
  /** Number of the player, 0 to 2^63 - 1. */
  id: string;
}

export interface ShowLeaderboardParams {
  /** What counts. Default: "Level". */
  by?: "Level" | "Playtime" | "TribeSize";
  /** For playtime: of sessions that began in so many days; 0 for all that are kept. 0 to 3650. Default: 0. */
  days?: number;
  /** 1 to 200. Default: 20. */
  limit?: number;
}

export type ShowLeaderboardResult = {
  Rank: number;
  /** Level, or seconds. */
  Value: number;
  Player: SimpleProfile;
}[] | {
  Rank: number;
  /** Members. */
  Value: number;
  Tribe: TribeSummary;
}[];

export interface ProfilesOperations {
  /** Full profile of a player. */
  getPlayer(params: GetPlayerParams, options?: CallOptions): Promise<FullProfile>;
  /** Full profile of a player, by parameter. */
  findPlayer(params: FindPlayerParams, options?: CallOptions): Promise<FullProfile>;
  /** Names of a player, present and former. The latest first. Empty for players who want no history to be kept. */
  listNames: Paged<ListNamesParams, NameEntry[], NameEntry>;
  /**
   * Bans of a player, as they were seen. Lists each new and each lifted ban that the platform reported, the latest
   * first. All characters of an account share them. Empty for players who want no history to be kept.
   */
  listBans: Paged<ListBansParams, SeenBan[], SeenBan>;
  /**
   * Groups and points of a player, from server plugins. Read every ten minutes from the databases that the cluster's
   * file names under `plugins`. All characters of an account have the same.
   */
  showPlugins(params: ShowPluginsParams, options?: CallOptions): Promise<PluginData>;
  /** Highest levels, longest playtimes, largest tribes. */
  showLeaderboard(params?: ShowLeaderboardParams, options?: CallOptions): Promise<ShowLeaderboardResult>;
}
