import { toMillis, type Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import type { ShownExchangeKey } from "./records.ts";
import type { ExchangeKey, ExchangeKeyDeps } from "./store.ts";

/** A stored key as this caller sees it. */
export async function showKey(
  deps: ExchangeKeyDeps,
  actor: Pick<Caller, "ownerUid" | "rights">,
  key: ExchangeKey,
): Promise<ShownExchangeKey> {
  const id = String(key.id);
  return {
    id,
    exchange: key.exchange,
    label: key.label,
    token: key.tokenMasked,
    status: key.status,
    permissions: { read: key.canRead, trade: key.canTrade, withdraw: key.canWithdraw },
    ip_restricted: key.isIpRestricted,
    owner_uid: key.uid,
    shared: actor.rights !== undefined && key.uid === actor.ownerUid,
    in_use_by: [...(await deps.strategiesUsingKey(id))],
    last_tested: key.lastTestedAt === null ? null : secondsOf(key.lastTestedAt),
    last_error: key.lastError,
    time_created: secondsOf(key.createdAt),
  };
}

function secondsOf(at: Instant): number {
  return Math.floor(toMillis(at) / 1000);
}
