/** A person who has left traces in every table, and a neighbour. */
import { createHash } from "node:crypto";
import type { Database } from "../../src/kit/sql/database.ts";
import { appendChanges } from "../../src/kit/sql/outbox.ts";
import { fromMillis } from "../../src/kit/time/instant.ts";
import { PLAYERS_TOPIC } from "../../src/players/directory/index.ts";
import { parseTribeLogLine } from "../../src/players/saves/index.ts";

export const PERSON = {
  account: "76561198000090001",
  /** In the order of the numbers; both past 2^53. */
  players: ["9007199254740995", "900719925474099301"],
  names: [
    "Zerka Vollmond",
    "Qvist 100%",
    "zerkaplays",
    "zk_seen",
    "zk save",
    "Old Zerkaname",
    "Listed Zerkaz",
    "Session Zerkaq",
    "Forgotten Zerkaf",
  ],
} as const;

const NEIGHBOUR = { account: "76561198000000501", player: "501" } as const;

const [ONE, OTHER] = PERSON.players;
const AT = "'2026-01-02T03:04:05Z'";

/** Rows of both, into tables that are emptied first. */
export async function insertErasable(db: Database): Promise<void> {
  await run(
    db,
    `truncate players.accounts, players.tribes, players.save_files, players.first_readings, players.sessions, players.plugin_records,
      players.opt_outs, players.tombstones, players.webhooks, kit.outbox cascade`,
  );
  await run(
    db,
    `insert into players.accounts (platform_id, seen_name, summary_name, avatar_url, last_seen, online_on) values
      ('${PERSON.account}', 'zk_seen', 'zerkaplays', 'https://example.com/z', ${AT}, 'island'),
      ('${NEIGHBOUR.account}', 'nb_seen', 'nbplays', 'https://example.com/n', ${AT}, null)`,
  );
  const player = (id: string, account: string, save: string, platform: string, name: string, tribe: number) =>
    `(${id}, '${account}', '${save}', '${platform}', '${name}', 5, ${tribe}, false, 0, 0, 0, ${AT}, ${AT}, 'island', true)`;
  await run(
    db,
    `insert into players.players (id, platform_id, save_name, platform_name, character_name, level, tribe_id, is_female,
      experience, engram_points, deaths, created_at, saved_at, server, is_present) values
      ${player(ONE, PERSON.account, "zk save", "zerkaplays", "Zerka Vollmond", 71)},
      ${player(OTHER, PERSON.account, "zk save", "zerkaplays", "Qvist 100%", 72)},
      ${player(NEIGHBOUR.player, NEIGHBOUR.account, "nb save", "nbplays", "Neighbour", 72)}`,
  );
  await run(
    db,
    `insert into players.names (player_id, kind, name, since, until) values
      (${ONE}, 'character', 'Old Zerkaname', '2025-01-01', '2025-06-01'),
      (${ONE}, 'character', 'Zerka Vollmond', '2025-06-01', null),
      (501, 'character', 'Nachbar', '2025-01-01', '2025-06-01'), (501, 'character', 'Neighbour', '2025-06-01', null)`,
  );
  await insertTribes(db);
  await insertHistory(db);
  await insertSent(db);
}

async function insertTribes(db: Database): Promise<void> {
  await run(
    db,
    `insert into players.tribes (id, name, owner_id, created_at, saved_at, server, is_present, alliances) values
      (71, 'Tribe of Zerka Vollmond', ${ONE}, ${AT}, ${AT}, 'island', true, '[]'),
      (72, 'Others', 501, ${AT}, ${AT}, 'island', true, '[]'),
      (73, 'Far', 501, ${AT}, ${AT}, 'island', true,
        '[{"id": 1, "name": "Both", "tribes": [{"id": 71, "name": "Tribe of Zerka Vollmond"}, {"id": 72, "name": "Others"}]}]')`,
  );
  await run(
    db,
    `insert into players.tribe_names (tribe_id, name, since, until) values
      (71, 'Tribe of Zerka Vollmond', '2025-06-01', null), (72, 'Old Zerkaname & Sons', '2025-01-01', '2025-06-01'),
      (72, 'Others', '2025-06-01', null)`,
  );
  await run(
    db,
    `insert into players.tribe_listings (tribe_id, player_id, name, place, is_admin) values
      (71, ${ONE}, 'Listed Zerkaz', 0, true), (72, 501, 'Neighbour', 0, true), (72, ${OTHER}, 'Qvist 100%', 1, false)`,
  );
  await run(
    db,
    `insert into players.memberships (player_id, tribe_id, since, until) values
      (${ONE}, 72, '2025-01-01', '2025-06-01'), (${ONE}, 71, '2025-06-01', null), (501, 72, '2025-01-01', null)`,
  );
  await insertLog(db, 71, [
    "Zerka Vollmond was added to the Tribe!",
    "Unbekannte Worte von Old Zerkaname.",
    "Nobody in particular demolished a 'Stone Wall'!",
  ]);
  await insertLog(db, 72, [
    `Forgotten Zerkaf with ID ${ONE} was removed from the Tribe by Neighbour with ID 501!`,
    "Neighbour with ID 501 was added to the Tribe by Qvist 100%!",
    "Neighbour tamed a Rex!",
  ]);
  await insertLog(db, 73, [
    "Your Tusk - Lvl 20 (Rex) was killed by Zerka Vollmond - Lvl 5 (Tribe of Zerka Vollmond)!",
    "zerkaplays demolished a 'Stone Wall'!",
  ]);
}

