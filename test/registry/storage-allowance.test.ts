/** What publishers may have stored: in a day, and of one server; and lists of large documents. */
import { describe, expect, test } from "vitest";
import { registryWorld, serverPath, type RegistryWorld } from "../support/registry-world.ts";

const MIB = 1024 * 1024;
const world = await registryWorld();
const strict = await registryWorld(
  { TRIPOD_REGISTRY_STORED_MEGABYTES_PER_DAY: "1", TRIPOD_REGISTRY_STORED_MEGABYTES_PER_DAY_IN_ALL: "2" },
  world.database,
);
/** Where others use nothing up. */
const alone = await registryWorld(
  { TRIPOD_REGISTRY_STORED_MEGABYTES_PER_DAY: "1", TRIPOD_REGISTRY_STORED_MEGABYTES_PER_DAY_IN_ALL: "0" },
  world.database,
);

/** A document of a little more than 100,000 bytes. */
function large(name: string, version: string) {
  const headers = Array.from({ length: 10 }, (_, number) => ({
    name: `X-Header-${number}`,
    description: "x".repeat(10_000),
  }));
  const url = `https://${name.replace("/", ".")}.example.com/${version}`;
  return { name, description: "Large.", version, remotes: [{ type: "sse", url, headers }] };
}

const versionsOf = (count: number): readonly string[] => Array.from({ length: count }, (_, number) => `1.${number}.0`);

/** Publishes, and changes statuses, as the owner of a domain does. */
async function publisher(of: RegistryWorld, domain: string) {
  const permissions = [{ action: "publish" as const, resource: "*" }];
  const { token } = await of.registry.deps.tokens.issue({
    method: "dns",
    subject: domain,
    permissions,
    ttlSeconds: 300,
  });
  return {
    publish: (name: string, version: string) =>
      of.request("POST", "/v0.1/publish", { token, body: large(name, version) }),
    setStatus: (name: string, status: string) =>
      of.request("PATCH", serverPath(name, "/status"), { token, body: { status } }),
  };
}

describe("a login", () => {
  test("has so much stored in a day, all together so much, and the command line as much as it likes", async () => {
    const [one, other, third] = await Promise.all(
      ["a.test", "b.test", "c.test"].map((each) => publisher(strict, each)),
    );
    if (!one || !other || !third) throw new Error("there are three");
    for (const version of versionsOf(10)) expect((await one.publish("com.a/fills", version)).status).toBe(200);
    const refused = await one.publish("com.a/other", "1.0.0");
    expect(refused.status).toBe(429);
    expect(refused.json).toEqual({
      error: expect.stringMatching(/^This registry stores at most 1 MiB a day for this login, .*again in \d+ seconds$/),
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);
    expect((await strict.get(serverPath("com.a/other", "/versions"))).status).toBe(404);
    // What is wrong can be taken down all the same.
    expect((await one.setStatus("com.a/fills", "deleted")).status).toBe(200);

    for (const version of versionsOf(10)) expect((await other.publish("com.b/fills", version)).status).toBe(200);
    const full = await third.publish("com.c/fills", "1.0.0");
    expect([full.status, full.json.error]).toEqual([429, expect.stringMatching(/2 MiB a day for all publishers/)]);
    await strict.publish(large("com.d/fills", "1.0.0"));
  });
});

test("a login that has used up its allowance neither edits, deletes nor sets a status any more", async () => {
  const name = "com.used/up";
  for (const version of ["1.0.0", "2.0.0"]) await alone.publish(large(name, version));
  const author = { method: "http", subject: "used.test" };
  const { servers, storage, tokens } = alone.registry.deps;
  await servers.inTransaction(async (tx) => {
    await storage.forStatuses(tx, author, 4_092);
    await storage.forDocuments(tx, author, MIB - 4_096);
  });
  const permissions = [{ action: "edit" as const, resource: "*" }];
  const { token } = await tokens.issue({ ...author, permissions, ttlSeconds: 300 });
  const version = serverPath(name, "/versions/1.0.0");
  for (const [method, path, body] of [
    ["PUT", version, large(name, "1.0.0")],
    ["DELETE", version, undefined],
    ["PATCH", `${version}/status`, { status: "deprecated" }],
    ["PATCH", serverPath(name, "/status"), { status: "deprecated" }],
  ] as const) {
    expect([path, (await alone.request(method, path, { token, body })).status]).toEqual([path, 429]);
  }
  const { json } = await alone.get(version);
  expect(json._meta["io.modelcontextprotocol.registry/official"]).toMatchObject({ status: "active" });
});

test("the documents of a server have so many bytes in all", async () => {
  const token = await world.token({ publish: ["*"], edit: ["*"] });
  const statuses: number[] = [];
  const small = { name: "com.full/bytes", description: "Small.", version: "0.1.0" };
  await world.publish(small);
  for (const version of versionsOf(170)) {
    const body = large("com.full/bytes", version);
    const { status, json } = await world.request("POST", "/v0.1/publish", { token, body });
    if (status !== 200) expect(json.error).toContain("the documents of a server may have 16777216 bytes in all");
    statuses.push(status);
  }
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([166, 400]);
  // Neither does an edit make it larger, but one that adds nothing is taken.
  const edit = (body: object) => world.request("PUT", serverPath("com.full/bytes", "/versions/0.1.0"), { token, body });
  const grown = await edit(large("com.full/bytes", "0.1.0"));
  expect([grown.status, grown.json.error]).toEqual([
    400,
    expect.stringMatching(/^Failed to edit server: the documents/),
  ]);
  expect((await edit({ ...small, description: "Tiny!." })).status).toBe(200);
  expect((await world.get(serverPath("com.full/bytes", "/versions"))).text.length).toBeLessThan(17 * MIB);
});

test("two processes together store no more documents of a server than one", async () => {
  const token = await world.token({ publish: ["*"] });
  const name = "com.full/twice";
  const publishTo = async (of: RegistryWorld, version: string): Promise<number> =>
    (await of.request("POST", "/v0.1/publish", { token, body: large(name, version) })).status;
  for (const version of versionsOf(160)) expect(await publishTo(world, version)).toBe(200);
  await expect.poll(() => alone.registry.deps.model.catalogue.find(name)?.entries.length).toBe(160);
  const both = versionsOf(10).flatMap((version) => [
    publishTo(world, version.replace("1.", "2.")),
    publishTo(alone, version.replace("1.", "3.")),
  ]);
  const statuses = await Promise.all(both);
  const counted = [200, 400].map((status) => statuses.filter((each) => each === status).length);
  expect(counted).toEqual([6, 14]);
});

test("a page of large documents is shorter, and the list has each version once", async () => {
  const names = Array.from({ length: 50 }, (_, number) => `com.pages/large-${String(number).padStart(2, "0")}`);
  for (const name of names) await world.publish(large(name, "1.0.0"));
  const pages: string[][] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const more = cursor === "" ? "" : `&cursor=${cursor}`;
    const { text, json } = await world.get(`/v0.1/servers?search=com.pages&limit=100${more}`);
    expect(text.length).toBeLessThan(4.1 * MIB);
    pages.push((json.servers as { server: { name: string } }[]).map(({ server }) => server.name));
    expect(json.metadata.count).toBe(pages.at(-1)?.length);
    cursor = json.metadata.nextCursor as string | undefined;
  }
  expect([pages.length, pages.flat()]).toEqual([2, names]);
});
