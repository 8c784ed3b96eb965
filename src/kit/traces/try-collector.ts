/** Whether the collector of traces takes what it would be sent. Loaded only where the settings name one. */
import { UserError } from "../errors/user-error.ts";
import { OutboundError } from "../outbound/error.ts";
import { otlpJson } from "./otlp.ts";
import { collectorHttp, readHeaders, type TracesConfig, type TracesPlatform } from "./open-traces.ts";

/** Of what a collector answers; nothing of it is shown. */
const MAX_ANSWER_BYTES = 65_536;
const TIMEOUT_MS = 10_000;

/**
 * Sends an export without spans. A collector answers that with success (OTLP specification, "OTLP/HTTP Response", "Full Success").
 *
 * @throws UserError for a collector that does not answer or refuses, and for headers that cannot be read; the signal's reason
 */
export async function tryCollector(
  { tracesUrl: url, tracesHeaders = "" }: TracesConfig,
  platform: Pick<TracesPlatform, "clock" | "proxyRules">,
  signal: AbortSignal,
): Promise<string> {
  const headers = { ...readHeaders(tracesHeaders), "content-type": "application/json" };
  const http = collectorHttp(url, platform);
  const limits = { maxBytes: MAX_ANSWER_BYTES, timeoutMs: TIMEOUT_MS, redirects: 0 };
  try {
    const { status } = await http.request({ url, method: "POST", headers, body: otlpJson([], {}), ...limits, signal });
    if (status >= 200 && status < 300) return `${new URL(url).host} takes traces`;
    throw new UserError(`${new URL(url).host} answered ${status} to traces without a span${hintFor(status)}`);
  } catch (error) {
    if (error instanceof OutboundError) throw new UserError(error.reason, { cause: error });
    throw error;
  } finally {
    await http.close();
  }
}

function hintFor(status: number): string {
  if (status === 401 || status === 403) return ": TRIPOD_TRACES_HEADERS has the credentials";
  if (status === 404 || status === 405)
    return ": TRIPOD_TRACES_URL is the whole URL, most often with /v1/traces at its end";
  return "";
}
