import { judgeAddress } from "../../kit/outbound/outbound.ts";
import { webhookErrors } from "./errors.ts";

/** Names are not looked up here: a request would wait for it, and what a name leads to is checked at each delivery. */
const NO_LOOKUP = { lookup: async () => [] };

/**
 * The URL as it is kept.
 *
 * @throws webhookErrors.badUrl for one to which no delivery could ever go
 */
export async function checkUrl(allowPrivate: readonly string[], text: string): Promise<string> {
  const url = text.trim();
  const verdict = await judgeAddress({ allowPrivate, resolver: NO_LOOKUP }, url);
  if (verdict.kind === "refused") throw webhookErrors.badUrl({ reason: verdict.reason });
  return new URL(url).href;
}
