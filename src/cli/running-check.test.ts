/** The self-checks of a serving program, on a real database. */
import { expect, test } from "vitest";
import { testDatabase } from "../../test/support/database.ts";
import { testPlatform } from "../../test/support/test-platform.ts";
import { loadConfig } from "../kit/config/load-config.ts";
import { registrySettings } from "../registry/config.ts";
import { registryService } from "../registry/service.ts";
import { runningCheck } from "./running-check.ts";

const database = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });

test("a running program checks its foundations and those of its own service, and shows no secret", async () => {
  const platform = testPlatform(database);
  const sections = { registry: registrySettings };
  const environment = {
    TRIPOD_REGISTRY_SYNC_URL: "http://127.0.0.1:9",
    TRIPOD_REGISTRY_SYNC_TOKEN: "hidden-token-of-a-test",
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
      traces: { tracesUrl: "http://127.0.0.1:9/v1/traces", tracesHeaders: "authorization=hunter2", tracesShare: 1 },
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
