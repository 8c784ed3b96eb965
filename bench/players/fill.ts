/**
 * Puts made up players and tribes into the tables as they would be there after their saves were read, past the
 * program.
 */
import type { Database } from "../../src/kit/sql/database.ts";
import { NameMaker, seededNumbers } from "./player-names.ts";

const BATCH = 10_000;
const SEED = 20_160_704;
/** One of this many players has a tribe, and tribes have this many members on average. */
const IN_A_TRIBE = 0.8;
const ONLINE = 0.002;
const RENAMED = 0.05;
const WITH_AVATAR = 0.5;

/** Names are the same for the same numbers, so a data directory can be used again. */
export function sampleNames(players: number, count: number): string[] {
  const maker = new NameMaker(SEED);
  const every = Math.max(1, Math.floor(players / count));
  const names: string[] = [];
  for (let player = 0; player < players; player++) {
    const [character, platform] = [maker.character(), maker.account()];
    if (player % every === 0) names.push(player % 2 === 0 ? character : platform);
  }
  return names;
}

export async function fill(db: Database, players: number, tribes: number): Promise<void> {
  const maker = new NameMaker(SEED);
  const chance = seededNumbers(SEED + 1);
  const tribeNames = new NameMaker(SEED + 2);
  for (let first = 0; first < players; first += BATCH) {
    const rows = [];
    for (let player = first; player < Math.min(players, first + BATCH); player++) {
      const [character, platform] = [maker.character(), maker.account()];
      rows.push({
        id: 100_000_000 + player,
        account: `7656119${String(8_000_000_000 + player)}`,
        character,
        platform,
        level: 1 + Math.floor(chance() ** 2 * 180),
        tribe: chance() < IN_A_TRIBE ? 1_000_000 + Math.floor(chance() * tribes) : null,
        online: chance() < ONLINE ? "island" : null,
        former: chance() < RENAMED ? `${character}_old` : null,
        avatar: chance() < WITH_AVATAR ? avatarOf(player) : null,
      });
    }
    await insertPlayers(db, rows);
  }
  for (let first = 0; first < tribes; first += BATCH) {
    const rows = [];
    for (let tribe = first; tribe < Math.min(tribes, first + BATCH); tribe++) {
      const owner = 100_000_000 + Math.floor(chance() * players);
      rows.push({ id: 1_000_000 + tribe, name: `${tribeNames.account()} Tribe`, owner });
    }
    await db.execute({
      name: "bench.fillTribes",
      text: `insert into players.tribes (id, name, owner_id, created_at, saved_at, server, is_present)
        select id, name, owner, now(), now(), 'island', true
        from json_to_recordset($1::json) as r (id int, name text, owner bigint)`,
      values: [JSON.stringify(rows)],
    });
  }
  for (const table of ["accounts", "players", "names", "tribes"]) {
    await db.execute({ name: `bench.analyze.${table}`, text: `analyze players.${table}` });
  }
}

async function insertPlayers(db: Database, rows: readonly object[]): Promise<void> {
  await db.execute({
    name: "bench.fillPlayers",
    text: `with r as materialized (
        select * from json_to_recordset($1::json) as r (id bigint, account text, character text, platform text,
          level int, tribe int, online text, former text, avatar text)
      ), accounts as (
        insert into players.accounts (platform_id, online_on, last_seen, avatar_url, summary_name)
        select account, online, now() - random() * interval '300 days', avatar, null from r returning platform_id
      ), names as (
        insert into players.players (id, platform_id, save_name, platform_name, character_name, level, tribe_id, is_female,
          experience, engram_points, deaths, created_at, saved_at, server, is_present)
        select id, account, platform, platform, character, level, tribe, false, 0, 0, 0, now(), now(), 'island', true
        from r join accounts a on a.platform_id = r.account returning id
      )
      insert into players.names (player_id, kind, name, since, until)
      select r.id, 'character', r.former, now() - interval '9 days', now() - interval '1 day'
      from r join names n on n.id = r.id where r.former is not null`,
    values: [JSON.stringify(rows)],
  });
}

function avatarOf(player: number): string {
  const hash = (player * 2_654_435_761).toString(16).padStart(40, "0").slice(-40);
  return `https://avatars.steamstatic.com/${hash}_full.jpg`;
}
