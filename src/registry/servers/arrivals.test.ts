import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrationRooms, testDatabase } from "../../../test/support/database.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { silentLog } from "../../kit/log/log.ts";
import { migrate } from "../../kit/sql/migrate.ts";
import { formatInstant } from "../../kit/time/instant.ts";
import { streamServers } from "./sql/read-servers.ts";

const { db, connection } = await testDatabase({ rooms: [] });

/** The migrations of before versions knew when they arrived, in a folder of their own. */
async function olderRooms() {
  const folder = await temporaryFolder();
  const [kit, registry] = migrationRooms(["kit", "registry"]);
  if (!kit || !registry) throw new Error("both have migrations");
  const files = (await readdir(registry.folder)).toSorted();
  const before = files.slice(
    0,
    files.findIndex((name) => name.endsWith("_arrivals.sql")),
  );
  await mkdir(join(folder.path, "registry"));
  for (const name of before) await copyFile(join(registry.folder, name), join(folder.path, "registry", name));
  return { rooms: [kit, { room: "registry", folder: join(folder.path, "registry") }], remove: () => folder.remove() };
}

test("versions that were imported before arrived when the trail says that their last import was", async () => {
  const older = await olderRooms();
  await migrate(connection, older.rooms, { log: silentLog() });
  await db.execute({
    name: "test.servers",
    text: `insert into registry.servers (name, latest_version, version_count, revision, origin)
      select name, '1.0.0', 2, 1, 'upstream' from unnest(array['com.a/names', 'com.a/older', 'com.a/own']) as name`,
  });
  await db.execute({
    name: "test.versions",
    text: `insert into registry.versions (server_name, version, status, status_changed_at, published_at, updated_at, document)
      select name, version, 'active', '2024-01-01Z', '2024-01-01Z', '2024-01-01Z', '{"description": "A server"}'
      from registry.servers, unnest(array['0.9.0', '1.0.0']) as version`,
  });
  await db.execute({
    name: "test.trail",
    text: `insert into registry.audit (at, action, server_name, version, actor_method, actor_subject, request_id, detail)
      select at, action, name, version, 'sync', 'https://registry.example.com', 'imp_1', detail
      from (values
        ('2025-01-01Z'::timestamptz, 'import', 'com.a/names', null, '{"changed": ["0.9.0", "1.0.0"]}'::jsonb),
        ('2025-01-03Z', 'import', 'com.a/names', '1.0.0', '{}'),
        ('2025-01-02Z', 'import', 'com.a/names', '1.0.0', '{}'),
        ('2025-01-05Z', 'import', 'com.a/names', null, '{"changed": []}'),
        ('2025-01-06Z', 'status', 'com.a/names', '1.0.0', '{}'),
        -- Of a release whose entries did not name versions.
        ('2025-01-01Z', 'import', 'com.a/older', '0.9.0', '{}'),
        ('2025-01-04Z', 'import', 'com.a/older', null, '{"versions": 2}'),
        ('2025-01-01Z', 'publish', 'com.a/own', '1.0.0', '{}')
      ) as entries (at, action, name, version, detail)`,
  });
  await migrate(connection, migrationRooms(["kit", "registry"]), { log: silentLog() });
  await older.remove();

  const arrivals: string[] = [];
  for await (const servers of streamServers(db)) {
    for (const { serverName, version, arrivedAt } of servers.flatMap(({ versions }) => versions)) {
      arrivals.push(`${serverName} ${version} ${arrivedAt === undefined ? "never" : formatInstant(arrivedAt)}`);
    }
  }
  expect(arrivals.toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
    "com.a/names 0.9.0 2025-01-01T00:00:00Z",
    "com.a/names 1.0.0 2025-01-03T00:00:00Z",
    "com.a/older 0.9.0 2025-01-04T00:00:00Z",
    "com.a/older 1.0.0 2025-01-04T00:00:00Z",
    "com.a/own 0.9.0 never",
    "com.a/own 1.0.0 never",
  ]);
});