/** Lines of a tribe's log, from number 1 on. */
export async function insertLog(db: Database, tribe: number, texts: readonly string[], from = 1): Promise<void> {
  const asText = (_name: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);
  for (const [index, text] of texts.entries()) {
    const event = parseTribeLogLine(`Day 1, 00:00:00: ${text}`)?.event;
    await run(
      db,
      `insert into players.tribe_log (tribe_id, number, day, second, text, event, seen_at)
        values ($1, $2, 1, 0, $3, $4, ${AT})`,
      [tribe, from + index, text, event ? JSON.stringify(event, asText) : null],
    );
  }
}

async function insertHistory(db: Database): Promise<void> {
  await run(
    db,
    `insert into players.sessions (platform_id, server, name, started_at, last_seen, ended_at) values
      ('${PERSON.account}', 'island', 'Session Zerkaq', '2025-01-01', '2025-01-02', '2025-01-02'),
      ('${PERSON.account}', 'island', 'zk_seen', '2025-02-01', '2025-02-02', null),
      ('${NEIGHBOUR.account}', 'island', 'nb_seen', '2025-01-01', '2025-01-02', '2025-01-02')`,
  );
  await run(
    db,
    `insert into players.bans (platform_id, seen_at, is_first, members, before, after) values
      ('${PERSON.account}', ${AT}, false, '{antiCheatBanned}', '{}', '{}'),
      ('${NEIGHBOUR.account}', ${AT}, false, '{antiCheatBanned}', '{}', '{}')`,
  );
  await run(
    db,
    `insert into players.plugin_records (platform_id, groups, timed_groups, read_at) values
      ('${PERSON.account}', '{Admins}', '[]', ${AT}), ('${NEIGHBOUR.account}', '{Default}', '[]', ${AT})`,
  );
  await run(db, `insert into players.opt_outs (player_id, at) values (${OTHER}, ${AT})`);
  const file = (name: string, kind: string, subject: string) =>
    `('island', '${name}', '${kind}', 's', ${AT}, ${subject})`;
  await run(
    db,
    `insert into players.save_files (server, file_name, kind, stamp, modified_at, subject_id) values
      ${file(`${PERSON.account}.arkprofile`, "profile", ONE)}, ${file(`Island_WP.ark#player-${OTHER}`, "profile", OTHER)},
      ${file(`${PERSON.account}.arktributetribe`, "tributeTribe", "null")}, ${file("71.arktribe", "tribe", "71")},
      ${file(`${NEIGHBOUR.account}.arkprofile`, "profile", "501")}, ${file("Island_WP.ark", "world", "null")}`,
  );
}

async function insertSent(db: Database): Promise<void> {
  await run(
    db,
    `insert into players.webhooks (id, url, sealed_secret, events, pattern, created_at) values
      ('whk_1', 'https://example.com/', 'sealed', '{join,leave,tribe,ban}', '*', ${AT})`,
  );
  const delivery = (event: string, payload: string, players: string, accounts: string) =>
    `('whk_1', '${event}', '${payload}', ${AT}, '${players}', '${accounts}')`;
  await run(
    db,
    `insert into players.webhook_deliveries (webhook_id, event, payload, created_at, player_ids, platform_ids) values
      ${delivery("join", `{"Player":{"Id":${ONE},"CharacterName":"Zerka Vollmond"}}`, `{${ONE}}`, `{${PERSON.account}}`)},
      ${delivery("join", `{"PlatformId":"${PERSON.account}"}`, "{}", `{${PERSON.account}}`)},
      ${delivery("tribe", '{"Player":{"Id":9007199254740993},"ToTribe":{"Id":71,"Name":"Tribe of Zerka Vollmond"}}', "{9007199254740993}", "{}")},
      ${delivery("join", '{"Player":{"Id":501,"CharacterName":"Neighbour"}}', "{501}", `{${NEIGHBOUR.account}}`)}`,
  );
  const joined = { kind: "joined", server: "island", at: fromMillis(1_767_225_600_000) };
  const person = { ...joined, platformId: PERSON.account, name: "zk_seen" };
  const neighbour = { ...joined, platformId: NEIGHBOUR.account, name: "nb_seen" };
  await db.transaction((tx) =>
    appendChanges(tx, "test", PLAYERS_TOPIC, [
      { accounts: [PERSON.account, NEIGHBOUR.account], transitions: [person, neighbour] },
      { accounts: [PERSON.account], transitions: [person] },
      { accounts: [NEIGHBOUR.account], transitions: [neighbour] },
      { players: [NEIGHBOUR.player], tribes: [72] },
    ]),
  );
}

export interface DumpedRow {
  readonly table: string;
  readonly text: string;
}

/** Every row of every table of both schemas, as text. */
export async function dumpOf(db: Database): Promise<DumpedRow[]> {
  const tables = await db.query<{ table: string }>({
    name: "test.tables",
    text: `select table_schema || '.' || table_name as "table" from information_schema.tables
      where table_schema in ('players', 'kit') and table_type = 'BASE TABLE' order by 1`,
  });
  const rows: DumpedRow[] = [];
  for (const { table } of tables) {
    const found = await db.query<{ text: string }>({
      name: `test.dump.${table}`,
      text: `select t::text as text from ${table} t order by 1`,
    });
    rows.push(...found.map(({ text }) => ({ table, text })));
  }
  return rows;
}

/** Runs a statement of a test's own. */
export async function run(db: Database, text: string, values: readonly unknown[] = []): Promise<void> {
  await db.execute({ name: `test.${createHash("sha256").update(text).digest("hex").slice(0, 16)}`, text, values });
}
