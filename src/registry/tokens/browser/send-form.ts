/** Forms that are posted to issuers (RFC 6749, section 4.1.3), and their answers. */
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { OutboundError } from "../../../kit/outbound/error.ts";
import { parseJson } from "../../../kit/text/parse-json.ts";
import { tokenErrors, unauthorized } from "../errors.ts";
import type { HttpFetch } from "../exchanges/ports.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

export interface FormAnswer {
  readonly status: number;
  /** Undefined where the answer is not JSON. */
  readonly value: unknown;
  /** Why it was refused: a word such as `invalid_grant` (RFC 6749, section 5.2). GitHub sends it with status 200. */
  readonly refusal: string | undefined;
}

const refused = Compile(Type.Object({ error: Type.String({ pattern: "^[a-z_]{1,60}$" }) }));

/** @throws tokens.exchangeFailed without an answer */
export async function sendForm(
  http: HttpFetch,
  url: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<FormAnswer> {
  try {
    const { status, body } = await http.request({
      url,
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(form).toString(),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      // The form's content is for one receiver.
      redirects: 0,
    });
    const value = parseJson(body.toString("utf8"));
    return { status, value, refusal: refused.Check(value) ? value.error : undefined };
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    const { host } = new URL(url);
    throw unauthorized(tokenErrors.exchangeFailed, `${host} could not be asked: ${cause.reason}`, cause);
  }
}

/** The refusal's reason for an answer without the requested value. */
export function reasonOfAnswer({ status, refusal }: FormAnswer): string {
  return refusal === undefined ? `it answered ${status}` : `it answered ${status} (${refusal})`;
}
