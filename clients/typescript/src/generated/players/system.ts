// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { ProgramReport, Server } from "./schemas.ts";

export interface ExportPlayersParams {
  /** One JSON object a line, or CSV with a head. Default: "ndjson". */
  format?: "ndjson" | "csv";
}

export interface SystemOperations {
  /** Servers of the cluster. */
  listServers(params?: Record<string, never>, options?: CallOptions): Promise<Server[]>;
  /**
   * All players as NDJSON or CSV. By id, from one state of the database, as a stream. An export that fails half way
   * breaks the connection.
   */
  exportPlayers(params?: ExportPlayersParams, options?: CallOptions): AsyncGenerator<string, void, undefined>;
  /**
   * What works, what does not, and what is new. Checks what the answering process needs: settings, disk, database,
   * keys, Redis, and what the settings of this service name outside. What is away may take 20 seconds to show. The
   * answer may be ten seconds old.
   */
  checkProgram(params?: Record<string, never>, options?: CallOptions): Promise<ProgramReport>;
}
