/** A database of all services with rows in many tables, for tests that back it up and compare. */
import type { Database } from "../../src/kit/sql/database.ts";
import { postEntry } from "../../src/trading/ledger/index.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { addUsers } from "./ledger-users.ts";

/** This many rows make a backup of some hundred kilobytes, in which a kill has something to interrupt. */
const MANY = 3_000;

const FILL = `
insert into registry.servers (name, latest_version, version_count, revision)
  select 'com.example/s' || n, '1.0.0', 2, n from generate_series(1, ${MANY}) n;
insert into registry.versions (server_name, version, status, status_changed_at, published_at, updated_at, document)
  select 'com.example/s' || n, v || '.0.0', 'active', now(), now(), now(),
    json_build_object('name', 'com.example/s' || n, 'description', repeat(md5(n::text), 8))
  from generate_series(1, ${MANY}) n, generate_series(0, 1) v;
insert into registry.audit (at, action, server_name, version, actor_method, actor_subject, request_id, detail)
  select now(), 'publish', 'com.example/s' || n, '1.0.0', 'none', 'anybody', 'r' || n, '{"a": 1.10}'
  from generate_series(1, ${MANY}) n;
insert into players.accounts (platform_id, seen_name, last_seen)
  select lpad(n::text, 17, '0'), 'Näme ' || n, now() from generate_series(1, ${MANY}) n;
insert into players.players (id, platform_id, save_name, platform_name, character_name, level, is_female, experience,
    engram_points, deaths, created_at, saved_at, server, is_present)
  select n, lpad(n::text, 17, '0'), 'a', 'b', E'c\\t' || n, 1 + n % 100, n % 2 = 0, n / 3.0, 0, 0, now(), now(), 'island', true
  from generate_series(1, ${MANY}) n;
insert into players.names (player_id, kind, name, since)
  select n, 'character', 'c' || n, now() from generate_series(1, ${MANY}) n;
insert into kit.leases (name, owner, fence, expires_at) values ('test', 'a process that is gone', 1, now());`;

/** Fills all services: a catalogue, players, users and a ledger. Answers how many entries the ledger has. */
export async function fillAll(db: Database, entries = 200): Promise<number> {
  await db.execute({ name: "test.fillAll", text: `do $test$ begin ${FILL} end $test$`, isPlannedEachTime: true });
  const users = await addUsers(db, 5);
  const clock = systemClock();
  for (let number = 0; number < entries; number++) {
    const ownerUid = users[number % users.length] ?? 0;
    await db.transaction((tx) =>
      postEntry(tx, {
        reference: `test:${number}`,
        type: "article",
        ownerUid,
        description: "",
        at: clock.now(),
        postings: [
          { account: "platform:rewards", currency: "USDT", amount: BigInt(-1 - number) },
          { account: `user:${ownerUid}`, currency: "USDT", amount: BigInt(1 + number) },
        ],
      }),
    );
  }
  return entries;
}
