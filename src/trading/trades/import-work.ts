/** The storage port of the import of orders. Every write names the fence of the key's import lease. */
import type { NewTrade } from "./store.ts";

/** A key whose trades are due to be imported. */
export interface DueKey {
  readonly keyId: number;
  readonly ownerUid: number;
  readonly uid: number;
  readonly exchange: string;
  readonly sinceMs: number | null;
  /** Service codes that its owner has named. */
  readonly codes: readonly string[];
}

/** A market of a key, and up to when it is imported. */
export interface KeyMarket {
  readonly marketId: string;
  readonly untilMs: number | null;
  readonly askedMs: number | null;
  /** Since when without a gap; null where that is not known. */
  readonly completeMs: number | null;
}

export interface ImportWork {
  /** Keys whose owners want an import that is due, the longest waiting first. */
  listDue(nowMs: number, exchanges: readonly string[], limit: number): Promise<readonly DueKey[]>;
  /** Notes that an import has begun; one that was interrupted before has failed. Answers its number. */
  begin(key: DueKey, fence: number, nowMs: number): Promise<number>;
  /** Markets in which orders of the key were placed here, or that were imported before; at most `limit`. */
  listMarkets(keyId: number, limit: number): Promise<readonly KeyMarket[]>;
  /** Adds trades of one market; answers how many of them were new. */
  save(
    key: DueKey,
    fence: number,
    page: {
      readonly marketId: string;
      readonly trades: readonly NewTrade[];
      readonly untilMs: number;
      /** Since when without a gap; undefined where that is not known. */
      readonly completeMs?: number | undefined;
      readonly nowMs: number;
    },
  ): Promise<number>;
  end(key: DueKey, fence: number, end: ImportEnd): Promise<void>;
}

export interface ImportEnd {
  readonly id: number;
  readonly state: "completed" | "failed";
  readonly sinceMs: number;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Since when the trades of all markets are there; null where some are not read to their end, or it is not known. */
  readonly completeMs: number | null;
  readonly imported: number;
  readonly skipped: number;
  readonly errors: readonly string[];
  readonly lastOrderId: string | null;
  readonly nowMs: number;
}

/** The name of the lease of the one process that imports a key. */
export function importLease(keyId: number): string {
  return `trading.import.${keyId}`;
}
