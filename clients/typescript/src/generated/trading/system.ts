// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { Announcement, Operation } from "./schemas.ts";

export interface ShowTimestampResult {
  /** Seconds since 1970. */
  seconds: number;
  milliseconds: number;
}

export interface PingParams {
  /** The caller's time in milliseconds since 1970. -9000000000000000 to 9000000000000000. Default: 0. */
  milliseconds?: number;
}

export interface PingResult {
  our_server_ms: number;
  your_sent_ms: number;
  difference: number;
  equation: string;
  note: string;
}

export type ListValidationFunctionsResult = string[];

export interface ListAnnouncementsParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListAnnouncementsResult {
  announcements: Announcement[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface CreateAnnouncementParams {
  title: string;
  body: string;
  category: "maintenance" | "release" | "exchange" | "security";
  /** Default: "info". */
  severity?: "info" | "warning" | "critical";
  /**
   * Seconds since 1970: not shown afterwards. Default: the end of planned maintenance, else never. 0 to 8900000000.
   */
  expires_at?: number;
  /** Seconds since 1970: when planned maintenance begins. 0 to 8900000000. */
  starts_at?: number;
  /** Seconds since 1970: when it ends. Default: open. 0 to 8900000000. */
  ends_at?: number;
}

export interface CreateAnnouncementResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface DeleteAnnouncementParams {
  /** An id, as lists show it. */
  id: string;
}

export interface DeleteAnnouncementResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface CheckProgramResult {
  /** Of the program. */
  version: string;
  /** Seconds since 1970. */
  checked_at: number;
  checks: {
    /** Such as `database`, `disk` or `mail server`. */
    what: string;
    /** False for what has to be mended. */
    ok: boolean;
    /** In plain words, without secrets. */
    says: string;
  }[];
  /** What is new in this release. */
  news: {
    /** `Added`, `Changed` or `Fixed`. */
    kind: string;
    /** Markdown in one line. */
    says: string;
  }[];
}

export interface SystemOperations {
  /** The server's time. */
  showTimestamp(params?: Record<string, never>, options?: CallOptions): Promise<ShowTimestampResult>;
  /**
   * How far two clocks are apart. Answers the server's time less the one that was sent: travel time and the
   * difference of the clocks.
   */
  ping(params?: PingParams, options?: CallOptions): Promise<PingResult>;
  /** List all operations. */
  listEndpoints(params?: Record<string, never>, options?: CallOptions): Promise<Operation[]>;
  /** List all operations, for public clients. Answers as `system/endpoints`. */
  listEp(params?: Record<string, never>, options?: CallOptions): Promise<Operation[]>;
  /** List validation functions. The names that `failed_validation` of a refusal may give. */
  listValidationFunctions(params?: Record<string, never>, options?: CallOptions): Promise<ListValidationFunctionsResult>;
  /** List announcements. */
  listAnnouncements: Paged<ListAnnouncementsParams | undefined, ListAnnouncementsResult, Announcement>;
  /** Announce something. Maintenance with its times is also in everyone's schedule (calendar/list-schedule). */
  createAnnouncement(params: CreateAnnouncementParams, options?: ChangeOptions): Promise<CreateAnnouncementResult>;
  /** Take an announcement back. */
  deleteAnnouncement(params: DeleteAnnouncementParams, options?: ChangeOptions): Promise<DeleteAnnouncementResult>;
  /**
   * What works, what does not, and what is new. Checks what the answering process needs: settings, disk, database,
   * keys, Redis, and what the settings of this service name outside. What is away may take 20 seconds to show. The
   * answer may be ten seconds old.
   */
  checkProgram(params?: Record<string, never>, options?: CallOptions): Promise<CheckProgramResult>;
}
