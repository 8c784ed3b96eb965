import { expect, test } from "vitest";
import { fakeUpstream } from "../../../../test/support/fake-upstream.ts";
import { registryWorld } from "../../../../test/support/registry-world.ts";
import { serverResponseOf } from "../../../../test/support/server-responses.ts";
import { syncOnce } from "../sync-once.ts";

test("an admin sees what is mirrored, how old it is, and why the last run failed", async () => {
  const upstream = await fakeUpstream();
  const settings = { TRIPOD_REGISTRY_SYNC_URL: upstream.url, TRIPOD_REGISTRY_SYNC_ORIGIN_NAME: "official" };
  const world = await registryWorld(settings, undefined, ["127.0.0.1"]);
  const token = await world.token({ admin: true });
  const mirror = async () => (await world.get("/v0.1/admin/mirror", { token })).json;
  const sync = () => syncOnce(world.registry.sync, new AbortController().signal, { force: true });
  expect(await mirror()).toEqual({ upstreams: [], origins: [] });

  await world.publish({ name: "com.own/aa", description: "Ours.", version: "1.0.0" });
  upstream.entries = ["1.0.0", "2.0.0"].map((version) =>
    serverResponseOf("io.far/a", version, { isLatest: version === "2.0.0" }),
  );
  await sync();
  const worked = await mirror();
  expect(worked.upstreams).toMatchObject([
    { upstream: `${upstream.url}/v0.1`, isFollowed: true, lastError: null, failures: 0 },
  ]);
  expect(worked.upstreams[0].ageSeconds).toBeGreaterThanOrEqual(0);
  expect(worked.origins).toEqual([
    { origin: "local", servers: 1, versions: 1 },
    { origin: "official", servers: 1, versions: 2 },
  ]);

  await upstream.close();
  await sync();
  const [failed] = (await mirror()).upstreams;
  expect(failed).toMatchObject({ failures: 1, lastSuccessAt: worked.upstreams[0].lastSuccessAt });
  expect(failed.lastError).toMatch(/./);
});
