// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";

export interface GetHealthResult {
  status: "ok";
  github_client_id?: string;
}

export interface PingResult {
  pong: true;
}

export interface GetProgramVersionResult {
  version: string;
  git_commit: string;
  build_time: string;
}

export interface SystemOperations {
  /** Health. */
  getHealth(params?: Record<string, never>, options?: CallOptions): Promise<GetHealthResult>;
  /** Ping. */
  ping(params?: Record<string, never>, options?: CallOptions): Promise<PingResult>;
  /** Version of the program. */
  getProgramVersion(params?: Record<string, never>, options?: CallOptions): Promise<GetProgramVersionResult>;
}
