// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { ProgramReport } from "./schemas.ts";

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
  /**
   * What works, what does not, and what is new. Checks what the answering process needs: settings, disk, database,
   * keys, Redis, and what the settings of this service name outside. What is away may take 20 seconds to show. The
   * answer may be ten seconds old.
   */
  checkProgram(params?: Record<string, never>, options?: CallOptions): Promise<ProgramReport>;
}
