// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { Export } from "./schemas.ts";

export interface RequestExportParams {
  /**
   * Transactions of strategies, the strategies themselves, or news that name the market's coin. Default:
   * "strategy_transactions".
   */
  system?: "strategy_transactions" | "all_strategies" | "news";
  /** A workbook, or text with commas. */
  type: ".xls" | ".csv";
  /** A market: exchange code, hyphen, pair id. */
  symbol: string;
  /** At most so many rows. 1 to 10000000. Default: 100. */
  limit?: number;
}

export interface RequestExportResult {
  status: true;
  /** An id, as lists show it. */
  id: string;
  state: "queued";
  /** Transactions of strategies, the strategies themselves, or news that name the market's coin. */
  system: "strategy_transactions" | "all_strategies" | "news";
  /** A workbook, or text with commas. */
  type: ".xls" | ".csv";
  /** A market: exchange code, hyphen, pair id. */
  symbol: string;
  limit: number;
  /** Seconds since 1970. */
  expires_at: number;
}

export interface FetchExportParams {
  /** An id, as lists show it. */
  id?: string;
  /** An id, as lists show it. */
  export_id?: string;
}

export type FetchExportResult = {
  /** An id, as lists show it. */
  id: string;
  state: "completed";
  filename: string;
  content_type: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** Without the names of the columns. */
  rows: number;
  /** Base64, of files up to 8 MiB. */
  content?: string;
  /** Where to download larger ones, with the same credentials. */
  url?: string;
  /** Seconds since 1970. */
  expires_at: number;
} | {
  /** An id, as lists show it. */
  id: string;
  state: "queued" | "running";
  /** 0 to 1. */
  progress: number;
  message: string;
};

export interface ListExportsParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListExportsResult {
  exports: Export[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface DownloadExportParams {
  /** An id, as lists show it. */
  id?: string;
  /** An id, as lists show it. */
  export_id?: string;
}

export interface ExportsOperations {
  /**
   * Ask for an export. The file is made in the background: ask `export/fetch` for it. At most 3 are made at once for
   * a user, and 20 complete ones kept: the oldest gives way. Each is kept for as long as the plan says, from the time
   * of the request.
   */
  requestExport(params: RequestExportParams, options?: ChangeOptions): Promise<RequestExportResult>;
  /** Fetch an export. A complete file, as base64 or as an address to download it from; before that, how far it is. */
  fetchExport(params?: FetchExportParams, options?: CallOptions): Promise<FetchExportResult>;
  /** List exports. One's own, newest first. Expired ones are shown for a month. */
  listExports: Paged<ListExportsParams | undefined, ListExportsResult, Export>;
  /** Download an export. The file itself, as a stream. A download that fails half way breaks the connection. */
  downloadExport(params?: DownloadExportParams, options?: CallOptions): Promise<Uint8Array>;
}
