import type { Caller } from "../caller.ts";
import { listVisibleKeys } from "../exchanges/index.ts";
import type { HaltPlace } from "../engine/index.ts";
import { viewOf } from "../strategies/index.ts";
import type { PlaceDeps } from "./read-place.ts";

/** Which places of its account a caller sees: the account, and the keys and strategies that are there and in its view. */
export async function isVisible(
  { exchangeKeys, strategies }: PlaceDeps,
  actor: Caller,
): Promise<(place: HaltPlace) => boolean> {
  const keys = new Set((await listVisibleKeys(exchangeKeys, actor)).map(({ id }) => id));
  const seen = new Set(await strategies.readOrder(viewOf(actor)));
  return ({ scope, id }) => (scope === "key" ? keys.has(id) : scope !== "strategy" || seen.has(id));
}
