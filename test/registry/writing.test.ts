/** What writes promise beyond the ordinary: limits, races, switches, and what is written down about them. */
import { describe, expect, test } from "vitest";
import { nameBounds } from "../../src/registry/audit/index.ts";
import { registryWorld, serverPath } from "../support/registry-world.ts";

const world = await registryWorld();
const { get, request, publish } = world;
const token = await world.token({ publish: ["*"], edit: ["*"] });
const detail = (name: string, version = "1.0.0", more: object = {}) => ({
  name,
  description: "Written.",
  version,
  ...more,
});
const post = (body: unknown) => request("POST", "/v0.1/publish", { body, token });

describe("at the same time", () => {
  test("of two publications of one version, exactly one is accepted", async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([1, 2].map(() => post(detail(`com.race/twice-${round}`))));
      expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 400]);
    }
  });

  test("thirty versions of a new server are all there, and one is the latest", async () => {
    const versions = Array.from({ length: 30 }, (_, number) => `1.${number}.0`);
    const answers = await Promise.all(versions.map((version) => post(detail("com.race/many", version))));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const list = await get(serverPath("com.race/many", "/versions"));
    expect(list.json.metadata.count).toBe(30);
    expect((await get(serverPath("com.race/many", "/versions/latest"))).json.server.version).toBe("1.29.0");
    expect(list.text.split('"isLatest":true')).toHaveLength(2);
  });

  test("of two servers that claim one remote URL, exactly one gets it", async () => {
    for (let round = 0; round < 5; round++) {
      const remotes = [{ type: "sse", url: `https://claimed-${round}.example.com/sse` }];
      const names = [`com.race/claims-a${round}`, `com.race/claims-b${round}`];
      const answers = await Promise.all(names.map((name) => post(detail(name, "1.0.0", { remotes }))));
      expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 400]);
    }
  });
});

describe("limits", () => {
  test("a body over 128 KiB is refused", async () => {
    const answer = await post(detail("com.limit/big", "1.0.0", { title: "x".repeat(132_000) }));
    expect(answer.status).toBe(413);
    expect(Object.keys(answer.json)).toEqual(["error"]);
  });

  test.each([
    ["no JSON", "{", 400],
    ["nothing", "", 400],
    ["a list", "[]", 422],
    ["nesting without end", "[".repeat(100_000), 400],
    ["an unknown member", detail("com.limit/unknown", "1.0.0", { website_url: "https://example.com" }), 422],
    ["a NUL", '{"name":"com.limit/nul","description":"a\\u0000b","version":"1.0.0"}', 400],
    ["a prototype", '{"name":"com.limit/proto","description":"x","version":"1.0.0","__proto__":{"a":1}}', 400],
    [
      "publisher's metadata over 4 KB",
      detail("com.limit/meta", "1.0.0", { _meta: { "com.limit/x": "y".repeat(4_100) } }),
      400,
    ],
  ])("%s is refused, and nothing is stored", async (_what, body, status) => {
    const answer = await request("POST", "/v0.1/publish", {
      body,
      token,
      headers: { "content-type": "application/json" },
    });
    expect([answer.status, Object.keys(answer.json)]).toEqual([status, ["error"]]);
    expect((await get("/v0.1/servers?search=com.limit&include_deleted=true")).json.servers).toEqual([]);
  });

  test("a server has at most 10,000 versions", async () => {
    await publish(detail("com.full/server"));
    await world.database.db.execute({
      name: "test.fillServer",
      text: "update registry.servers set version_count = 10000 where name = 'com.full/server'",
    });
    const answer = await post(detail("com.full/server", "2.0.0"));
    expect(answer.status).toBe(400);
    expect(answer.json.error).toContain("maximum number of 10000 versions");
  });

  test("an address has its requests a minute, and is told when to come back", async () => {
    const { memoryLimiter } = await import("../../src/kit/limits/memory-limiter.ts");
    const { systemClock } = await import("../../src/kit/time/clock.ts");
    const strict = await registryWorld(
      { TRIPOD_REGISTRY_REQUESTS_PER_MINUTE: "3" },
      world.database,
      [],
      memoryLimiter({ clock: systemClock() }),
    );
    const answers = [];
    for (let number = 0; number < 5; number++) answers.push(await strict.get("/v0.1/ping"));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(answers[0]?.headers.get("ratelimit-limit")).toBe("3");
    expect(answers[0]?.headers.get("ratelimit-remaining")).toBe("2");
    expect(Number(answers[4]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Object.keys(answers[4]?.json ?? {})).toEqual(["error"]);
  });
});

describe("the registry's own words", () => {
  test("a publisher cannot speak for the registry", async () => {
    const forged = { status: "deleted", isLatest: false, publishedAt: "2000-01-01T00:00:00Z" };
    const official = "io.modelcontextprotocol.registry/official";
    const forging = detail("com.own/forged", "1.0.0", {
      _meta: { [official]: forged, "com.own/build": { number: 7 } },
    });
    const refused = await post(forging);
    expect([refused.status, refused.json.error]).toEqual([
      400,
      expect.stringContaining(`"${official}" cannot be kept`),
    ]);
    const examined = await request("POST", "/v0.1/validate", { body: forging });
    expect([examined.status, examined.json.valid]).toEqual([200, false]);
    const answer = await publish(detail("com.own/forged", "1.0.0", { _meta: { "com.own/build": { number: 7 } } }));
    expect(answer.json.server._meta).toEqual({ "com.own/build": { number: 7 } });
    expect(answer.json._meta[official]).toMatchObject({ status: "active", isLatest: true });
  });

  test("a publication or an edit with a name in _meta that is not kept is refused, and changes nothing", async () => {
    await publish(detail("com.own/note"));
    const refused = await post(detail("com.own/note", "2.0.0", { _meta: { note: 1 } }));
    expect([refused.status, refused.json.error]).toEqual([400, expect.stringContaining('"note" cannot be kept')]);
    const versions = await get(serverPath("com.own/note", "/versions"));
    expect(versions.json.metadata.count).toBe(1);
    const edited = await request("PUT", serverPath("com.own/note", "/versions/1.0.0"), {
      body: detail("com.own/note", "1.0.0", { _meta: { note: 1 } }),
      token,
    });
    expect([edited.status, edited.json.error]).toEqual([400, expect.stringContaining('"note" cannot be kept')]);
  });

  test("the validation of any JSON object is answered with its issues, as tools of publishers print them", async () => {
    const answer = await request("POST", "/v0.1/validate", { body: { name: "no slash", packages: 3 } });
    expect(answer.status).toBe(200);
    expect(answer.json.valid).toBe(false);
    const paths = (answer.json.issues as { path: string }[]).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["name", "description", "version", "packages"]));
    for (const issue of answer.json.issues) {
      expect(issue).toEqual({
        type: expect.stringMatching(/^(schema|semantic|linter)$/),
        path: expect.any(String),
        message: expect.any(String),
        severity: expect.stringMatching(/^(error|warning|info)$/),
        reference: expect.any(String),
      });
    }
    for (const body of ["[]", "7", '"text"', "null"]) {
      expect((await request("POST", "/v0.1/validate", { body })).status, body).toBe(422);
    }
  });

  test("an empty repository, as older tools send it, is left out", async () => {
    expect((await publish(detail("com.own/empty", "1.0.0", { repository: {} }))).json.server).not.toHaveProperty(
      "repository",
    );
  });

  test("every change is written down with who made it, and cannot be altered", async () => {
    await publish(detail("com.own/audited"));
    await request("DELETE", serverPath("com.own/audited", "/versions/1.0.0"), { token });
    const trail = await world.registry.deps.audit.list({ names: nameBounds("com.own/audited"), limit: 10 });
    expect(trail.map(({ action, version, author }) => [action, version, author.subject])).toEqual([
      ["delete", "1.0.0", "test"],
      ["publish", "1.0.0", "test"],
    ]);
    const change = world.database.db.execute({ name: "test.alterAudit", text: "delete from registry.audit" });
    await expect(change).rejects.toThrow("P0001");
  });
});

