/**
 * A registry in another process, for tests that kill it: everything that `tripod serve` opens on a data folder (its
 * last argument), without the jobs. A `postgres://` address before it is used instead of the folder's database. Tells
 * `ready` with its address and a token that may do everything, and `stopped` after it read a line and closed
 * everything.
 */
import { openPlatform } from "../../src/cli/open-platform.ts";
import { loadConfig } from "../../src/kit/config/load-config.ts";
import { sharedSettings } from "../../src/kit/config/shared-settings.ts";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { requestIds } from "../../src/kit/log/request-id.ts";
import { buildRegistry } from "../../src/registry/build.ts";
import { registrySettings } from "../../src/registry/config.ts";

const databaseUrl = process.argv.slice(2, -1).find((each) => each.startsWith("postgres://"));
const { config } = loadConfig({
  sections: { shared: sharedSettings, registry: registrySettings },
  environment: {
    TRIPOD_DATA_DIR: process.argv.at(-1) ?? "",
    TRIPOD_REGISTRY_OWNERSHIP_CHECKS: "off",
    ...(databaseUrl === undefined ? {} : { TRIPOD_DATABASE_URL: databaseUrl }),
  },
});
const log = silentLog();
const platform = await openPlatform(config.shared, log);
const registry = buildRegistry(platform, config.registry, { version: "0.0.0", gitCommit: "", buildTime: "" });
await registry.start();
const http = await buildHttp({
  services: registry.services,
  log,
  requestId: requestIds(platform.ids),
});
const { url } = await http.listen({ host: "127.0.0.1", port: 0 });
const { token } = await registry.deps.tokens.issue({
  method: "operator",
  subject: "test",
  permissions: [
    { action: "publish", resource: "*" },
    { action: "edit", resource: "*" },
  ],
  ttlSeconds: 86_400,
});

process.stdin.once("data", () => {
  void (async () => {
    await http.close();
    await registry.stop();
    await platform.close();
    tell({ event: "stopped" });
    process.exit(0);
  })();
});
tell({ event: "ready", url, token });

function tell(event: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
