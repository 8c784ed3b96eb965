import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import {
  dumpOf,
  insertErasable,
  insertLog,
  PERSON,
  run,
  type DumpedRow,
} from "../../../test/support/erasable-person.ts";
import { holdTransaction } from "../../../test/support/held-transaction.ts";
import { readAnnounced } from "../../../test/support/presence-stores.ts";
import { runJobTwice } from "../../../test/support/run-job-twice.ts";
import { untilWaitingForLock } from "../../../test/support/waiting-for-lock.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import { tombstoneHash } from "./index.ts";
import { vacuumErasedData } from "./jobs/vacuum-erased-data.ts";
import { privacyStore } from "./sql/privacy-store.ts";
import { retentionStore } from "./sql/retention-store.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "players"] });
const privacy = privacyStore(db, "test", async () => undefined);
/** Long after the lines of logs were seen: 2026-02-01. */
const at = fromMillis(1_769_904_000_000);
const person = { platformId: PERSON.account };

beforeEach(() => insertErasable(db));

/** Texts that must not be found of the person anywhere. */
const TRACES = [PERSON.account, ...PERSON.names];
const NOTHING = { players: 0, sessions: 0, deliveries: 0, logLines: 0, tribes: 0 };

const tracedBy = (rows: readonly DumpedRow[], traces: readonly string[]): DumpedRow[] =>
  rows.filter(({ text }) => traces.some((trace) => text.includes(trace)));
const tablesOf = (rows: readonly DumpedRow[]): string[] => [...new Set(rows.map(({ table }) => table))];
const logOf = async (tribe: number): Promise<string[]> => {
  const rows = await db.query<{ text: string }>({
    name: "test.logTexts",
    text: "select text from players.tribe_log where tribe_id = $1 order by number",
    values: [tribe],
  });
  return rows.map(({ text }) => text);
};

/** How often each table was vacuumed by a command. */
async function vacuumCounts(): Promise<Map<string, number>> {
  const rows = await db.query<{ name: string; count: number }>({
    name: "test.vacuumCounts",
    text: "select schemaname || '.' || relname as name, vacuum_count as count from pg_stat_user_tables",
  });
  return new Map(rows.map(({ name, count }) => [name, count]));
}

