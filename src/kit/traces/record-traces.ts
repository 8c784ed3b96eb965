/** Records spans. Loaded only where the operator has named a collector. */
import { fractionFrom } from "../ids/fraction-from.ts";
import type { Random } from "../ids/ids.ts";
import type { Clock } from "../time/clock.ts";
import { toMillis, type Instant } from "../time/instant.ts";
import { MINUTE_MS } from "../time/spans.ts";
import { currentSpan, runWithin, type CurrentSpan } from "./current.ts";
import type { EndedSpan } from "./otlp.ts";
import { parseTraceparent, type RemoteSpan } from "./traceparent.ts";
import type { AttributeValue, Span, SpanStart, Traces } from "./traces.ts";

export interface RecorderOptions {
  /** The share of traces that is recorded, 0 to 1. A trace is recorded as a whole or not at all. */
  readonly share: number;
  readonly clock: Pick<Clock, "now">;
  readonly random: Random;
  /** Takes a span that has ended. Must be quick, and not throw. */
  readonly onEnd: (span: EndedSpan) => void;
}

const MAX_CHARACTERS = 200;
const MAX_VALUES = 32;
/**
 * Work that goes on for this long after its request was answered is separate work: a loop that a request has started
 * would make one trace without end.
 */
const TRAILING_MS = MINUTE_MS;

/** Takes everything and keeps nothing. */
const NOT_RECORDED: Span = { set: () => undefined, fail: () => undefined };

export function recordTraces(options: RecorderOptions): Traces {
  const { share, clock, random } = options;
  const isSampled = (): boolean => share >= 1 || (share > 0 && fractionFrom(random) < share);

  return {
    run<Result>(start: SpanStart, work: (span: Span) => Result): Result {
      const parent = parentOf(start, clock);
      if (start.isPart === true && parent?.isSampled !== true) return work(NOT_RECORDED);
      if (!(parent ? parent.isSampled : isSampled())) {
        // The code below must not draw again.
        return within({ traceId: "", spanId: "", isSampled: false, endedMs: undefined }, clock, work, NOT_RECORDED);
      }
      const span = new OpenSpan(start, parent, options);
      return within(span, clock, work, span, (at) => options.onEnd(span.endedAt(at)));
    },
  };
}

function parentOf({ parent }: SpanStart, clock: Pick<Clock, "now">): RemoteSpan | undefined {
  const remote = parent === undefined ? undefined : parseTraceparent(parent);
  if (remote) return remote;
  const around = currentSpan();
  const isOver = around?.endedMs !== undefined && toMillis(clock.now()) - around.endedMs > TRAILING_MS;
  return isOver ? undefined : around;
}

function within<Result>(
  current: CurrentSpan,
  clock: Pick<Clock, "now">,
  work: (span: Span) => Result,
  span: Span,
  onEnd: (at: Instant) => void = () => undefined,
): Result {
  const end = (): void => {
    const at = clock.now();
    current.endedMs = toMillis(at);
    onEnd(at);
  };
  let result: Result;
  try {
    result = runWithin(current, () => work(span));
  } catch (error) {
    span.fail(typeOf(error));
    end();
    throw error;
  }
  if (!(result instanceof Promise)) {
    end();
    return result;
  }
  result.then(end, (error: unknown) => {
    span.fail(typeOf(error));
    end();
  });
  return result;
}

/** The class of an error: its message may hold what others must not see. */
function typeOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

class OpenSpan implements Span, CurrentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled = true;
  endedMs: number | undefined;
  readonly #start: SpanStart;
  readonly #parentSpanId: string | undefined;
  readonly #startedAt: Instant;
  readonly #attributes: Record<string, AttributeValue> = {};
  #hasFailed = false;

  constructor(start: SpanStart, parent: RemoteSpan | undefined, { clock, random }: RecorderOptions) {
    this.traceId = parent?.traceId ?? idOf(random, 16);
    this.spanId = idOf(random, 8);
    this.#start = start;
    this.#parentSpanId = parent?.spanId;
    this.#startedAt = clock.now();
    for (const [name, value] of Object.entries(start.attributes ?? {})) this.set(name, value);
  }

  set(name: string, value: AttributeValue): void {
    this.#attributes[name] = cut(value);
  }

  fail(type: string): void {
    this.#hasFailed = true;
    this.set("error.type", type);
  }

  endedAt(endedAt: Instant): EndedSpan {
    const { name, kind } = this.#start;
    return {
      traceId: this.traceId,
      spanId: this.spanId,
      parentSpanId: this.#parentSpanId,
      name,
      kind,
      startedAt: this.#startedAt,
      endedAt,
      attributes: this.#attributes,
      hasFailed: this.#hasFailed,
    };
  }
}

function cut(value: AttributeValue): AttributeValue {
  if (typeof value === "string") return value.slice(0, MAX_CHARACTERS);
  return typeof value === "object" ? value.slice(0, MAX_VALUES).map((each) => each.slice(0, MAX_CHARACTERS)) : value;
}

/** Never all zeros, which would not be a valid id. */
function idOf(random: Random, bytes: number): string {
  const id = Buffer.from(random.bytes(bytes)).toString("hex");
  return /^0+$/.test(id) ? `${id.slice(0, -1)}1` : id;
}
