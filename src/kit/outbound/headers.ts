/** Which headers an outbound request carries, and which of them go along when it is sent elsewhere. */
import { OutboundError } from "./error.ts";

/** Headers about the message's way and its receiver: only we set them. */
const RESERVED = new Set([
  "host",
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers that never carry a secret. Any other might: signatures and keys come under many names. */
const HARMLESS = new Set(["accept", "accept-encoding", "accept-language", "user-agent"]);

/**
 * The headers of a first request, in lower case. The answer is asked for unpacked.
 *
 * @throws OutboundError (`refused`) for a header that would change how the message travels.
 */
export function ownHeaders(headers: Readonly<Record<string, string>>, userAgent: string): Record<string, string> {
  const own: Record<string, string> = { "user-agent": userAgent };
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (RESERVED.has(lower)) throw new OutboundError("refused", `The header ${lower} cannot be set.`);
    own[lower] = value;
  }
  own["accept-encoding"] = "identity";
  return own;
}

/** The rest of the headers when a redirect leads to another origin: nothing that could hold a secret. */
export function forwardedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS.has(name)));
}
