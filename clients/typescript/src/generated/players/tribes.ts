// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, Paged } from "../../operation.ts";
import type { FullTribe, TribeLogLine, TribeMembers } from "./schemas.ts";

export interface GetTribeParams {
  /** Number of the tribe, 0 to 2^31 - 1. */
  id: string;
}

export interface FindTribeParams {
  /** Number of the tribe, 0 to 2^31 - 1. */
  id: string;
}

export interface ListLogParams {
  /** Number of the tribe, 0 to 2^31 - 1. */
  id: string;
  /** 1 to 1000. Default: 100. */
  limit?: number;
  /** 0 to 2147483647. */
  before?: number;
}

export interface ListMembersParams {
  /** Number of the tribe, 0 to 2^31 - 1. */
  id: string;
  /** Most entries of `History`. 1 to 1000. Default: 200. */
  limit?: number;
  /** From the `Link` of the page before. */
  cursor?: string;
}

export interface TribesOperations {
  /** Full profile of a tribe. */
  getTribe(params: GetTribeParams, options?: CallOptions): Promise<FullTribe>;
  /** Full profile of a tribe, by parameter. */
  findTribe(params: FindTribeParams, options?: CallOptions): Promise<FullTribe>;
  /** Log of a tribe. The latest lines first. For older ones, send the last `Number` as `before`. */
  listLog: Paged<ListLogParams, TribeLogLine[], TribeLogLine>;
  /**
   * Members of a tribe with their ranks, and its joins and leaves. Pages are of `History`: every page has all
   * `Members`.
   */
  listMembers: Paged<ListMembersParams, TribeMembers, {
    Id: string;
    CharacterName: string;
    /** ISO 8601 with a numeric offset. */
    From: string;
    To: string | null;
  }>;
}
