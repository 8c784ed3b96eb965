import { beforeEach, describe, expect, test } from "vitest";
import { clusterOf, TEST_TIMING, testProcess, testServer } from "../../test/support/cluster-world.ts";
import { profileFile, savesWorld } from "../../test/support/save-batches.ts";
import { holdTransaction } from "../../test/support/held-transaction.ts";
import { keptLog } from "../../test/support/kept-log.ts";
import { until } from "../../test/support/rcon.ts";
import { untilWaitingForLock } from "../../test/support/waiting-for-lock.ts";
import { silentLog } from "../kit/log/log.ts";
import type { Clock } from "../kit/time/clock.ts";
import { systemClock } from "../kit/time/clock.ts";
import { clearInvented } from "./clear-invented.ts";
import { systemStore } from "./system/sql/system-store.ts";

const world = await savesWorld();
const { db } = world;
const system = systemStore(db, "test");
const configured = (key: string, isInvented: boolean) =>
  system.configureServers([{ key, name: key, game: "ase", isInvented }]);
const players = () => world.rows("select id from players.players");
const endLeases = () => db.execute({ name: "endLeases", text: "update kit.leases set expires_at = 'epoch'" });

beforeEach(async () => {
  await world.clear();
  await db.execute({ name: "emptyServers", text: "delete from players.servers" });
  await world.announced();
});

describe("real servers that are configured after a demo", () => {
  test("begin without the invented players, and every process is notified that these are gone", async () => {
    await configured("a", true);
    await world.apply("a", { profiles: [profileFile({ id: 5n, tribeId: 7 }, 100)] });
    await endLeases();
    await world.announced();
    await clearInvented({ system, clock: systemClock(), log: silentLog() });
    expect(await players()).toEqual([]);
    expect(await world.rows("select key from players.servers")).toEqual([]);
    expect(await world.rows("select file_name from players.save_files")).toEqual([]);
    expect(await world.announced()).toMatchObject([{ players: ["5"], tribes: [] }]);
  });

  test("begin without the deliveries to webhooks that name invented players, and webhooks stay", async () => {
    await configured("a", true);
    await db.execute({
      name: "addWebhook",
      text: `insert into players.webhooks (id, url, sealed_secret, events, pattern, created_at)
        values ('hook', 'https://hooks.test/', '', '{join}', '*', now())`,
    });
    await db.execute({
      name: "addDelivery",
      text: `insert into players.webhook_deliveries (webhook_id, event, payload, created_at)
        values ('hook', 'join', '{}', now())`,
    });
    await endLeases();
    await clearInvented({ system, clock: systemClock(), log: silentLog() });
    expect(await world.rows("select id from players.webhook_deliveries")).toEqual([]);
    expect(await world.rows("select id from players.webhooks")).toEqual([{ id: "hook" }]);
  });

  test("wait for a batch of an invented server that holds its lease, without a lock on the server's row", async () => {
    await configured("d", true);
    await world.apply("d", { profiles: [profileFile({ id: 5n }, 100)] });
    await endLeases();
    const batch = await holdTransaction(db, (tx) =>
      tx.query({ name: "holdLease", text: "select from kit.leases for key share" }),
    );
    const clearing = clearInvented({ system, clock: systemClock(), log: silentLog() });
    await untilWaitingForLock(db);
    await batch.run((tx) =>
      tx.query({ name: "lockServer", text: "select from players.servers for no key update nowait" }),
    );
    await batch.commit();
    await clearing;
    expect(await players()).toEqual([]);
  });

  test("do not start while a process still runs the invented cluster, and nothing is removed", async () => {
    await configured("b", true);
    await world.apply("b", { profiles: [profileFile({ id: 5n }, 100)] });
    const impatient: Clock = { ...systemClock(), now: () => systemClock().now(), sleep: () => Promise.resolve() };
    await expect(clearInvented({ system, clock: impatient, log: silentLog() })).rejects.toThrow(
      "Another process still runs the invented cluster",
    );
    expect(await players()).toHaveLength(1);
  });
});

test("players of real servers are never removed, and are known to be real", async () => {
  expect(await system.hasRealData()).toBe(false);
  await configured("c", true);
  expect(await system.hasRealData()).toBe(false);
  await configured("c", false);
  await world.apply("c", { profiles: [profileFile({ id: 5n }, 100)] });
  await endLeases();
  await clearInvented({ system, clock: systemClock(), log: silentLog() });
  expect([await players(), await system.hasRealData()]).toEqual([[{ id: 5 }], true]);
});

test("players of real servers stay also where an invented server got in beside them", async () => {
  await configured("real", false);
  await world.apply("real", { profiles: [profileFile({ id: 5n }, 100)] });
  await db.execute({
    name: "mix",
    text: "insert into players.servers (key, name, game, is_configured, is_invented) values ('odd', 'odd', 'ase', false, true)",
  });
  await endLeases();
  const log = keptLog();
  await clearInvented({ system, clock: systemClock(), log });
  expect(await players()).toHaveLength(1);
  expect(log.entries.map(({ level }) => level)).toEqual(["warn"]);
});

test("a cluster that is invented says so of each of its servers, and no other does", async () => {
  const server = await testServer("island");
  const invented = await testProcess(db, { ...clusterOf([server.entry]), isInvented: true }, { timing: TEST_TIMING });
  await until(async () => expect(await system.listServers()).toMatchObject([{ key: "island", isInvented: true }]));
  expect(invented).toBeDefined();
});
