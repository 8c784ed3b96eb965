/** Removes the rows of a person, and leaves tombstones. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { tombstoneHash } from "../core/tombstone.ts";
import type { Person } from "./person.ts";

/** Records people whom no save and no server may bring back. */
export async function addTombstones(tx: Transaction, { platformId, playerIds }: Person, at: Instant): Promise<void> {
  const hashes = [
    ...playerIds.map((id) => tombstoneHash("player", id)),
    ...(platformId === null ? [] : [tombstoneHash("account", platformId)]),
  ];
  await tx.execute({
    name: "players.addTombstones",
    text: `insert into players.tombstones (hash, at, lacks_account)
      select decode(digest, 'hex'), $2, $3 from unnest($1::text[]) as digest
      on conflict (hash) do update set lacks_account = tombstones.lacks_account and excluded.lacks_account`,
    values: [hashes.map((hash) => hash.toString("hex")), timestamp(at), platformId === null],
  });
}

export interface RemovedRows {
  readonly players: number;
  readonly sessions: number;
  readonly deliveries: number;
}

/** Removes everything that is of the person alone. Names and memberships go with players, bans with the account. */
export async function removePerson(tx: Transaction, { platformId, playerIds }: Person): Promise<RemovedRows> {
  const [row] = await tx.query<RemovedRows>({
    name: "players.removePerson",
    text: `with people as (
        delete from players.players where id = any ($1::bigint[]) returning id
      ), listings as (
        delete from players.tribe_listings where player_id = any ($1::bigint[])
      ), files as (
        delete from players.save_files where (kind = 'profile' and subject_id = any ($1::bigint[]))
          or strpos(file_name, $2) > 0
      ), visits as (
        delete from players.sessions where platform_id = $2 returning started_at
      ), plugins as (
        delete from players.plugin_records where platform_id = $2
      ), wishes as (
        delete from players.opt_outs where player_id = any ($1::bigint[])
      ), sent as (
        delete from players.webhook_deliveries
        where player_ids && $1::bigint[] or platform_ids && array[$2::text] returning id
      )
      select (select count(*) from people) as players, (select count(*) from visits) as sessions,
        (select count(*) from sent) as deliveries`,
    values: [playerIds, platformId],
  });
  await removeAccount(tx, platformId);
  return row ?? { players: 0, sessions: 0, deliveries: 0 };
}

/** After its players, which refer to it. */
async function removeAccount(tx: Transaction, platformId: string | null): Promise<void> {
  if (platformId === null) return;
  await tx.execute({
    name: "players.removeAccount",
    text: "delete from players.accounts where platform_id = $1",
    values: [platformId],
  });
}

/** Tribes of the person have no owner then, as if their saves named none. */
export async function removeOwner(tx: Transaction, { playerIds }: Person): Promise<void> {
  await tx.execute({
    name: "players.removeOwner",
    text: "update players.tribes set owner_id = 0 where owner_id = any ($1::bigint[])",
    values: [playerIds],
  });
}
