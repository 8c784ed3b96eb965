import { expect, test } from "vitest";
import { migrationRooms, testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { migrate } from "../sql/migrate.ts";
import { readMigrations } from "../sql/migration-files.ts";
import { systemClock } from "../time/clock.ts";
import { checkDatabase } from "./check-stored.ts";

test("the database's line says which migrations are missing, and of a database that lacks none that it is up to date", async () => {
  const { connection } = await testDatabase({ rooms: [] });
  const rooms = migrationRooms(["kit", "registry"]);
  const said = async () => {
    const lines = await checkDatabase(connection, rooms, systemClock());
    return lines.find(({ what }) => what === "database")?.says;
  };
  expect(await said()).toMatch(
    /answers; \d+ migrations will be applied at the next start: kit\/0001 to kit\/\d{4}, registry\/0001 to registry\/\d{4}$/,
  );
  const migrations = (await Promise.all(rooms.map(readMigrations))).flat();
  const last = migrations.findLast(({ room }) => room === "registry")?.number ?? 0;
  const upTo = new Map([
    ["kit", 9999],
    ["registry", last - 1],
  ]);
  await migrate(connection, rooms, { log: keptLog(), restoring: { upTo } });
  const title = `registry/${String(last).padStart(4, "0")}`;
  expect(await said()).toContain(`answers; 1 migration will be applied at the next start: ${title}`);
  await migrate(connection, rooms, { log: keptLog() });
  expect(await said()).toMatch(/answers; up to date$/);
});
