import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { dumpOf, insertErasable, PERSON, run } from "../../../test/support/erasable-person.ts";
import { readAnnounced } from "../../../test/support/presence-stores.ts";
import { runJobTwice } from "../../../test/support/run-job-twice.ts";
import { silentLog } from "../../kit/log/log.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { parseInstant, type Instant } from "../../kit/time/instant.ts";
import { presenceStore } from "../presence/sql/presence-store.ts";
import type { RetentionDeps } from "./forget-old.ts";
import { privacyJobs } from "./jobs/index.ts";
import type { RetentionConfig } from "./settings.ts";
import { retentionStore } from "./sql/retention-store.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "players"] });

const FOR_EVER: RetentionConfig = {
  retentionSessionDays: 0,
  retentionTribeLogDays: 0,
  retentionNameDays: 0,
  retentionMembershipDays: 0,
  retentionDeliveryDays: 0,
  retentionGoneDays: 0,
};

/** Runs the job as of a day, twice, as after a process that died. */
async function forget(day: string, settings: Partial<RetentionConfig>): Promise<void> {
  const now = parseInstant(`${day}T00:00:00Z`) as Instant;
  const deps: RetentionDeps = {
    retention: retentionStore(db, "test", open),
    sessions: presenceStore(db, "test", { refreshPlatformNames: async () => [] }),
    config: { ...FOR_EVER, ...settings },
    clock: { ...systemClock(), now: () => now },
    log: silentLog(),
  };
  await runJobTwice(privacyJobs[0], deps, {});
}

const count = async (table: string, where = "true"): Promise<number> => {
  const text = `select count(*) as count from players.${table} where ${where}`;
  const [row] = await db.query<{ count: number }>({ name: `test.${table}${where}`.slice(0, 60), text });
  return row?.count ?? -1;
};
const announced = async () => (await readAnnounced(db)).slice(4);

beforeEach(() => insertErasable(db));

test("nothing is forgotten where everything is kept for ever", async () => {
  await run(db, "update players.players set is_present = false");
  await run(db, "truncate players.opt_outs");
  const before = await dumpOf(db);
  await forget("2200-01-01", {});
  expect(await dumpOf(db)).toEqual(before);
});

