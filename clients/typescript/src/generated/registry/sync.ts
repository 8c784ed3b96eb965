// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { Mirror, ServerResponse } from "./schemas.ts";

export interface SyncOperations {
  /**
   * Export all versions. Every version of every server, deleted ones too, by name and version: one ServerResponse a
   * line (NDJSON). All lines are of one state of the registry. `tripod registry import` reads it back.
   */
  exportServers(params?: Record<string, never>, options?: CallOptions): AsyncGenerator<ServerResponse, void, undefined>;
  /**
   * What is mirrored. Upstreams that are followed now, or were before, and how many servers came from where. An
   * upstream that was never tried is not in the list. `origin` is the name that the settings give to the upstream.
   */
  showMirror(params?: Record<string, never>, options?: CallOptions): Promise<Mirror>;
}
