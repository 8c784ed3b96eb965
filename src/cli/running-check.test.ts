/** The self-checks of a serving program, on a real database. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "../../test/support/database.ts";
import { testPlatform } from "../../test/support/test-platform.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { newMasterKey, writeMasterKeys } from "../kit/auth/master-key.ts";
import { loadConfig } from "../kit/config/load-config.ts";
import { sharedSettings } from "../kit/config/shared-settings.ts";
import { requireSecretKeys } from "../kit/sealed/require-keys.ts";
import { registrySettings } from "../registry/config.ts";
import { registryService } from "../registry/service.ts";
import { makeFirstKey } from "./find-keys.ts";
import { runningCheck } from "./running-check.ts";
import { sealedPlaces } from "./sealed-places.ts";

const folder = await temporaryFolder();
afterAll(folder.remove);
const database = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });

test("a running program checks its foundations and those of its own service, and shows no secret", async () => {
  const platform = testPlatform(database);
  const sections = { registry: registrySettings, shared: sharedSettings };
  const environment = {
    TRIPOD_REGISTRY_SYNC_URL: "http://127.0.0.1:9",
    TRIPOD_REGISTRY_SYNC_TOKEN: "hidden-token-of-a-test",
    TRIPOD_TRACES_URL: "http://127.0.0.1:9/v1/traces",
    TRIPOD_TRACES_HEADERS: "authorization=hunter2",
  };
  const { config } = loadConfig({ sections, environment });
  const check = runningCheck(
    {
      ...platform,
      redisUrl: "redis://:hunter2@127.0.0.1:1",
      keys: { sealer: platform.sealer, ids: ["test"], lost: [] },
    },
    {
      version: "0.1.0",
      warnings: ["TRIPOD_UNKNOWN is not a setting"],
      modules: [["registry", registryService]],
      config,
      shared: config.shared,
    },
  );
  const { lines, news, version } = await check("registry");
  expect(lines.map(({ what, isRight }) => [what, isRight])).toEqual([
    ["settings", false],
    ["disk", true],
    ["clock", true],
    ["database", true],
    ["keys", true],
    ["redis", false],
    ["traces", false],
    ["upstream", false],
  ]);
  expect(lines.find(({ what }) => what === "database")?.says).toMatch(/^PostgreSQL \d+.* answers; up to date$/);
  expect(JSON.stringify(lines)).not.toMatch(/hidden|hunter2|unexpected error/);
  expect(version).toBe("0.1.0");
  expect(news.length).toBeGreaterThan(0);
});

test("a running program says that its next start will be refused, where secret.key is gone or another one", async () => {
  const { config } = loadConfig({
    sections: { registry: registrySettings, shared: sharedSettings },
    environment: { TRIPOD_DATA_DIR: folder.path },
  });
  const { shared } = config;
  const keys = await makeFirstKey(shared, database.db);
  await requireSecretKeys(database.db, await sealedPlaces(), keys);
  const platform = { ...testPlatform(database), dataDir: folder.path, keys };
  const parts = { version: "0.1.0", warnings: [], modules: [["registry", registryService] as const], config, shared };
  const keysLine = async () => {
    const { lines } = await runningCheck(platform, parts)("registry");
    return lines.find(({ what }) => what === "keys");
  };

  expect(await keysLine()).toMatchObject({ isRight: true });
  const other = newMasterKey();
  await writeMasterKeys(folder.path, [other]);
  const [id = ""] = keys.ids;
  expect(await keysLine()).toEqual({
    what: "keys",
    isRight: false,
    says: expect.stringMatching(
      `^This process goes on, but the next start will be refused. .* sealed with the secret key ${id}, .* ${other.id}\\.`,
    ),
  });
  rmSync(join(folder.path, "secret.key"));
  expect(await keysLine()).toMatchObject({
    isRight: false,
    says: expect.stringContaining("the next start will be refused. The secret key is missing: "),
  });
});
