/** Traces as the settings want them. Loaded only where they name a collector. */
import { UserError } from "../errors/user-error.ts";
import { outbound, type Outbound } from "../outbound/outbound.ts";
import type { Platform } from "../platform.ts";
import { recordTraces } from "./record-traces.ts";
import { SpanSender, type SpanSenderOptions } from "./span-sender.ts";
import type { Attributes, Traces } from "./traces.ts";
import { decodePercent } from "../text/decode-percent.ts";

export interface TracesConfig {
  readonly tracesUrl: string;
  readonly tracesHeaders?: string | undefined;
  readonly tracesShare: number;
}

export interface OpenTraces {
  readonly traces: Traces;
  readonly sender: SpanSender;
}

export type TracesPlatform = Pick<Platform, "clock" | "random" | "proxyRules"> & Pick<SpanSenderOptions, "log">;

/** RFC 9110, section 5.1. */
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$/;
const HEADER_VALUE = /^[\x20-\x7e]{0,4000}$/;

/**
 * Begins to send. The collector is asked directly or through the operator's proxy, as everything that the operator names.
 *
 * @param resource which process this is
 * @throws UserError for headers that cannot be read
 */
export function openTraces(
  { tracesUrl, tracesHeaders = "", tracesShare }: TracesConfig,
  { clock, random, log, proxyRules }: TracesPlatform,
  resource: Attributes,
): OpenTraces {
  const http = collectorHttp(tracesUrl, { clock, proxyRules });
  const headers = readHeaders(tracesHeaders);
  const sender = new SpanSender({ url: tracesUrl, headers, resource, http, clock, random, log });
  sender.start();
  const traces = recordTraces({ share: tracesShare, clock, random, onEnd: (span) => sender.add(span) });
  return { traces, sender };
}

/** Asks the collector directly or through the operator's proxy. */
export function collectorHttp(
  url: string,
  { clock, proxyRules }: Pick<TracesPlatform, "clock" | "proxyRules">,
): Outbound {
  return outbound({
    allowPrivate: [new URL(url).host],
    userAgent: "Tripod/1.0",
    clock,
    proxied: { rules: proxyRules, urls: [url] },
  });
}

/** @throws UserError, which names the setting and shows nothing of its value */
export function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(pairs.map(readHeader));
}

function readHeader(pair: string): [name: string, value: string] {
  const equals = pair.indexOf("=");
  const name = pair.slice(0, Math.max(equals, 0)).trim();
  const value = decodePercent(pair.slice(equals + 1).trim());
  if (!HEADER_NAME.test(name) || value === undefined || !HEADER_VALUE.test(value)) {
    throw new UserError(
      "TRIPOD_TRACES_HEADERS must be pairs such as `authorization=Bearer%20abc`, with commas between them",
    );
  }
  return [name.toLowerCase(), value];
}
