/** Where questions to exchanges are kept with their answers. */
import type { Instant } from "../../kit/time/instant.ts";
import type { KeyView } from "../exchanges/index.ts";
import type { Page } from "../page.ts";
import type { QueryType } from "./core/predefined-queries.ts";

/** The newest of each account are kept. */
export const KEPT_QUERIES = 1_000;
/** A larger answer is not stored. Bytes of JSON. */
export const MOST_ANSWER_BYTES = 4_000_000;
/**
 * A list leaves larger answers out, and those that do not fit with the newer ones of its page. Bytes of JSON as PostgreSQL
 * writes it. The usual page of ten has room for ten of the largest that are shown.
 */
export const LISTED_BYTES = { answer: 256 * 1024, page: 10 * 256 * 1024 } as const;

export interface ExchangeQuery {
  readonly id: number;
  readonly keyId: number;
  readonly exchange: string;
  readonly query: QueryType;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly state: "queued" | "running" | "completed" | "failed";
  /** Null without an answer, and where a list leaves it out. */
  readonly result: unknown;
  /** What the answer takes in storage, where large ones are compressed; null without one. */
  readonly storedBytes: number | null;
  readonly isLeftOut: boolean;
  readonly error: string | null;
  readonly latencyMs: number | null;
  readonly createdAt: Instant;
  readonly completedAt: Instant | null;
}

export interface NewExchangeQuery extends Pick<ExchangeQuery, "keyId" | "exchange" | "query" | "parameters"> {
  readonly ownerUid: number;
  readonly uid: number;
  readonly at: Instant;
}

/** The outcome of a request. */
export interface QueryOutcome {
  /** The shown result; undefined for none. */
  readonly result?: unknown;
  readonly error: string | null;
  readonly latencyMs: number;
  readonly at: Instant;
}

/** Whose questions: all of an account, or those of one sub-account with keys that it may use. */
export type QueryView = KeyView;

export interface ExchangeQueryStore {
  /** Stores a question as `queued`, and forgets the oldest beyond `KEPT_QUERIES`; undefined when the key is gone. */
  addQuery(query: NewExchangeQuery): Promise<ExchangeQuery | undefined>;
  findQuery(id: number): Promise<ExchangeQuery | undefined>;
  /** With its whole answer; undefined when the view has no such question. */
  readQuery(view: QueryView, id: number): Promise<ExchangeQuery | undefined>;
  /** Answers beyond `LISTED_BYTES` are left out. */
  listQueries(
    view: QueryView,
    page: Page,
  ): Promise<{ readonly queries: readonly ExchangeQuery[]; readonly total: number }>;
  /** False when the view has no such question. One that is being asked goes too, with its answer. */
  removeQuery(view: QueryView, id: number, by: { readonly uid: number; readonly at: Instant }): Promise<boolean>;
  /** False for one that is gone, or that was begun before. */
  beginQuery(id: number): Promise<boolean>;
  endQuery(id: number, outcome: QueryOutcome): Promise<void>;
  /** Ends questions that were asked before then and never answered; answers how many. */
  failLost(askedBefore: Instant, at: Instant): Promise<number>;
}

export interface ExchangeQueryDeps {
  readonly exchangeQueries: ExchangeQueryStore;
}
