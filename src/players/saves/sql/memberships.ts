/** Which player was in which tribe, and when. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { TribeMove } from "../core/apply/plan-memberships.ts";

/**
 * Writes where players are now; each player once. The old state ends where the new begins, which is never before it
 * began. Of players who want no history only the present membership is kept.
 */
export async function recordMoves(tx: Transaction, all: readonly TribeMove[]): Promise<void> {
  await addFirstMemberships(
    tx,
    all.filter(({ plan }) => plan.before === undefined),
  );
  const moves = all.filter(({ plan }) => plan.before !== undefined);
  if (moves.length === 0) return;
  const values = valuesOf(moves);
  await tx.execute({
    name: "players.forgetMemberships",
    text: `delete from players.memberships m
      using unnest($1::bigint[], $2::integer[], $3::timestamptz[]) as v (id, tribe_id, since)
      where m.player_id = v.id and (m.until is not null or m.tribe_id is distinct from v.tribe_id)
        and exists (select from players.opt_outs o where o.player_id = v.id)`,
    values,
  });
  await tx.execute({
    name: "players.endMemberships",
    text: `update players.memberships m set until = greatest(v.since, m.since + interval '1 microsecond')
      from unnest($1::bigint[], $2::integer[], $3::timestamptz[]) as v (id, tribe_id, since)
      where m.player_id = v.id and m.until is null and m.tribe_id is distinct from v.tribe_id`,
    values,
  });
  await tx.execute({
    name: "players.addMemberships",
    text: `insert into players.memberships (player_id, tribe_id, since)
      select v.id, v.tribe_id, greatest(v.since, known.until)
      from unnest($1::bigint[], $2::integer[], $3::timestamptz[]) as v (id, tribe_id, since)
      left join (
        select m.player_id, max(m.until) as until, bool_or(m.until is null) as has_present from players.memberships m
        where m.player_id = any ($1::bigint[]) group by m.player_id
      ) as known on known.player_id = v.id
      where v.tribe_id is not null and known.has_present is not true`,
    values,
  });
}

/** Of players whose rows this transaction inserted: they have no earlier membership. */
async function addFirstMemberships(tx: Transaction, moves: readonly TribeMove[]): Promise<void> {
  if (moves.length === 0) return;
  await tx.execute({
    name: "players.addFirstMemberships",
    text: `insert into players.memberships (player_id, tribe_id, since)
      select v.id, v.tribe_id, v.since
      from unnest($1::bigint[], $2::integer[], $3::timestamptz[]) as v (id, tribe_id, since) where v.tribe_id is not null`,
    values: valuesOf(moves),
  });
}

function valuesOf(moves: readonly TribeMove[]): readonly unknown[] {
  return [
    moves.map(({ plan }) => String(plan.after.id)),
    moves.map(({ to }) => to),
    moves.map(({ plan }) => timestamp(plan.changedAt)),
  ];
}

/** Which of some players want no history. */
export async function listForgotten(tx: Transaction, playerIds: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  if (playerIds.length === 0) return new Set();
  const rows = await tx.query<{ player_id: string }>({
    name: "players.listForgotten",
    text: "select player_id::text as player_id from players.opt_outs where player_id = any ($1::bigint[])",
    values: [playerIds.map(String)],
  });
  return new Set(rows.map(({ player_id }) => BigInt(player_id)));
}
