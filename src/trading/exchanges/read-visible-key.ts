import type { Caller } from "../caller.ts";
import { keyViewOf } from "./core/key-access.ts";
import { exchangeErrors } from "./errors.ts";
import type { ExchangeKey, ExchangeKeyStore } from "./store.ts";

/**
 * The key that a caller names, whether it is the caller's own or shared.
 *
 * @throws AppError `keyNotFound` for one that the caller does not see.
 */
export async function readVisibleKey(store: ExchangeKeyStore, actor: Caller, id: string): Promise<ExchangeKey> {
  const key = await store.findKey(keyViewOf(actor), Number(id));
  if (!key) throw exchangeErrors.keyNotFound({ id });
  return key;
}
