import { expect, test } from "vitest";
import { answered, fakeUpstream } from "../../../../test/support/fake-upstream.ts";
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
    { upstream: `${upstream.url}/v0.1`, isFollowed: true, lastError: null, failures: 0, unfinished: null },
  ]);
  expect(worked.upstreams[0].ageSeconds).toBeGreaterThanOrEqual(0);
  expect(worked.origins).toEqual([
    { origin: "local", servers: 1, versions: 1 },
    { origin: "official", servers: 1, versions: 2 },
  ]);

  upstream.entries = Array.from({ length: 650 }, (_, at) => serverResponseOf(`io.far/s${at}`, "1.0.0"));
  upstream.pageSize = 50;
  upstream.misbehave = (query, response) =>
    Number(query.get("cursor")) >= 600 && answered(response.writeHead(500).end());
  await world.database.db.execute({
    name: "test.fullIsDue",
    text: "update registry.sync_state set last_full_at = null",
  });
  await sync();
  const { unfinished } = (await mirror()).upstreams[0];
  expect(unfinished).toEqual({ startedAt: expect.any(String), reachedAt: expect.any(String), pages: 10 });
  expect(Date.parse(unfinished.reachedAt)).toBeGreaterThanOrEqual(Date.parse(unfinished.startedAt));

  await upstream.close();
  await sync();
  const [failed] = (await mirror()).upstreams;
  expect(failed).toMatchObject({ failures: 2, lastSuccessAt: worked.upstreams[0].lastSuccessAt });
  expect(failed.lastError).toMatch(/./);
});
