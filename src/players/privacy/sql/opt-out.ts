/** Players who want no history. */
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import { appendChanges } from "../../../kit/sql/outbox.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { PLAYERS_TOPIC, type AnnouncedChange } from "../../directory/index.ts";
import { findPerson, lockAccount, lockPeople } from "./person.ts";

export interface OptOutTerms {
  /** Names this process in the change feed. */
  readonly origin: string;
  /** Does the rest in the transaction of the change. */
  readonly afterOptOut?: ((tx: Transaction, playerId: bigint, isOptedOut: boolean) => Promise<void>) | undefined;
}

/**
 * See `PrivacyStore.setOptOut`. The account and the player are locked first, in this order. A transaction that ends a
 * session or writes a name holds them too, and has either finished or sees the opt-out.
 */
export async function setOptOut(
  db: Database,
  { origin, afterOptOut }: OptOutTerms,
  playerId: bigint,
  isOptedOut: boolean,
  at: Instant,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!isOptedOut) await removeOptOut(tx, playerId);
    const { platformId } = await findPerson(tx, { playerId });
    await lockAccount(tx, platformId);
    await lockPeople(tx, [String(playerId)]);
    // It may have been erased in between.
    const { players } = await findPerson(tx, { playerId });
    if (players.length === 0) return false;
    if (isOptedOut) {
      await addOptOut(tx, playerId, at);
      await forgetHistory(tx, playerId, platformId);
    }
    const change: AnnouncedChange = { players: [String(playerId)] };
    await appendChanges(tx, origin, PLAYERS_TOPIC, [change]);
    await afterOptOut?.(tx, playerId, isOptedOut);
    return true;
  });
}

/** Notes the wish; writers of history look it up. */
async function addOptOut(tx: Transaction, playerId: bigint, at: Instant): Promise<void> {
  await tx.execute({
    name: "players.addOptOut",
    text: "insert into players.opt_outs (player_id, at) values ($1, $2) on conflict (player_id) do nothing",
    values: [String(playerId), timestamp(at)],
  });
}

/** History is kept again from now on. */
async function removeOptOut(tx: Transaction, playerId: bigint): Promise<void> {
  await tx.execute({
    name: "players.removeOptOut",
    text: "delete from players.opt_outs where player_id = $1",
    values: [String(playerId)],
  });
}

/** Removes what was; what is stays. Sessions and bans are the account's, and so those of its other players too. */
async function forgetHistory(tx: Transaction, playerId: bigint, platformId: string | null): Promise<void> {
  await tx.execute({
    name: "players.forgetHistory",
    text: `with past_names as (delete from players.names where player_id = $1 and until is not null),
      past_bans as (delete from players.bans where platform_id = $2),
      past_memberships as (delete from players.memberships where player_id = $1 and until is not null),
      sent as (
        delete from players.webhook_deliveries where player_ids && array[$1::bigint]
          and (delivered_at is not null or gave_up_at is not null)
      )
      delete from players.sessions where platform_id = $2 and ended_at is not null`,
    values: [String(playerId), platformId],
  });
}
