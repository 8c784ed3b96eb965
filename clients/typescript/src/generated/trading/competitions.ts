// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions } from "../../operation.ts";
import type { Competition, CompetitionView } from "./schemas.ts";

export interface CreateCompetitionParams {
  title: string;
  /** Plain text. */
  description: string;
  /** Decimal, at most 8 places. */
  prize: string;
  /** Code of a currency. */
  currency: string;
  /** By what participants are compared. */
  metric: "return_percent" | "net_pnl" | "volume";
  /** Seconds since 1970. 100000 to 8900000000. */
  starts_at: number;
  /** Seconds since 1970. 100000 to 8900000000. */
  ends_at: number;
  /** Whether one may join once it runs. Default: true. */
  late_join?: boolean;
  /** Whether one may leave once it runs. Default: false. */
  leave_after_start?: boolean;
}

export interface CreateCompetitionResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  competition: Competition;
}

export interface EditCompetitionParams {
  /** An id, as lists show it. */
  id: string;
  title: string;
  /** Plain text. */
  description: string;
  /** Decimal, at most 8 places. */
  prize: string;
  /** Code of a currency. */
  currency: string;
  /** By what participants are compared. */
  metric: "return_percent" | "net_pnl" | "volume";
  /** Seconds since 1970. 100000 to 8900000000. */
  starts_at: number;
  /** Seconds since 1970. 100000 to 8900000000. */
  ends_at: number;
  /** Whether one may join once it runs. Default: true. */
  late_join?: boolean;
  /** Whether one may leave once it runs. Default: false. */
  leave_after_start?: boolean;
}

export interface EditCompetitionResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  competition: Competition;
}

export interface JoinCompetitionParams {
  /** An id, as lists show it. */
  id: string;
}

export interface JoinCompetitionResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  competition: {
    /** An id, as lists show it. */
    id: string;
    enrolled: true;
  };
}

export interface LeaveCompetitionParams {
  /** An id, as lists show it. */
  id: string;
}

export interface LeaveCompetitionResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  competition: {
    /** An id, as lists show it. */
    id: string;
    enrolled: false;
  };
}

export interface CompetitionsOperations {
  /**
   * Announce a competition. Everybody sees it at once. The platform does not pay the prize: `competitions/list` shows
   * admins the accounts of the best, and `finance/admin/credit` pays them.
   */
  createCompetition(params: CreateCompetitionParams, options?: ChangeOptions): Promise<CreateCompetitionResult>;
  /**
   * Change a competition. All of it, until it starts. Then its start, metric, prize and currency stay, and once it is
   * over its end too.
   */
  editCompetition(params: EditCompetitionParams, options?: ChangeOptions): Promise<EditCompetitionResult>;
  /**
   * List competitions. Those to come, those that run, and those that ended in the last 90 days; at most 100, the last
   * to end first. Ranks are computed again every few minutes, for the last time an hour after the end, when late
   * fills are counted.
   */
  listCompetitions(params?: Record<string, never>, options?: CallOptions): Promise<CompetitionView[]>;
  /** Join a competition. For the whole account. Joining again changes nothing. */
  joinCompetition(params: JoinCompetitionParams, options?: ChangeOptions): Promise<JoinCompetitionResult>;
  /** Leave a competition. Before it starts, or later where it allows that. Leaving again changes nothing. */
  leaveCompetition(params: LeaveCompetitionParams, options?: ChangeOptions): Promise<LeaveCompetitionResult>;
}
