/** What the generated tables say of an operation, and what callers may say of a call. */

/**
 * - `read` changes nothing, and is sent again after a failure.
 * - `change` is sent with an Idempotency-Key, and sent again with the same key.
 * - `once` changes something and has no such key: it is never sent again.
 */
export type Effect = "read" | "change" | "once";

/** How the next page is found. */
export type Paging =
  /** Trading: `pagenumber` from 1. `list` is the member with the entries; without one the answer is the list. */
  | { readonly by: "number"; readonly list?: string }
  /** As `number`, where the answer is an object whose members are the entries. */
  | { readonly by: "numberOfMembers" }
  /** Older than the last entry: its member `of` is sent as `before`. */
  | { readonly by: "before"; readonly of: string }
  /** Registry: `metadata.nextCursor`. */
  | { readonly by: "cursor"; readonly list: string }
  /** Players: the header `Link`. `list` is the member with the entries; without one the answer is the list. */
  | { readonly by: "link"; readonly list?: string };

export interface Rare {
  readonly paging?: Paging;
  /** The parameter `body` is the body: a JSON document, or a text. Default: parameters are, or stand in the query. */
  readonly body?: "document" | "text";
  /**
   * `whole`: JSON with members beside `data`. `lines`: JSON documents, one a line. `chunks`: a text that is written
   * while it is made. `events`: followed by a function of its own. Default: JSON; of the trading platform its `data`.
   */
  readonly answer?: "whole" | "text" | "bytes" | "lines" | "chunks" | "events";
}

/** Method, path with `{name}` for each parameter in it, effect, and what few operations have. */
export type Row = readonly [method: string, path: string, effect: Effect, rare?: Rare];

/** By area, by name. */
export type OperationTable = Readonly<Record<string, Readonly<Record<string, Row>>>>;

export type Params = Readonly<Record<string, unknown>>;

/** What is known of an answer beside its value. */
export interface AnswerFacts {
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
  /** Trading: `meta` of the answer. */
  readonly meta?: unknown;
}

/** Of one call. */
export interface CallOptions {
  /** Ends the call, and what waits for its repetition. The call throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Of each attempt. Default: the client's. */
  readonly timeoutMs?: number;
  /** How often it may be sent again. Default: the client's. */
  readonly retries?: number;
  /** Is given what else is known of the answer. */
  readonly onAnswer?: (facts: AnswerFacts) => void;
}

/** Of a call that changes something. */
export interface ChangeOptions extends CallOptions {
  /**
   * 1 to 128 letters, digits, `-`, `_`, `.` or `:`. Default: a new UUID. Give one of your own if you may abort the call, or
   * if your process may end before it learns the outcome: the same call with this key then says what became of it.
   */
  readonly idempotencyKey?: string;
}

type Arguments<Parameters> = undefined extends Parameters
  ? [params?: Parameters, options?: CallOptions]
  : [params: Parameters, options?: CallOptions];

/** An operation that answers a list in pages. Called, it answers one page. */
export interface Paged<Parameters, Page, Item> {
  (...call: Arguments<Parameters>): Promise<Page>;
  /**
   * Every entry, page after page, until the loop ends. Lists that are counted by page number are read while others change
   * them: an entry that is added at the front moves the rest, so that one may come twice.
   */
  each(...call: Arguments<Parameters>): AsyncGenerator<Item, void, undefined>;
  /** Page after page. */
  pages(...call: Arguments<Parameters>): AsyncGenerator<Page, void, undefined>;
}