describe("older than they are to be kept", () => {
  test("sessions that ended are forgotten, and those that last are not", async () => {
    await forget("2025-01-11", { retentionSessionDays: 10 });
    expect(await count("sessions")).toBe(3);
    await forget("2025-01-13", { retentionSessionDays: 10 });
    expect(await count("sessions")).toBe(1);
  });

  test("former names of players and tribes are forgotten, and readers are notified", async () => {
    await forget("2025-06-10", { retentionNameDays: 10 });
    expect(await count("names", "until is not null")).toBe(2);
    await forget("2025-06-12", { retentionNameDays: 10 });
    expect([await count("names"), await count("tribe_names")]).toEqual([2, 2]);
    expect(await announced()).toEqual([{ players: expect.arrayContaining(["501", PERSON.players[0]]), tribes: [72] }]);
  });

  test("former memberships are forgotten", async () => {
    await forget("2025-06-12", { retentionMembershipDays: 10 });
    expect([await count("memberships"), await count("memberships", "until is null")]).toEqual([2, 2]);
  });

  test("lines of logs are forgotten, and tribes remember how many they were", async () => {
    await run(db, "update players.tribes set log_count = 3 where id = 71");
    await run(db, "update players.tribe_log set seen_at = '2026-02-01' where tribe_id = 71 and number = 3");
    await forget("2026-01-20", { retentionTribeLogDays: 10 });
    expect([await count("tribe_log"), await count("tribes", "log_count = 3")]).toEqual([1, 1]);
  });

  test("players who are gone are forgotten with all their data; those who were seen since are not", async () => {
    await run(db, "update players.players set is_present = false");
    await run(db, "update players.accounts set last_seen = '2026-03-01' where platform_id = '76561198000000501'");
    await run(db, `update players.accounts set online_on = null where platform_id = '${PERSON.account}'`);
    await forget("2026-03-05", { retentionGoneDays: 10 });
    expect([await count("players"), await count("accounts"), await count("names"), await count("sessions")]).toEqual([
      1, 1, 2, 1,
    ]);
    const [change] = await announced();
    expect(change?.players).toEqual(expect.arrayContaining([...PERSON.players]));
    expect(change?.tribes).toEqual(expect.arrayContaining([71, 72]));
  });

  test("players who are online or in a save are not gone, however old", async () => {
    await run(db, `update players.players set is_present = false where platform_id = '${PERSON.account}'`);
    await forget("2036-01-01", { retentionGoneDays: 10 });
    expect([await count("players"), await count("accounts")]).toEqual([3, 2]);
  });

  describe("of a server that was removed from the cluster", () => {
    const file = (server: string, kind: "profile" | "tribe", id: string | number): string =>
      `('${server}', '${id}.${kind}', '${kind}', 's', now(), ${id})`;

    beforeEach(async () => {
      await run(db, "truncate players.servers, players.save_files");
      await run(
        db,
        `insert into players.servers (key, name, game, is_configured, sources) values
          ('island', 'Island', 'ase', false, '{}'), ('new', 'New', 'ase', true, '{}')`,
      );
      const files = [
        ...[...PERSON.players, 501].map((id) => file("island", "profile", id)),
        ...[71, 72, 73].map((id) => file("island", "tribe", id)),
        file("new", "profile", 501),
        file("new", "tribe", 72),
      ];
      await run(
        db,
        `insert into players.save_files (server, file_name, kind, stamp, modified_at, subject_id) values ${files.join(",")}`,
      );
      await run(db, "update players.accounts set online_on = null");
    });

    test("players and tribes are gone, but those that another server's saves hold", async () => {
      await forget("2026-01-10", { retentionGoneDays: 10 });
      expect([await count("players"), await count("tribes")]).toEqual([3, 3]);
      await forget("2026-01-20", { retentionGoneDays: 10 });
      expect([await count("players"), await count("players", "id = 501")]).toEqual([1, 1]);
      expect([await count("tribes"), await count("tribes", "id = 72")]).toEqual([1, 1]);
      // A server that comes back reads again what was forgotten.
      expect(await count("save_files", "subject_id not in (501, 72)")).toBe(0);
      expect(await count("save_files")).toBe(4);
      const players = (await announced()).flatMap((change) => change.players ?? []);
      expect([...players].sort()).toEqual([...PERSON.players].sort());
    });

    test("or that is read without its saves since, players and tribes are gone", async () => {
      await run(
        db,
        `update players.servers set is_configured = true, sources = '{"rcon": {}}', read_at = '2026-01-08'
          where key = 'island'`,
      );
      await forget("2026-01-15", { retentionGoneDays: 10 });
      expect([await count("players"), await count("tribes")]).toEqual([3, 3]);
      await forget("2026-01-20", { retentionGoneDays: 10 });
      expect([await count("players", "id = 501"), await count("players")]).toEqual([1, 1]);
      expect([await count("tribes", "id = 72"), await count("tribes")]).toEqual([1, 1]);
    });

    test("players and tribes are kept while the saves are read, however seldom that goes well", async () => {
      const reports = `'{"saves": {}, "rcon": {}}'`;
      await run(db, `update players.servers set is_configured = true, sources = ${reports} where key = 'island'`);
      await forget("2036-01-01", { retentionGoneDays: 10 });
      expect([await count("players"), await count("tribes")]).toEqual([3, 3]);
    });

    test("players and tribes are kept while another process still reads it", async () => {
      await run(db, `update players.servers set sources = '{"saves": {}}' where key = 'island'`);
      await forget("2036-01-01", { retentionGoneDays: 10 });
      expect([await count("players"), await count("tribes")]).toEqual([3, 3]);
    });
  });

  test("tribes that are gone are forgotten with their logs", async () => {
    await run(db, "update players.tribes set is_present = false where id = 71");
    await forget("2026-01-10", { retentionGoneDays: 10 });
    expect(await count("tribes")).toBe(3);
    await forget("2026-01-20", { retentionGoneDays: 10 });
    expect([await count("tribes"), await count("tribe_log", "tribe_id = 71")]).toEqual([2, 0]);
    expect(await announced()).toEqual([{ tribes: [71] }]);
  });
});

test("messages about a player who wants no history are forgotten once they are over", async () => {
  await run(db, `insert into players.opt_outs (player_id, at) values (${PERSON.players[0]}, now()), (501, now())`);
  await run(db, "update players.webhook_deliveries set gave_up_at = now() where player_ids = '{501}'");
  await forget("2026-01-20", {});
  expect(await count("webhook_deliveries")).toBe(3);
});

test("more than a batch is forgotten in one night", async () => {
  await run(
    db,
    `insert into players.tribe_log (tribe_id, number, day, second, text, seen_at)
      select 71, n, 1, 0, 'x', '2025-01-01' from generate_series(1000, 3500) as n`,
  );
  await forget("2026-01-05", { retentionTribeLogDays: 30 });
  expect(await count("tribe_log")).toBe(8);
});

test("what cannot be forgotten keeps nothing else", async () => {
  await run(
    db,
    `create function players.refuse_for_test() returns trigger language plpgsql as $$
      begin raise exception 'not tonight'; end $$`,
  );
  await run(
    db,
    `create trigger refuse_for_test before delete on players.tribe_log
      for each statement execute function players.refuse_for_test()`,
  );
  const settings = { retentionSessionDays: 1, retentionTribeLogDays: 1, retentionNameDays: 1 };
  try {
    await expect(forget("2200-01-01", settings)).rejects.toThrow("could not be forgotten: logLines");
  } finally {
    await run(db, "drop trigger refuse_for_test on players.tribe_log");
    await run(db, "drop function players.refuse_for_test()");
  }
  expect(await count("tribe_log")).toBeGreaterThan(0);
  expect(await count("sessions", "ended_at is not null")).toBe(0);
  expect(await count("names", "until is not null")).toBe(0);
});
