import type { Caller } from "../caller.ts";
import { mayChangeKey } from "./core/key-access.ts";
import { exchangeErrors } from "./errors.ts";
import { readVisibleKey } from "./read-visible-key.ts";
import type { ExchangeKey, ExchangeKeyStore } from "./store.ts";

/**
 * The key that a caller wants to change.
 *
 * @throws AppError `keyNotFound` for one that the caller does not see, `notAllowed` for one that it only may use.
 */
export async function readChangeableKey(store: ExchangeKeyStore, actor: Caller, id: string): Promise<ExchangeKey> {
  const key = await readVisibleKey(store, actor, id);
  if (!mayChangeKey(actor, key.uid)) {
    throw exchangeErrors.notAllowed({ reason: "only the main account changes its own keys" });
  }
  return key;
}
