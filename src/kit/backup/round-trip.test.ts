/** A database becomes a file, and the file the same database: with any content, and with concurrent writers. */
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backUpInto, restoreFrom } from "../../../test/support/backup-copy.ts";
import { migrationRooms, testDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { PATIENCE_MS, waitUntil } from "../../../test/support/wait-until.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { job } from "../jobs/job.ts";
import { migrateJobs } from "../jobs/job-runner.ts";
import { ChangeFeed } from "../sql/change-feed.ts";
import { migrate } from "../sql/migrate.ts";
import type { MigrationRoom } from "../sql/migration-files.ts";
import { Type } from "typebox";
import { systemClock } from "../time/clock.ts";
import { SKIPPED_NUMBERS } from "./restore-database.ts";

const FEED = { topics: [], clock: systemClock(), log: keptLog(), pollMs: 10 };

const folder = await temporaryFolder();
afterAll(folder.remove);
const odd: MigrationRoom = { room: "odd", folder: join(folder.path, "odd") };
const rooms = [...migrationRooms(["kit"]), odd];

const TABLES = `
create schema odd;
create type odd.mood as enum ('well', 'so-so');
create table odd.people (
  id bigint generated always as identity (start with 2000001) primary key,
  boss bigint references odd.people (id),
  best_friend bigint,
  name text collate "C" not null unique,
  shouted text generated always as (upper(name)) stored,
  mood odd.mood
);
create table odd.things (
  "from" text not null,
  owner bigint not null references odd.people (id) on delete cascade,
  price numeric, amount numeric(38, 0), ratio double precision, small real, at timestamptz, day date, life interval,
  raw bytea, names text[], numbers numeric[], tree jsonb, document json, is_good boolean, key uuid,
  primary key (owner, "from")
) with (fillfactor = 70);
create index things_price on odd.things (price desc nulls last) where is_good;
create index things_tree on odd.things using gin (tree);
create unique index things_shouted on odd.things (upper("from"), owner);
alter table odd.people add constraint people_friend foreign key (best_friend) references odd.people (id)
  deferrable initially deferred;
create table odd.counts (place text primary key, count bigint not null);
create table odd.tallies (place text primary key, count bigint not null);
create unlogged table odd.scratch (n integer);
create table odd.empty (n integer);
create view odd.names as select name from odd.people;
create function odd.refuse() returns trigger language plpgsql as $$ begin raise exception 'only ever added'; end $$;
create trigger people_stay before delete or truncate on odd.people for each statement execute function odd.refuse();
create function odd.count_people() returns trigger language plpgsql as $$
begin
  insert into odd.counts values ('people', 1) on conflict (place) do update set count = odd.counts.count + 1;
  return null;
end $$;
create trigger people_counted after insert on odd.people for each row execute function odd.count_people();
insert into odd.people (name) values ('made by the migration');
`;

const ROWS = `
insert into odd.people (name, mood, boss) values ('Ann', 'well', 2000001), ('', null, 2000002), (E'tab\\tline\\nreturn\\r\\\\N', 'so-so', null);
update odd.people set best_friend = id, boss = id where name = 'Ann';
insert into odd.things values
  ('first', 2000001, 'NaN', 99999999999999999999999999999999999999, 'infinity', '-0', '2026-03-02 01:02:03.456789+00',
    '0044-03-15 BC', '1 year -3 days 04:05:06.7', '\\x00ff0a5c', array['a', null, 'NULL', '{"', E'x\\ny'], '{1.50,NaN}',
    '{"a": [1.10, "\\u00e4"]}', '{"b":1,  "a" : 1.10}', true, gen_random_uuid()),
  ('second', 2000002, 0.10, -1, 0.1, 3.4e38, 'infinity', 'infinity', null, '', '{}', null, 'null', '"🙂"', false, null),
  (E'\\\\.', 2000003, null, null, 'NaN', null, '-infinity', null, null, null, null, null, null, null, null, null);
insert into odd.scratch values (1);
`;

let source: TestDatabase;
beforeAll(async () => {
  await mkdir(odd.folder);
  await writeFile(join(odd.folder, "0001_tables.sql"), TABLES);
  source = await oddDatabase();
  await run(source, ROWS);
});

async function oddDatabase(): Promise<TestDatabase> {
  const database = await testDatabase({ rooms: [] });
  await migrate(database.connection, rooms, { log: keptLog() });
  await migrateJobs(database.connection);
  return database;
}

/** Several statements, one after the other. */
async function run({ db }: TestDatabase, text: string): Promise<void> {
  await db.execute({ name: "test.run", text: `do $test$ begin ${text} end $test$`, isPlannedEachTime: true });
}

const read = async ({ db }: TestDatabase, text: string) =>
  db.query<Record<string, unknown>>({ name: "test.read", text, isPlannedEachTime: true });

/** All that PostgreSQL knows of our tables. */
async function shapeOf(database: TestDatabase) {
  return Promise.all(
    [
      `select conrelid::regclass::text as t, conname, pg_get_constraintdef(oid) as d, condeferrable, convalidated
        from pg_constraint where connamespace = any ('{odd,kit}'::regnamespace[]) order by 1, 2`,
      "select indexdef from pg_indexes where schemaname in ('odd', 'kit') order by 1",
      `select tgrelid::regclass::text as t, tgname, tgenabled::text, pg_get_triggerdef(oid) as d from pg_trigger
        where not tgisinternal order by 1, 2`,
      "select relname, reloptions from pg_class where relnamespace = any ('{odd,kit}'::regnamespace[]) order by 1",
    ].map((text) => read(database, text)),
  );
}

describe("a backup", () => {
  test("restores every value of every type, and the tables are as a migration makes them", async () => {
    const made = await backUpInto(folder.path, source.connection, rooms);
    const target = await testDatabase({ rooms: [] });
    const done = await restoreFrom(made.path, target.connection, rooms);
    expect(done).toMatchObject({ rows: 8, migrations: 0, jobs: 0 });
    for (const table of ["people t order by id", 'things t order by "from"', "counts t", "empty t"]) {
      const rows = `select to_jsonb(t) as row from odd.${table}`;
      expect(await read(target, rows)).toEqual(await read(source, rows));
    }
    expect(await shapeOf(target)).toEqual(await shapeOf(source));
    expect(await read(target, "select n from odd.scratch")).toEqual([]);
    // Byte for byte: another backup has the same rows.
    const again = await backUpInto(folder.path, target.connection, rooms);
    expect(again.manifest.tables).toEqual(made.manifest.tables);
    expect(again.manifest.migrations).toEqual(made.manifest.migrations);
    // Triggers work again, and numbers go on.
    await run(target, "insert into odd.people (name) values ('new');");
    expect(await read(target, "select id from odd.people where name = 'new'")).toEqual([{ id: 2_000_005 }]);
    expect(await read(target, "select count from odd.counts")).toEqual([{ count: 5 }]);
    await expect(run(target, "delete from odd.people;")).rejects.toThrow(/test.run/);
  });

  test("is one file that only this account may read, and nothing else is left beside it", async () => {
    const inside = join(folder.path, "alone");
    await mkdir(inside);
    const { path, bytes } = await backUpInto(inside, source.connection, rooms);
    const status = await stat(path);
    expect(status.size).toBe(bytes);
    expect(status.mode & 0o777).toBe(0o600);
    expect(await readdir(inside)).toHaveLength(1);
  });

  test("holds one state, whatever is written while it is made", async () => {
    const database = await oddDatabase();
    await run(database, "insert into odd.counts select 'a' || n, 0 from generate_series(1, 50) n;");
    await run(database, "insert into odd.tallies select place, 0 from odd.counts;");
    await run(database, "insert into odd.people (name) select 'p' || n from generate_series(1, 5000) n;");
    let isOver = false;
    const write = async (seed: number): Promise<number> => {
      let written = 0;
      for (; !isOver; written++) {
        const [from, to] = [(written * 7 + seed) % 50, (written * 11 + seed + 1) % 50];
        await database.db.transaction(async (tx) => {
          const take = "update odd.counts set count = count - 1 where place = $1";
          const give = "update odd.tallies set count = count + 1 where place = $1";
          await tx.execute({ name: "test.take", text: take, values: [`a${from + 1}`] });
          await tx.execute({ name: "test.give", text: give, values: [`a${to + 1}`] });
        });
      }
      return written;
    };
    const writers = [write(1), write(2), write(3)];
    const made = [];
    for (let count = 0; count < 3; count++) made.push(await backUpInto(folder.path, database.connection, rooms));
    isOver = true;
    expect(Math.min(...(await Promise.all(writers)))).toBeGreaterThan(0);
    for (const { path } of made) {
      const target = await testDatabase({ rooms: [] });
      await restoreFrom(path, target.connection, rooms);
      const [row] = await read(
        target,
        `select (select sum(count)::text from odd.tallies) as given,
          (select (-sum(count))::text from odd.counts where place like 'a%') as taken`,
      );
      expect(row?.["given"]).toBe(row?.["taken"]);
    }
  });

  test("carries jobs that wait, and not those that failed for good", async () => {
    const database = await oddDatabase();
    const waits = job({
      name: "test.waits",
      about: "Waits.",
      input: Type.Object({ n: Type.Integer(), text: Type.String() }),
      retry: { maxAttempts: 7 },
      timeoutMs: 1_000,
      run: async () => undefined,
    });
    await enqueue(database.db, waits, { n: 1, text: 'a\tb\n"\\' }, { key: "only" });
    await enqueue(database.db, waits, { n: 2, text: "" });
    await enqueue(database.db, waits, { n: 3, text: "" });
    await run(
      database,
      "update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'n' = '3';",
    );
    const { path } = await backUpInto(folder.path, database.connection, rooms);
    const target = await testDatabase({ rooms: [] });
    expect(await restoreFrom(path, target.connection, rooms)).toMatchObject({ jobs: 2, jobsLeftOut: 0 });
    const jobs = `select payload, run_at, max_attempts, key from graphile_worker._private_jobs
      where attempts < max_attempts order by payload ->> 'n'`;
    expect(await read(target, jobs)).toEqual(await read(database, jobs));
  });

  test("that something may have happened after gives out no number a second time", async () => {
    const { path } = await backUpInto(folder.path, source.connection, rooms);
    const target = await testDatabase({ rooms: [] });
    await restoreFrom(path, target.connection, rooms, { isBehind: true });
    await run(target, "insert into odd.people (name) values ('new');");
    const [row] = await read(target, "select id from odd.people where name = 'new'");
    expect(row).toEqual({ id: 2_000_005 + SKIPPED_NUMBERS });
  });
});

describe("a restore", () => {
  test("brings a schema of an earlier release up to date, with the rows that it had", async () => {
    const { path } = await backUpInto(folder.path, source.connection, rooms);
    const later: MigrationRoom = { room: "odd", folder: join(folder.path, "later") };
    await mkdir(later.folder);
    await writeFile(join(later.folder, "0001_tables.sql"), TABLES);
    const next = "alter table odd.people add column length integer; update odd.people set length = length(name);";
    await writeFile(join(later.folder, "0002_length.sql"), next);
    const target = await testDatabase({ rooms: [] });
    const done = await restoreFrom(path, target.connection, [...migrationRooms(["kit"]), later]);
    expect(done.migrations).toBe(1);
    expect(await read(target, "select length from odd.people where name = 'Ann'")).toEqual([{ length: 3 }]);
  });

  test("refuses a database that is not empty, and changes nothing in it", async () => {
    const { path } = await backUpInto(folder.path, source.connection, rooms);
    await expect(restoreFrom(path, source.connection, rooms)).rejects.toThrow(
      /already holds an installation of Tripod/,
    );
    expect(await read(source, "select count(*) as people from odd.people")).toEqual([{ people: 4 }]);
  });

  test("is noticed by a process that followed the database before, whatever it had read last", async () => {
    const { path } = await backUpInto(folder.path, source.connection, rooms);
    const before = new ChangeFeed({ ...FEED, db: source.db, onLost: () => Promise.reject(new Error("not here")) });
    const position = await before.position();
    const target = await testDatabase({ rooms: [] });
    await restoreFrom(path, target.connection, rooms);
    let lost = 0;
    const feed: ChangeFeed = new ChangeFeed({
      ...FEED,
      db: target.db,
      async onLost() {
        lost++;
        return feed.position();
      },
    });
    feed.start(position, async () => undefined);
    await waitUntil(() => expect(lost).toBe(1));
    await feed.catchUp(PATIENCE_MS);
    await feed.stop();
    expect(lost).toBe(1);
  });

  test("that was cut off keeps processes away, and the next one starts over", async () => {
    const { path } = await backUpInto(folder.path, source.connection, rooms);
    const target = await testDatabase({ rooms: [] });
    const complete = () => Promise.reject(new Error("cut off"));
    await expect(restoreFrom(path, target.connection, rooms, { complete })).rejects.toThrow("cut off");
    await expect(migrate(target.connection, rooms, { log: keptLog() })).rejects.toThrow(/`tripod restore` again/);
    await expect(backUpInto(folder.path, target.connection, rooms)).rejects.toThrow(/has not finished/);
    await restoreFrom(path, target.connection, rooms);
    expect(await migrate(target.connection, rooms, { log: keptLog() })).toEqual([]);
    expect(await read(target, "select count(*) as people from odd.people")).toEqual([{ people: 4 }]);
  });

  test("refuses to begin beside another one", async () => {
    const { path } = await backUpInto(folder.path, source.connection, rooms);
    const target = await testDatabase({ rooms: [] });
    let refused: unknown;
    await restoreFrom(path, target.connection, rooms, {
      async complete() {
        refused = await restoreFrom(path, target.connection, rooms).catch((error: unknown) => error);
      },
    });
    expect(String(refused)).toContain("Another restore into this database is running.");
  });
});