describe("an erased person", () => {
  test("is nowhere: no name and no account, and the numbers only where changes are announced", async () => {
    const before = await dumpOf(db);
    for (const trace of [...TRACES, ...PERSON.players]) expect(tracedBy(before, [trace]), trace).not.toEqual([]);

    expect(await privacy.erase(person, at)).toEqual({ players: 2, sessions: 2, deliveries: 2, logLines: 6, tribes: 3 });

    const after = await dumpOf(db);
    expect(tracedBy(after, TRACES)).toEqual([]);
    expect(tablesOf(tracedBy(after, PERSON.players))).toEqual(["kit.outbox"]);
  });

  test("leaves the files of every table that knew of it, by a job that is due with the erasure", async () => {
    const due: string[] = [];
    const store = privacyStore(db, "test", async () => void due.push(vacuumErasedData.name));
    const traced = tablesOf(tracedBy(await dumpOf(db), [...TRACES, ...PERSON.players]));
    await store.erase(person, at);
    expect(due).toEqual([vacuumErasedData.name]);
    const before = await vacuumCounts();
    const retention = retentionStore(db, "test", open);
    await runJobTwice(vacuumErasedData, { retention }, {});
    // Statistics arrive a moment later.
    await expect
      .poll(async () => {
        const after = await vacuumCounts();
        return traced.filter((table) => (after.get(table) ?? 0) === (before.get(table) ?? 0));
      })
      .toEqual([]);
  });

  test("leaves the files of the other tables when one table cannot be vacuumed, and the job fails", async () => {
    const before = await vacuumCounts();
    const held = await holdTransaction(db, (tx) =>
      tx.execute({ name: "test.lockNames", text: "lock table players.names in share update exclusive mode" }),
    );
    const failing = retentionStore(db, "test", open)
      .vacuumErased(new AbortController().signal)
      .catch((error: unknown) => error);
    await untilWaitingForLock(db);
    await db.query({
      name: "test.cancelVacuum",
      text: `select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    });
    const failure = await failing;
    await held.rollback();
    expect(failure).toMatchObject({ message: "tables that could not be vacuumed: 1" });
    await expect
      .poll(async () => {
        const after = await vacuumCounts();
        return ["players.players", "players.accounts", "kit.outbox"].filter(
          (table) => after.get(table) === before.get(table),
        );
      })
      .toEqual([]);
  });

  test("leaves the rows of others as they were", async () => {
    const before = await dumpOf(db);
    const traced = new Set(tracedBy(before, [...TRACES, ...PERSON.players]));
    await privacy.erase(person, at);
    const after = await dumpOf(db);
    expect(after).toEqual(expect.arrayContaining(before.filter((row) => !traced.has(row))));
    const rewritten = ["kit.outbox", "players.tombstones", "players.tribe_log", "players.tribe_names"];
    const added = after.filter((row) => !before.some(({ table, text }) => table === row.table && text === row.text));
    expect(tablesOf(added)).toEqual([...rewritten, "players.tribes", "players.webhook_deliveries"]);
  });

  test("is removed from texts about others", async () => {
    await privacy.erase(person, at);
    expect(await logOf(71)).toEqual([
      "[erased] was added to the Tribe!",
      "Unbekannte Worte von [erased].",
      "Nobody in particular demolished a 'Stone Wall'!",
    ]);
    expect(await logOf(72)).toEqual([
      "[erased] was removed from the Tribe by Neighbour with ID 501!",
      "Neighbour with ID 501 was added to the Tribe by [erased]!",
      "Neighbour tamed a Rex!",
    ]);
    expect(await logOf(73)).toEqual([
      "Your Tusk - Lvl 20 (Rex) was killed by [erased] - Lvl 5 (Tribe of [erased])!",
      "[erased] demolished a 'Stone Wall'!",
    ]);
    const texts = (await dumpOf(db)).map(({ text }) => text);
    const named = (text: string) =>
      expect(
        texts.some((row) => row.includes(text)),
        text,
      ).toBe(true);
    named('(71,"Tribe of [erased]",0,');
    named('{""id"": 71, ""name"": ""Tribe of [erased]""}');
    named('(72,"[erased] & Sons"');
    named('{""Id"":9007199254740993},""ToTribe"":{""Id"":71,""Name"":""Tribe of [erased]""}');
    named(
      '{""by"": {""id"": ""501"", ""name"": ""Neighbour""}, ""kind"": ""memberRemoved"", ""member"": {""name"": ""[erased]""}}',
    );
  });

  test("is kept as digests, which saves and servers look up", async () => {
    await privacy.erase({ playerId: BigInt(PERSON.players[0]) }, at);
    const rows = await db.query<{ digest: string }>({
      name: "test.tombstones",
      text: "select encode(hash, 'hex') as digest from players.tombstones",
    });
    const hashes = [
      tombstoneHash("account", PERSON.account),
      ...PERSON.players.map((id) => tombstoneHash("player", id)),
    ];
    expect(rows.map(({ digest }) => digest).sort()).toEqual(hashes.map((hash) => hash.toString("hex")).sort());
  });

  test("is announced by their numbers, so that every process forgets them; what others did stays announced", async () => {
    await privacy.erase(person, at);
    const [both, own, neighbours, other, erasure] = await readAnnounced(db);
    const neighbour = expect.objectContaining({ name: "nb_seen" }) as object;
    expect(both).toEqual({ accounts: ["76561198000000501"], transitions: [neighbour], players: [...PERSON.players] });
    expect(own).toEqual({ players: [...PERSON.players] });
    expect(neighbours).toEqual({ accounts: ["76561198000000501"], transitions: [neighbour] });
    expect(other).toEqual({ players: ["501"], tribes: [72] });
    expect({ ...erasure, tribes: [...(erasure?.tribes ?? [])].sort((a, b) => a - b) }).toEqual({
      players: [...PERSON.players],
      tribes: [71, 72, 73],
      erased: [tombstoneHash("account", PERSON.account).toString("hex")],
    });
  });

  test("may be erased again, by each of their ids", async () => {
    await privacy.erase(person, at);
    const withoutFeed = async () => (await dumpOf(db)).filter(({ table }) => table !== "kit.outbox");
    const once = await withoutFeed();
    expect(await privacy.erase(person, at)).toEqual(NOTHING);
    expect(await privacy.erase({ playerId: BigInt(PERSON.players[1]) }, at)).toEqual(NOTHING);
    expect(await withoutFeed()).toEqual(once);
  });

  test("is found by the number of any of their players", async () => {
    const found = await privacy.findPerson({ playerId: BigInt(PERSON.players[1]) });
    expect(found.platformId).toBe(PERSON.account);
    expect(found.players.map(({ name }) => name)).toEqual(["Zerka Vollmond", "Qvist 100%"]);
  });
});

test("is removed from more deliveries about others than are read at once", async () => {
  await run(
    db,
    `insert into players.webhook_deliveries (webhook_id, event, payload, created_at, player_ids)
      select webhook_id, event, payload, created_at, player_ids
      from players.webhook_deliveries, generate_series(1, 600) n where payload::text like '%Tribe of%'`,
  );
  await privacy.erase(person, at);
  for (const trace of TRACES) {
    expect(tablesOf(tracedBy(await dumpOf(db), [trace]))).toEqual([]);
  }
});

test("who was never met can be erased, so that no server brings them", async () => {
  expect(await privacy.erase({ platformId: "76561198000077777" }, at)).toEqual(NOTHING);
  const hash = tombstoneHash("account", "76561198000077777").toString("hex");
  expect(tablesOf(tracedBy(await dumpOf(db), [hash]))).toEqual(["kit.outbox", "players.tombstones"]);
});

test("a name that others have too is taken out of the person's own tribes only", async () => {
  await run(db, "update players.players set character_name = 'Zerka Vollmond' where id = 501");
  await privacy.erase(person, at);
  expect((await logOf(71))[0]).toBe("[erased] was added to the Tribe!");
  expect((await logOf(73))[0]).toContain("killed by Zerka Vollmond");
});

describe("a person whose name is in very many lines", () => {
  const LINES = 150_000;

  beforeEach(async () => {
    await run(db, `update players.players set character_name = 'e' where id = ${PERSON.players[0]}`);
    await run(
      db,
      `insert into players.tribe_log (tribe_id, number, day, second, text, seen_at)
        select 73, n, 1, n % 86400, case when n % 50000 = 0 then 'Seen was e there.' else 'Seen was Clare.' end, '2026-01-02'
        from generate_series(100, ${LINES + 99}) as n`,
    );
  });

  test("as a part of words is erased from the lines that mean the person", async () => {
    expect(await privacy.erase(person, at)).toMatchObject({ logLines: 9 });
    const texts = await logOf(73);
    expect(texts.filter((text) => text === "Seen was [erased] there.")).toHaveLength(3);
    expect(texts.filter((text) => text === "Seen was Clare.")).toHaveLength(LINES - 3);
  });
});

describe("while logs are searched", () => {
  /** Erases the person, and lets a save be applied in the middle of it. */
  async function eraseBeside(text: string): Promise<void> {
    const save = await holdTransaction(db, (tx) =>
      tx.execute({ name: "test.hold", text: "lock table players.tombstones in row share mode" }),
    );
    const erasing = privacy.erase(person, at);
    await untilWaitingForLock(db);
    await save.run((tx) => tx.execute({ name: `test.${text.slice(0, 12)}`, text }));
    await save.commit();
    await erasing;
  }

  test("lines that come are erased as well", async () => {
    await eraseBeside(
      `insert into players.tribe_log (tribe_id, number, day, second, text, seen_at)
        values (73, 3, 1, 0, 'zerkaplays left.', '2026-01-31T23:59:59Z')`,
    );
    expect((await logOf(73))[2]).toBe("[erased] left.");
  });

  test("a name that is taken is erased as well, from old lines too", async () => {
    await insertLog(db, 73, ["Zerka Neu was seen long ago."], 9);
    await eraseBeside(`update players.players set character_name = 'Zerka Neu' where id = ${PERSON.players[0]}`);
    expect(tracedBy(await dumpOf(db), [...TRACES, "Zerka Neu"])).toEqual([]);
  });
});
