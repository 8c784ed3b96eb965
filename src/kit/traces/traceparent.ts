/** The header by which a trace goes on elsewhere (W3C Trace Context, version 00). */

export interface RemoteSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

const LENGTH = 55;
/** Later versions may be longer; we need none of what they add. */
const MAX_LENGTH = 200;
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

export function formatTraceparent({ traceId, spanId, isSampled }: RemoteSpan): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

/** Undefined for what is not a valid `traceparent`. */
export function parseTraceparent(text: string): RemoteSpan | undefined {
  if (text.length < LENGTH || text.length > MAX_LENGTH) return undefined;
  const [, version, traceId = "", spanId = "", flags = ""] = FORM.exec(text) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && text.length > LENGTH)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
