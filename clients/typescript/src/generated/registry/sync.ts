// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { ServerResponse } from "./schemas.ts";

export interface SyncOperations {
  /**
   * Export all versions. Every version of every server, deleted ones too, by name and version: one ServerResponse a
   * line (NDJSON). All lines are of one state of the registry. `tripod registry import` reads it back.
   */
  exportServers(params?: Record<string, never>, options?: CallOptions): AsyncGenerator<ServerResponse, void, undefined>;
}
