/** Books as answers show them. */
import type { Static } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import type { book } from "./records.ts";
import type { StoredBook } from "./store.ts";

export function showBook({ id, name, codes, profiles, baseCurrency, createdAt }: StoredBook): Static<typeof book> {
  return {
    id: String(id),
    name,
    codes: [...codes],
    profiles: profiles.map(String),
    base_currency: baseCurrency,
    // Positions come from orders of strategies, and no strategy can place one before strategy/start is there.
    position: [],
    time_created: toSeconds(createdAt),
  };
}