describe("restoring", () => {
  test("is refused while another server has the remote URL", async () => {
    const remotes = [{ type: "sse", url: "https://moved.example.com/sse" }];
    await publish(detail("com.restore/first", "1.0.0", { remotes }));
    await request("DELETE", serverPath("com.restore/first", "/versions/1.0.0"), { token });
    await publish(detail("com.restore/second", "1.0.0", { remotes }));
    const path = serverPath("com.restore/first", "/versions/1.0.0/status");
    const answer = await request("PATCH", path, { body: { status: "active" }, token });
    expect(answer.status).toBe(400);
    expect(answer.json.error).toContain("is already used by server com.restore/second");
  });

  test("a deleted number stays taken, and latest moves to what is visible", async () => {
    await publish(detail("com.restore/latest", "1.0.0"));
    await publish(detail("com.restore/latest", "2.0.0"));
    await request("DELETE", serverPath("com.restore/latest", "/versions/latest"), { token });
    expect((await get(serverPath("com.restore/latest", "/versions/latest"))).json.server.version).toBe("1.0.0");
    expect((await post(detail("com.restore/latest", "2.0.0"))).json.error).toContain("duplicate version");
    await publish(detail("com.restore/latest", "1.5.0"));
    expect((await get(serverPath("com.restore/latest", "/versions/latest"))).json.server.version).toBe("1.5.0");
  });
});

test("operations that are switched off answer 501", async () => {
  const off = await registryWorld(
    { TRIPOD_REGISTRY_PUBLISHING: "off", TRIPOD_REGISTRY_UPDATES: "off", TRIPOD_REGISTRY_DELETION: "off" },
    world.database,
  );
  const path = serverPath("com.restore/latest", "/versions/1.0.0");
  const body = detail("com.restore/latest");
  const own = await off.token({ publish: ["*"], edit: ["*"] });
  const answers = [
    await off.request("POST", "/v0.1/publish", { body, token: own }),
    await off.request("PUT", path, { body, token: own }),
    await off.request("DELETE", path, { token: own }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([501, 501, 501]);
  expect(answers.map(({ json }) => json.error)).toEqual([
    "Publishing is not supported by this registry",
    "Updates are not supported by this registry",
    "Deletion is not supported by this registry",
  ]);
});
