import type { Caller } from "../caller.ts";
import { keyViewOf } from "./core/key-access.ts";
import type { ExchangeKey, ExchangeKeyStore } from "./store.ts";

const PAGE = 100;

/** Every key that a caller sees, newest first. Plans bound how many there are. */
export async function listVisibleKeys(store: ExchangeKeyStore, actor: Caller): Promise<readonly ExchangeKey[]> {
  const keys: ExchangeKey[] = [];
  for (;;) {
    const page = await store.listKeys(keyViewOf(actor), { limit: PAGE, offset: keys.length });
    keys.push(...page.keys);
    if (page.keys.length < PAGE) return keys;
  }
}
