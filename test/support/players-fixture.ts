/** The small world of examples and acceptance cases, as rows. */
import { createHash } from "node:crypto";
import type { Database } from "../../src/kit/sql/database.ts";

interface Person {
  readonly id: string;
  readonly account: string;
  readonly character: string;
  readonly platform: string;
  readonly level?: number;
  readonly tribe?: number;
  readonly online?: boolean;
}

export const STEAM_OF_ANNA = "76561198000000101";
export const EOS_OF_XIAOMING = "0002000000000000000000000000a106";
/** Past 2^53: a number cannot hold it. */
export const BIG_ID = "9007199254740993";

const PEOPLE: readonly Person[] = [
  {
    id: "101",
    account: STEAM_OF_ANNA,
    character: "Anna Rex",
    platform: "annaplays",
    level: 46,
    tribe: 5001,
    online: true,
  },
  { id: "102", account: "76561198000000102", character: "Jürgen", platform: "juergen_k", tribe: 5001 },
  { id: "103", account: "76561198000000103", character: "DarkWolf", platform: "xX_Wolf_Xx", online: true },
  { id: "104", account: "76561198000000104", character: "darkwolf77", platform: "wolfy", tribe: 5002 },
  { id: "105", account: "76561198000000105", character: "$#@%!", platform: "symbols", tribe: 5002 },
  { id: "106", account: EOS_OF_XIAOMING, character: "小明", platform: "xm", tribe: 5002 },
  { id: BIG_ID, account: "76561198000000107", character: "Big", platform: "bigid" },
];

export async function insertPlayersFixture(db: Database): Promise<void> {
  for (const person of PEOPLE) await insertPerson(db, person);
  await run(
    db,
    `insert into players.tribes (id, name, owner_id, created_at, saved_at, server, is_present) values
      (5001, 'Red Hawks', 101, '2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z', 'island', true),
      (5002, 'Wolf Pack', 199, '2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z', 'island', true)`,
  );
  await run(
    db,
    `insert into players.tribe_listings (tribe_id, player_id, name, place, is_admin) values
      (5001, 101, 'Anna Rex', 0, true), (5001, 102, 'Jürgen', 1, false),
      (5002, 104, 'darkwolf77', 0, false), (5002, 105, '$#@%!', 1, false), (5002, 106, '小明', 2, false),
      (5002, 103, 'DarkWolf', 3, false)`,
  );
  await run(
    db,
    `update players.accounts set community_banned = false, anti_cheat_banned = true, anti_cheat_bans = 2,
      days_since_last_ban = 30, game_bans = 1, bans_at = now(), checked_at = now() where platform_id = '76561198000000104'`,
  );
}

/** The key, webhook and delivery in examples of admins' operations. The key is unknown to all, and nothing is sent. */
export async function insertAdminFixture(db: Database): Promise<void> {
  await run(
    db,
    `insert into players.api_keys (id, name, key_hash, hint, scope, created_at, is_enabled) values
      ('key_example', 'Discord bot', sha256('example'), 'tpk_exam', 'read', '2026-01-02T03:04:05Z', true)`,
  );
  await run(
    db,
    `insert into players.webhooks (id, url, sealed_secret, events, pattern, created_at, enabled) values
      ('whk_example', 'https://hooks.example.com/ark', '', '{join,leave}', '*', '2026-01-02T03:04:05Z', false)`,
  );
  await run(
    db,
    `insert into players.webhook_deliveries (webhook_id, event, payload, created_at, attempts, gave_up_at) values
      ('whk_example', 'join', '{"Event":"join"}', '2026-01-02T03:04:05Z', 12, '2026-01-02T19:04:05Z')`,
  );
}

async function insertPerson(db: Database, person: Person): Promise<void> {
  const online = person.online ? "'island'" : "null";
  await run(db, `insert into players.accounts (platform_id, online_on, last_seen) values ($1, ${online}, now())`, [
    person.account,
  ]);
  await run(
    db,
    `insert into players.players (id, platform_id, save_name, platform_name, character_name, level, tribe_id, is_female,
      experience, engram_points, deaths, created_at, saved_at, server, is_present)
      values ($1, $2, $3, $3, $4, $5, $6, false, 0, 0, 0, '2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z', 'island', true)`,
    [person.id, person.account, person.platform, person.character, person.level ?? 1, person.tribe ?? null],
  );
}

async function run(db: Database, text: string, values: readonly unknown[] = []): Promise<void> {
  const name = `test.fixture${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
  await db.execute({ name, text, values: [...values] });
}
