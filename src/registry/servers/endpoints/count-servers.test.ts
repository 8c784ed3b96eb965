/** Counts beside the filters of a list: each is what the list itself would show. */
import { expect, test } from "vitest";
import { registryWorld } from "../../../../test/support/registry-world.ts";

const world = await registryWorld();
const npm = (identifier: string) => ({
  registryType: "npm",
  identifier,
  version: "1.0.0",
  transport: { type: "stdio" },
});
const remote = (host: string) => ({ type: "streamable-http", url: `https://${host}.example.com/mcp` });
const pypi = { ...npm("d"), registryType: "pypi" };
await world.publish({ name: "com.a/weather", description: "A.", version: "1.0.0", packages: [npm("a")] });
await world.publish({ name: "com.a/weather", description: "A.", version: "2.0.0", packages: [npm("a"), pypi] });
await world.publish({ name: "com.b/weather", description: "B.", version: "1.0.0", remotes: [remote("b")] });
await world.publish({
  name: "com.c/maps",
  description: "Weather maps.",
  version: "1.0.0",
  packages: [pypi],
  remotes: [remote("c")],
});
await world.publish({ name: "com.d/old", description: "D.", version: "1.0.0", packages: [npm("o")] });
const token = await world.token({ edit: ["*"] });
const setStatus = (name: string, version: string, status: string) =>
  world.request("PATCH", `/v0.1/servers/${encodeURIComponent(name)}/versions/${version}/status`, {
    body: { status },
    token,
  });
await setStatus("com.a/weather", "1.0.0", "deprecated");
await setStatus("com.d/old", "1.0.0", "deleted");

const counted = async (query: Record<string, string>): Promise<number> =>
  (await world.get(`/v0.1/servers?${new URLSearchParams({ ...query, limit: "100" }).toString()}`)).json.metadata.count;

test.each<Record<string, string>>([
  {},
  { search: "weather" },
  { search: "WEATHER", search_in: "all", version: "latest" },
  { kind: "local", include_deleted: "true" },
  { registry_type: "NPM", status: "deprecated" },
  { registry_type: "nothing", search: "a" },
  { status: "deleted", kind: "remote" },
])("with %j every count is that of the list with this value", async (query) => {
  const { status, json } = await world.get(`/v0.1/servers/counts?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  expect(json.total).toBe(await counted(query));
  for (const kind of ["remote", "local"])
    expect([kind, json.kinds[kind]]).toEqual([kind, await counted({ ...query, kind })]);
  for (const each of ["active", "deprecated", "deleted"]) {
    expect([each, json.statuses[each]]).toEqual([each, await counted({ ...query, status: each })]);
  }
  const types = Object.fromEntries(
    json.registryTypes.map(({ value, count }: { value: string; count: number }) => [value, count]),
  );
  for (const type of ["npm", "pypi"])
    expect([type, types[type] ?? 0]).toEqual([type, await counted({ ...query, registry_type: type })]);
});

test("a change shows in the counts at once", async () => {
  const total = async (): Promise<number> => (await world.get("/v0.1/servers/counts?search=later")).json.total;
  expect(await total()).toBe(0);
  await world.publish({ name: "com.later/one", description: "L.", version: "1.0.0" });
  expect(await total()).toBe(1);
});

test("a private registry counts for holders of tokens only", async () => {
  const closed = await registryWorld({ TRIPOD_REGISTRY_PRIVATE_READS: "on" }, world.database);
  expect((await closed.get("/v0.1/servers/counts")).status).toBe(401);
  expect((await closed.get("/v0.1/servers/counts", { token: await closed.token({ publish: ["x/*"] }) })).status).toBe(
    200,
  );
});
