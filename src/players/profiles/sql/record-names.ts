/** The history of names: which one a player had from when to when. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";

export interface TakenName {
  /** Decimal. The player's row must be there and locked. */
  readonly playerId: string;
  /** `""` when there is none any more, which ends the one before. */
  readonly name: string;
  readonly since: Instant;
  /** True for a player whose row this transaction inserted: it has no earlier name. */
  readonly isOfNewPlayer?: boolean;
}

/**
 * Writes that players have other names of a kind now; each player once. The name before ends where the new one begins,
 * which is never before the name before did, whatever the clocks of game servers say. A name that a player has already
 * changes nothing. Of players who want no history only the present name is kept.
 */
export async function recordNames(
  tx: Transaction,
  kind: "character" | "platform",
  taken: readonly TakenName[],
): Promise<void> {
  await addFirstNames(
    tx,
    kind,
    taken.filter(({ isOfNewPlayer }) => isOfNewPlayer === true),
  );
  const names = taken.filter(({ isOfNewPlayer }) => isOfNewPlayer !== true);
  if (names.length === 0) return;
  const values = [
    names.map(({ playerId }) => playerId),
    names.map(({ name }) => name),
    names.map(({ since }) => timestamp(since)),
    kind,
  ];
  await tx.execute({
    name: "players.forgetNames",
    text: `delete from players.names n using unnest($1::bigint[], $2::text[], $3::timestamptz[]) as v (id, name, since)
      where n.player_id = v.id and n.kind = $4 and (n.until is not null or n.name <> v.name)
        and exists (select from players.opt_outs o where o.player_id = v.id)`,
    values,
  });
  await tx.execute({
    name: "players.endNames",
    text: `update players.names n set until = greatest(v.since, n.since + interval '1 microsecond')
      from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as v (id, name, since)
      where n.player_id = v.id and n.kind = $4 and n.until is null and n.name <> v.name`,
    values,
  });
  await tx.execute({
    name: "players.addNames",
    // One reading of what is there for all rows: a plan that was made when the table was small reads it whole.
    text: `insert into players.names (player_id, kind, name, since)
      select v.id, $4, v.name, greatest(v.since, known.until)
      from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as v (id, name, since)
      left join (
        select n.player_id, max(n.until) as until, bool_or(n.until is null) as has_present from players.names n
        where n.player_id = any ($1::bigint[]) and n.kind = $4 group by n.player_id
      ) as known on known.player_id = v.id
      where v.name <> '' and known.has_present is not true`,
    values,
  });
}

/** Adds names where there are none before, without a look for any. */
async function addFirstNames(
  tx: Transaction,
  kind: "character" | "platform",
  names: readonly TakenName[],
): Promise<void> {
  if (names.length === 0) return;
  await tx.execute({
    name: "players.addFirstNames",
    text: `insert into players.names (player_id, kind, name, since)
      select v.id, $4, v.name, v.since from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as v (id, name, since)
      where v.name <> ''`,
    values: [
      names.map(({ playerId }) => playerId),
      names.map(({ name }) => name),
      names.map(({ since }) => timestamp(since)),
      kind,
    ],
  });
}
