/** `tripod registry ...` as an operator runs it: the program itself, on a database. */
import { describe, expect, test } from "vitest";
import { commandHere } from "../../../test/support/command-here.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { loopbackServer } from "../../../test/support/loopback-server.ts";
import { registryWorld } from "../../../test/support/registry-world.ts";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";

const database = await testDatabase({ rooms: ["kit", "registry", "players"] });
await migrateJobs(database.connection);
const good = { name: "com.example/good", description: "Good.", version: "1.0.0" };
const at = "2025-01-01T00:00:00Z";
const _meta = {
  "io.modelcontextprotocol.registry/official": { status: "active", publishedAt: at, updatedAt: at, isLatest: true },
};
const tripod = await commandHere(
  database.connection,
  {
    // A port of this machine where nothing listens.
    TRIPOD_REGISTRY_SYNC_URL: "http://127.0.0.1:9",
    TRIPOD_ALLOW_PRIVATE_OUTBOUND: "127.0.0.1",
    TRIPOD_SECRET_KEY: "11".repeat(32),
  },
  { "mixed.ndjson": `${JSON.stringify({ server: good, _meta })}\n{"server":{"name":"com.example/bad"}}\n` },
);
const run = (...args: string[]) => tripod("registry", ...args);

describe("tripod registry token", () => {
  test("lists what it made, and ends one token without touching the others", async () => {
    expect(await run("token", "list")).toMatchObject({ code: 0, out: "" });
    const [kept, ended] = [
      await run("token", "--read", "--subject", "kept"),
      await run("token", "--publish", "a.b/*", "--admin"),
    ];
    const idOf = (err: string) => /tok_\w+/.exec(err)?.[0] ?? "";
    const list = await run("token", "list");
    expect(list).toMatchObject({ code: 0, err: "" });
    expect(list.out).toContain(`${idOf(kept.err)}  counts  `);
    expect(list.out).toMatch(/read:\* {2}kept$/m);
    expect(list.out).toMatch(/publish:a\.b\/\*,admin:\* {2}operator$/m);
    expect(list.out).not.toContain(kept.out.trim());
    expect(await run("token", "revoke", idOf(ended.err))).toMatchObject({ code: 0 });
    expect((await run("token", "list")).out).toContain(`${idOf(ended.err)}  revoked at `);
    expect(await run("token", "revoke", "tok_nothing")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: Token tok_nothing .*\n$/),
    });
    expect((await run("keys", "list")).out).toMatch(/^\S+ {2}signs {2}made /);
  });
});

test.each([
  ["an empty subject", ""],
  ["a blank subject", " "],
  ["a subject of two lines", "a\nb"],
  ["a subject that is too long", "s".repeat(201)],
])("%s makes no token", async (_what, subject) => {
  const before = await run("token", "list", "--all");
  const refused = await run("token", "--read", "--subject", subject);
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toContain("It must be one line of 1 to 200 characters.");
  expect(await run("token", "list", "--all")).toEqual(before);
});

describe("tripod registry webhook add", () => {
  test("prints the key alone on standard output", async () => {
    const added = await run("webhook", "add", "http://127.0.0.1:9/hook");
    expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^[\w-]{43}\n$/) });
    expect(added.err).toMatch(/^whk_\w+: added\./);
    expect(added.err).not.toContain(added.out.trim());
  });

  test.each([
    ["plain http", "http://198.51.100.7/hook"],
    ["a private address", "https://10.0.0.1/hook"],
    ["this machine", "https://[::1]/hook"],
    ["where clouds keep credentials", "https://169.254.169.254/hook"],
  ])("refuses %s with one sentence, because nothing could be delivered", async (_what, url) => {
    const refused = await run("webhook", "add", url);
    expect(refused).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("Nothing could ever be delivered"),
    });
    expect(refused.err).not.toContain("    at ");
  });

  test("refuses a pattern that no server name has", async () => {
    for (const pattern of ["com.example", "/x*", "_a/*"]) {
      const refused = await run("webhook", "add", "http://127.0.0.1:9/hook", "--pattern", pattern);
      expect(refused, pattern).toMatchObject({ code: 1, err: expect.stringContaining("The pattern must be") });
    }
  });
});

