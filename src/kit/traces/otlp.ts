/** Spans as OpenTelemetry collectors take them: OTLP 1, its JSON form. */
import type { Instant } from "../time/instant.ts";
import type { AttributeValue, Attributes, SpanKind } from "./traces.ts";

export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startedAt: Instant;
  readonly endedAt: Instant;
  readonly attributes: Attributes;
  readonly hasFailed: boolean;
}

const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3, consumer: 5 };
const STATUS_UNSET = 0;
const STATUS_ERROR = 2;
const SCOPE = "tripod";

/** The body of one request to `/v1/traces`. `resource` says which process the spans are of. */
export function otlpJson(spans: readonly EndedSpan[], resource: Attributes): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: SCOPE }, spans: spans.map(spanOf) }],
      },
    ],
  });
}

function spanOf(span: EndedSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanosOf(span.startedAt),
    endTimeUnixNano: nanosOf(span.endedAt),
    attributes: attributesOf(span.attributes),
    status: { code: span.hasFailed ? STATUS_ERROR : STATUS_UNSET },
  };
}

/** Our instants are microseconds. 64-bit numbers are text in this form. */
function nanosOf(instant: Instant): string {
  return `${instant}000`;
}

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));
}

function valueOf(value: AttributeValue): object {
  switch (typeof value) {
    case "string":
      return { stringValue: value };
    case "boolean":
      return { boolValue: value };
    case "number":
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    default:
      return { arrayValue: { values: value.map(valueOf) } };
  }
}
