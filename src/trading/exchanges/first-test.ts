import type { ClockDeps } from "../platform-deps.ts";
import { askAboutKey } from "./ask-about-key.ts";
import type { ExchangeKeyDeps } from "./deps.ts";
import type { Exchange } from "./port.ts";
import type { ExchangeCredentials, ExchangeKey } from "./store.ts";

/**
 * Asks the exchange about a key that was never tested, and stores what it says. Answers the key as it is then;
 * undefined where it was removed, or tested by another request, while the exchange was asked.
 *
 * @throws exchangeApiKeys.unreachable (504) when the exchange gives no answer about the key.
 */
export async function firstTest(
  { exchangeKeys, clock }: ExchangeKeyDeps & ClockDeps,
  exchange: Exchange,
  key: Pick<ExchangeKey, "id" | "uid"> & { readonly ownerUid: number },
  credentials: ExchangeCredentials,
): Promise<ExchangeKey | undefined> {
  const { found } = await askAboutKey(exchange, credentials, clock);
  const change = { ownerUid: key.ownerUid, uid: key.uid, id: key.id, at: clock.now() };
  return exchangeKeys.recordTest(change, found, { onlyFirst: true });
}