describe("tripod registry import and sync", () => {
  test("an import with problems exits with 1, unless they are allowed; what is good is in", async () => {
    const failed = await run("import", "mixed.ndjson");
    expect(failed).toMatchObject({ code: 1, out: expect.stringContaining("1 versions imported") });
    expect(failed.err).toContain("1 entry could not be imported");
    expect(await run("import", "mixed.ndjson", "--allow-problems")).toMatchObject({
      code: 0,
      out: expect.stringContaining("1 were there already"),
    });
  });

  test("a sync that fails says so in one line, without a stack trace", async () => {
    const failed = await run("sync");
    expect(failed).toMatchObject({ code: 1, out: "" });
    expect(failed.err.trim().split("\n")).toEqual([
      expect.stringMatching(/^error: The upstream could not be followed: /),
    ]);
  });
});

describe("a token", () => {
  test("that may only read opens a private registry, changes nothing, and counts no more once it is revoked", async () => {
    const world = await registryWorld({ TRIPOD_REGISTRY_PRIVATE_READS: "on" });
    const { tokens } = world.registry.deps;
    const issue = () =>
      tokens.issue({
        method: "operator",
        subject: "reader",
        permissions: [{ action: "read", resource: "*" }],
        ttlSeconds: 600,
      });
    const [reader, other] = [await issue(), await issue()];
    const read = async (token?: string) => (await world.get("/v0.1/servers", { token })).status;
    expect([await read(), await read(reader.token), await read(other.token)]).toEqual([401, 200, 200]);
    const write = await world.request("POST", "/v0.1/publish", { body: good, token: reader.token });
    expect([write.status, write.json.error]).toEqual([403, expect.stringContaining("do not have any publish")]);
    await tokens.revokeToken(reader.tokenId);
    expect([await read(reader.token), await read(other.token)]).toEqual([401, 200]);
  });

  test("that may read everything is still blocked where its holder may publish in a blocked namespace", async () => {
    const world = await registryWorld({ TRIPOD_REGISTRY_BLOCKED_NAMESPACES: "com.bad" });
    const permissions = [
      { action: "read", resource: "*" },
      { action: "publish", resource: "com.bad/*" },
    ] as const;
    const grant = { method: "operator", subject: "x", permissions, ttlSeconds: 60 };
    await expect(world.registry.deps.tokens.issue(grant)).rejects.toThrow("blocked");
  });
});

describe("tripod registry audit", () => {
  test("shows as many rows as were asked for, newest first", async () => {
    const ROWS = 10_600;
    await database.db.execute({
      name: "test.insertAudit",
      text: `insert into registry.audit (at, action, server_name, version, actor_method, actor_subject, request_id, detail)
        select '2025-01-01Z'::timestamptz + i / 3 * interval '1 second', 'publish', 'com.trail/server', '1.0.' || i, 'dns',
          'trail.com', 'req_1', '{}' from generate_series(1, $1::integer) as i`,
      values: [ROWS],
    });
    const versions = Array.from({ length: ROWS }, (_, row) => `1.0.${ROWS - row}`);
    const all = await run("audit", "com.trail/*", "--limit", "1000000");
    expect(all.out.split("\n").flatMap((line) => /server (\S+)/.exec(line)?.[1] ?? [])).toEqual(versions);
    const some = await run("audit", "com.trail/server", "--limit", "501", "--json");
    expect(JSON.parse(some.out).map(({ version }: { version: string }) => version)).toEqual(versions.slice(0, 501));
  });

  test.each(["*/server", "com.trail", "weather"])("says that %s has no names", async (pattern) => {
    expect(await run("audit", pattern)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/^error: Write a server's name /),
    });
  });

  test("says when nothing happened to the names of a pattern", async () => {
    expect(await run("audit", "com.nothing/*")).toMatchObject({ code: 0, err: "Nothing happened to com.nothing/*.\n" });
  });
});

test("tripod registry import says what to do with an export that is too large to be read over HTTP", async () => {
  const large = await loopbackServer((_request, response) => {
    response.writeHead(200, { "content-length": "300000000" });
    response.flushHeaders();
  });
  expect(await run("import", `${large.url}/v0.1/export`)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/larger than the 268435456 bytes that are read\. Download it, and import the file/),
  });
  await large.close();
});
