/** A registry that follows a fake upstream, by a clock that the test moves. */
import { afterAll, afterEach, beforeEach } from "vitest";
import { outbound } from "../../src/kit/outbound/outbound.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { plusMillis } from "../../src/kit/time/instant.ts";
import type { Entry } from "../../src/registry/servers/index.ts";
import { syncStore } from "../../src/registry/sync/sql/sync-store.ts";
import { syncOnce, type SyncOutcome, type SyncRunDeps } from "../../src/registry/sync/sync-once.ts";
import { fakeUpstream, type FakeUpstream } from "./fake-upstream.ts";
import { keptLog } from "./kept-log.ts";
import { registryConfig, registryWorld, type RegistryWorld } from "./registry-world.ts";
import { serverResponseOf } from "./server-responses.ts";
import { testPlatform } from "./test-platform.ts";

export interface SyncWorld {
  readonly world: RegistryWorld;
  /** Of this test. */
  readonly upstream: FakeUpstream;
  /** How far the clock is ahead. */
  aheadMs: number;
  readonly clock: SyncRunDeps["clock"];
  /** The full name of a server of this test. */
  name(server: string): string;
  entry(
    server: string,
    more?: Parameters<typeof serverResponseOf>[2],
    version?: string,
  ): FakeUpstream["entries"][number];
  shown(server: string, version?: string): Entry | undefined;
  deps(over?: Partial<SyncRunDeps>): SyncRunDeps;
  run(deps?: SyncRunDeps): Promise<SyncOutcome>;
}

/** To be called once in a test file. */
export async function syncWorld(): Promise<SyncWorld> {
  const world = await registryWorld();
  const { servers, model } = world.registry.deps;
  const { ids, random } = testPlatform(world.database);
  const syncHttp = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "test", clock: systemClock() });
  let upstream: FakeUpstream | undefined;
  let tests = 0;
  const clock: SyncRunDeps["clock"] = {
    ...systemClock(),
    now: () => plusMillis(systemClock().now(), sync.aheadMs),
    sleep: async () => undefined,
  };
  const sync: SyncWorld = {
    world,
    get upstream() {
      if (!upstream) throw new Error("there is an upstream within tests only");
      return upstream;
    },
    aheadMs: 0,
    clock,
    name: (server) => `io.test${tests}/${server}`,
    entry: (server, more = {}, version = "1.0.0") =>
      serverResponseOf(sync.name(server), version, { isLatest: version === "1.0.0", ...more }),
    shown: (server, version = "latest") => model.catalogue.findVersion(sync.name(server), version),
    deps: (over = {}) => ({
      db: world.database.db,
      servers,
      model,
      sync: syncStore(world.database.db),
      syncHttp,
      clock,
      ids,
      random,
      log: keptLog(),
      config: registryConfig({ TRIPOD_REGISTRY_SYNC_URL: sync.upstream.url }),
      ...over,
    }),
    run: (deps = sync.deps()) => syncOnce(deps, new AbortController().signal, { force: true }),
  };
  beforeEach(async () => {
    tests++;
    sync.aheadMs = 0;
    upstream = await fakeUpstream();
  });
  afterEach(() => sync.upstream.close());
  afterAll(() => syncHttp.close());
  return sync;
}
