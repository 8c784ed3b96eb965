/** Reading of JSON from a service that a login relies on. */
import { OutboundError } from "../../../kit/outbound/error.ts";
import { tokenErrors, unauthorized } from "../errors.ts";
import type { HttpFetch } from "./ports.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 512 * 1024;

export interface JsonAnswer {
  readonly status: number;
  /** Undefined unless the status is 200. */
  readonly value: unknown;
}

/** Asks for JSON. A service that cannot be reached, or answers something else with 200, fails the exchange. */
export async function readJson(
  http: HttpFetch,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<JsonAnswer> {
  const host = new URL(url).host;
  try {
    const request = { url, headers: { accept: "application/json", ...headers } };
    const { status, body } = await http.request({
      ...request,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      redirects: 0,
    });
    return { status, value: status === 200 ? (JSON.parse(body.toString("utf8")) as unknown) : undefined };
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      throw unauthorized(tokenErrors.exchangeFailed, `${host} answered something that is not JSON`, cause);
    }
    if (!(cause instanceof OutboundError)) throw cause;
    throw unauthorized(tokenErrors.exchangeFailed, `${host} could not be asked: ${cause.reason}`, cause);
  }
}
