/** Lists for which the whole catalogue is looked through count as more than one request. */
import { expect, test } from "vitest";
import { memoryLimiter } from "../../src/kit/limits/memory-limiter.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { testDatabase } from "../support/database.ts";
import { registryWorld } from "../support/registry-world.ts";

const VERSIONS = 12_000;
const database = await testDatabase({ rooms: ["kit", "registry"] });
await database.db.execute({
  name: "test.servers",
  text: `insert into registry.servers (name, latest_version, version_count, revision)
    select 'com.many/s-' || i, '1.0.0', 1, 1 from generate_series(1, $1::integer) as i`,
  values: [VERSIONS],
});
await database.db.execute({
  name: "test.versions",
  text: `insert into registry.versions (server_name, version, status, status_changed_at, published_at, updated_at, document)
    select name, '1.0.0', 'active', now(), now(), now(),
      json_build_object('name', name, 'description', 'One of many.', 'version', '1.0.0')
    from registry.servers`,
});
const limiter = memoryLimiter({ clock: systemClock() });
const world = await registryWorld({ TRIPOD_REGISTRY_REQUESTS_PER_MINUTE: "100" }, database, [], limiter);

/** How many requests a list counts as. */
async function costOf(query: string, path = "/v0.1/servers"): Promise<number> {
  const left = async (each: string) => Number((await world.get(each)).headers.get("ratelimit-remaining"));
  limiter.blockFor("registry:address:127.0.0.1", 0);
  const before = await left("/v0.1/ping");
  return before - (await left(`${path}?${query}`));
}

test.each([
  ["the first page", "limit=100", 1],
  ["a filter that no version passes", "registry_type=nothing", 3],
  ["a search that few servers hold", "search=s-11999", 1],
  ["a search that many hold, with a filter that none passes", "search=com.many&registry_type=nothing", 3],
  ["a version that is not there", "version=7.0.0", 3],
  ["changes of which none passes", "updated_since=2020-01-01T00:00:00Z&kind=remote", 3],
  ["the latest changes of which none passes", "sort=updated&kind=remote", 3],
])("%s", async (_what, query, cost) => {
  expect(await costOf(query)).toBe(cost);
  // It is made once, for as long as nothing changes.
  expect(await costOf(query)).toBe(1);
});

test("counts of a search that many hold", async () => {
  expect(await costOf("search=com.many", "/v0.1/servers/counts")).toBe(7);
  expect(await costOf("search=com.many&kind=remote", "/v0.1/servers/counts")).toBe(5);
});

test("a caller that asks only for such lists is refused soon, and the first of them is answered", async () => {
  limiter.blockFor("registry:address:127.0.0.1", 0);
  const statuses: number[] = [];
  for (let each = 0; each < 40; each++) statuses.push((await world.get(`/v0.1/servers?version=7.0.${each}`)).status);
  expect([statuses.indexOf(429), statuses[0]]).toEqual([34, 200]);
});
