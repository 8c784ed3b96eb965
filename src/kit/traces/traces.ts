/**
 * Traces as the rest of the program sees them: a piece of work runs in a span, and what it calls for runs in spans below.
 * A part of the program that is given no `Traces` does nothing for them.
 */

export type SpanKind = "internal" | "server" | "client" | "consumer";

/** Never a secret, a query string, a path with ids in it, or personal data: traces are kept outside. */
export type AttributeValue = string | number | boolean | readonly string[];

export type Attributes = Readonly<Record<string, AttributeValue>>;

export interface SpanStart {
  /** One of few: a route, the name of a job. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  /**
   * A W3C `traceparent` from elsewhere: the span goes on with that trace, and is recorded if that one is. An
   * unreadable header counts as missing.
   */
  readonly parent?: string | undefined;
  /** Recorded below another span only. For work that also runs on its own, many times a second. */
  readonly isPart?: boolean;
}

/** A span while its work runs. */
export interface Span {
  set(name: string, value: AttributeValue): void;
  /** Marks it as failed, by the kind of failure and never by its message, which may hold anything. */
  fail(type: string): void;
}

export interface Traces {
  /** Runs `work` in a span that ends with it: when its promise has settled, if it answers one. */
  run<Result>(start: SpanStart, work: (span: Span) => Result): Result;
}
