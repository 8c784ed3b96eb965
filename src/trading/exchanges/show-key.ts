import { toSeconds } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import type { Exchange } from "./port.ts";
import type { ShownExchangeKey } from "./records.ts";
import type { ConnectedExchangeDeps, KeyUseDeps } from "./deps.ts";
import type { ExchangeKey } from "./store.ts";

/** Shows what uses a key, and what a new one waits for. */
export type ShownKeyDeps = KeyUseDeps & ConnectedExchangeDeps;

/** A stored key as this caller sees it. */
export async function showKey(
  deps: ShownKeyDeps,
  actor: Pick<Caller, "uid" | "ownerUid" | "rights">,
  key: ExchangeKey,
): Promise<ShownExchangeKey> {
  const id = String(key.id);
  const onlyUid = actor.rights && !actor.rights.viewAllProfiles ? actor.uid : null;
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
    in_use_by: [...(await deps.strategiesUsingKey(id, onlyUid))],
    waits_for: key.status === "testing" ? waitsFor(deps.connectedExchange(key.exchange), key.exchange) : null,
    last_tested: key.lastTestedAt === null ? null : toSeconds(key.lastTestedAt),
    last_error: key.lastError,
    time_created: toSeconds(key.createdAt),
  };
}

function waitsFor(exchange: Exchange | undefined, code: string): string {
  return exchange
    ? `an answer of ${exchange.name}, which is asked once a minute`
    : `a connection of the platform to ${code}`;
}
