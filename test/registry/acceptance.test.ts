// oxlint-disable max-lines -- the numbered cases are one list, and are looked up as one
/** The cases by which the registry's interface is accepted, each under its number. */
import { describe, expect, test } from "vitest";
import { registryDumps } from "../support/registry-dumps.ts";
import { parseInstant } from "../../src/kit/time/instant.ts";
import { latestAfter } from "../../src/registry/servers/index.ts";
import { registryWorld, serverPath, type Answer } from "../support/registry-world.ts";

const world = await registryWorld();
const { get, request, publish } = world;
const every = await world.token({ publish: ["*"], edit: ["*"] });

/** Every refusal that was seen, for A55. */
const refusals: Answer[] = [];
const seen = (answer: Answer): Answer => {
  if (answer.status >= 400) refusals.push(answer);
  return answer;
};

const OFFICIAL = "io.modelcontextprotocol.registry/official";
const detail = (name: string, version = "1.0.0", more: object = {}) => ({
  name,
  description: "A server of the acceptance cases.",
  version,
  ...more,
});
const official = (response: { _meta: Record<string, Record<string, unknown>> }) => response._meta[OFFICIAL] ?? {};
const setStatus = async (path: string, body: unknown, token: string | undefined = every): Promise<Answer> =>
  seen(await request("PATCH", path, { body, token }));
const post = async (body: unknown, token: string | undefined = every): Promise<Answer> =>
  seen(await request("POST", "/v0.1/publish", { body, token }));

const NO_RIGHT = [403, { error: "You do not have publish or edit permissions for this server" }];

describe("lists", () => {
  test("A01 an empty registry lists nothing and has no next page", async () => {
    const answer = await get("/v0.1/servers");
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ servers: [], metadata: { count: 0 } });
  });

  test("A02 published servers are listed with name, description and the official block", async () => {
    await publish(detail("com.a/listed-one"));
    await publish(detail("com.a/listed-two"));
    const answer = await get("/v0.1/servers");
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.json.servers).toHaveLength(2);
    for (const each of answer.json.servers) {
      expect(each.server.name).toMatch(/^com\.a\/listed/);
      expect(each.server.description).not.toBe("");
      expect(official(each)).toMatchObject({ status: "active", isLatest: true });
    }
  });

  test.each([
    ["A03", "0"],
    ["A04", "abc"],
    ["A05", "150"],
  ])("%s a limit of %s is refused, not adjusted", async (_case, limit) => {
    const answer = seen(await get(`/v0.1/servers?limit=${limit}`));
    expect(answer.status).toBe(422);
    expect(answer.json.error).toMatch(/^validation failed: limit/);
  });

  test("A06 a page has 30 versions unless asked otherwise", async () => {
    for (let number = 0; number < 35; number++) await publish(detail(`com.many/server-${number}`));
    const answer = await get("/v0.1/servers");
    expect(answer.json.servers).toHaveLength(30);
    expect(answer.json.metadata.count).toBe(30);
    expect(answer.json.metadata.nextCursor).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  test("A07, A08 search finds literal text in the name, in any case", async () => {
    await publish(detail("com.example/test-server-matching"));
    await publish(detail("com.example/other-server"));
    for (const search of ["test-server", "TEST-Server"]) {
      const answer = await get(`/v0.1/servers?search=${search}`);
      expect(answer.json.servers.map((each: { server: { name: string } }) => each.server.name)).toEqual([
        "com.example/test-server-matching",
      ]);
    }
  });

  test("A09 an underscore in a search stands for itself", async () => {
    await publish(detail("com.example/with_underscore"));
    const answer = await get("/v0.1/servers?search=_");
    expect(answer.json.servers).toHaveLength(1);
    expect(answer.json.servers[0].server.name).toBe("com.example/with_underscore");
  });

  test("A10 version=latest lists one version of a server", async () => {
    await publish(detail("com.latest/only"));
    await publish(detail("com.latest/only", "2.0.0"));
    const answer = await get("/v0.1/servers?version=latest&search=com.latest/only");
    expect(answer.json.servers).toHaveLength(1);
    expect(answer.json.servers[0].server.version).toBe("2.0.0");
  });

  test("A11 a time that is not RFC 3339 is refused", async () => {
    const answer = seen(await get("/v0.1/servers?updated_since=invalid-timestamp"));
    expect(answer.status).toBe(400);
    expect(answer.json.error).toContain("Invalid updated_since format: expected RFC3339");
  });

  test("A12 changes since a time include deleted versions", async () => {
    await publish(detail("com.gone/server"));
    await setStatus(serverPath("com.gone/server", "/versions/1.0.0/status"), { status: "deleted" });
    const since = await get("/v0.1/servers?updated_since=2020-01-01T00:00:00Z&search=com.gone");
    expect(since.json.servers).toHaveLength(1);
    expect(official(since.json.servers[0])["status"]).toBe("deleted");
    expect((await get("/v0.1/servers?search=com.gone")).json.servers).toHaveLength(0);
  });

  test("A13 versions are listed by name, then version, as plain text", async () => {
    for (const version of ["1.2.0", "1.10.0", "1.9.0"]) await publish(detail("aa.order/Server", version));
    await publish(detail("AA.order/Server"));
    const answer = await get("/v0.1/servers?search=aa.order");
    const rows = answer.json.servers.map((each: { server: { name: string; version: string } }) => [
      each.server.name,
      each.server.version,
    ]);
    expect(rows).toEqual([
      ["AA.order/Server", "1.0.0"],
      ["aa.order/Server", "1.10.0"],
      ["aa.order/Server", "1.2.0"],
      ["aa.order/Server", "1.9.0"],
    ]);
  });

  test("A14 following nextCursor gives every row once and ends without an empty page", async () => {
    for (let number = 0; number < 6; number++) await publish(detail(`com.paged/server-${number}`));
    const pages = await walk("limit=2&search=com.paged");
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2]);
    expect(new Set(pages.flat()).size).toBe(6);
  });

  test("A15 a cursor survives a URL unencoded and carries the search of the first page", async () => {
    for (const version of ["1.0.0+build.1", "1.0.0+build.2", "1.0.0+build.3"]) {
      await publish(detail("com.plus/server", version));
    }
    const first = await get("/v0.1/servers?limit=1&version=1.0.0%2Bbuild.2&search=com.plus");
    expect(first.json.servers).toHaveLength(1);
    const pages = await walk("limit=1&search=com.plus", { repeatFilters: false });
    expect(pages.flat()).toEqual(
      ["1.0.0+build.1", "1.0.0+build.2", "1.0.0+build.3"].map((v) => `com.plus/server ${v}`),
    );
  });
});

describe("reads by name", () => {
  test("A16 versions are listed newest publication first", async () => {
    for (const version of ["2.0.0", "1.0.0", "3.0.0"]) await publish(detail("com.reads/many", version));
    const answer = await get(serverPath("com.reads/many", "/versions"));
    expect(answer.json.servers.map((each: { server: { version: string } }) => each.server.version)).toEqual([
      "3.0.0",
      "1.0.0",
      "2.0.0",
    ]);
    expect(answer.json.metadata.count).toBe(3);
  });

  test("A17 a server that is not there", async () => {
    const answer = seen(await get("/v0.1/servers/io.github.testuser%2Fnone/versions"));
    expect([answer.status, answer.json]).toEqual([404, { error: "Server not found" }]);
  });

  test("A18 latest is the version with the flag", async () => {
    const answer = await get(serverPath("com.reads/many", "/versions/latest"));
    expect(answer.json.server.version).toBe("3.0.0");
    expect(official(answer.json)["isLatest"]).toBe(true);
  });

  test("A19 build metadata in a path, encoded or raw", async () => {
    await publish(detail("com.reads/build", "1.0.0+20130313144700"));
    for (const path of ["1.0.0%2B20130313144700", "1.0.0+20130313144700", "1.0.0%252B20130313144700"]) {
      const answer = await get(serverPath("com.reads/build", `/versions/${path}`));
      expect([answer.status, answer.json.server.version]).toEqual([200, "1.0.0+20130313144700"]);
    }
  });

  test("A20 a deleted version is found only by those who ask for deleted ones", async () => {
    await publish(detail("com.reads/deleted"));
    await setStatus(serverPath("com.reads/deleted", "/versions/1.0.0/status"), { status: "deleted" });
    const path = serverPath("com.reads/deleted", "/versions/1.0.0");
    expect(seen(await get(path)).status).toBe(404);
    const shown = await get(`${path}?include_deleted=true`);
    expect([shown.status, official(shown.json)["status"]]).toEqual([200, "deleted"]);
  });
});

describe("publishing", () => {
  test("A21 a published version is active, the latest, and has one time for everything", async () => {
    const token = await world.token({ publish: ["io.github.example/*"] });
    const answer = await post(detail("io.github.example/test-server"), token);
    expect(answer.status).toBe(200);
    const block = official(answer.json);
    expect(block).toMatchObject({ status: "active", isLatest: true });
    expect(block["updatedAt"]).toBe(block["publishedAt"]);
    expect(block["statusChangedAt"]).toBe(block["publishedAt"]);
  });

  test("A22 without Authorization", async () => {
    const answer = seen(await request("POST", "/v0.1/publish", { body: detail("io.github.example/x") }));
    expect(answer.status).toBe(401);
  });

  test("A23 with another scheme than Bearer", async () => {
    const headers = { authorization: "InvalidFormat" };
    const answer = seen(await request("POST", "/v0.1/publish", { body: detail("io.github.example/x"), headers }));
    expect(answer.status).toBe(401);
    expect(answer.json.error).toContain("Invalid Authorization header format");
  });

  test("A24 with a token that is none", async () => {
    const answer = await post(detail("io.github.example/x"), "invalidToken");
    expect([answer.status, answer.json]).toEqual([401, { error: "Invalid or expired Registry JWT token" }]);
  });

  test("A25 in a namespace of somebody else", async () => {
    const answer = await post(detail("io.github.other/x"), await world.token({ publish: ["io.github.example/*"] }));
    expect(answer.status).toBe(403);
    expect(answer.json.error).toContain("You do not have permission to publish this server");
  });

  test("A26 a version is published once", async () => {
    await publish(detail("com.twice/server"));
    const answer = await post(detail("com.twice/server"));
    expect(answer.status).toBe(400);
    expect(answer.json.error).toContain("invalid version: cannot publish duplicate version");
  });

  test("A27 a name with two slashes is refused and nothing is stored", async () => {
    const answer = await post(detail("com.example/server/path"));
    expect(answer.status).toBe(422);
    expect((await get("/v0.1/servers?search=server/path")).json.servers).toEqual([]);
  });

  test("A28 a version that is a range is refused", async () => {
    const answer = await post(detail("com.example/range", "^1.0.0"));
    expect(answer.status).toBe(422);
    expect(answer.json.error).toContain("call /validate for details");
  });

  test("A29 a bundle with its hash, without checks of ownership", async () => {
    const bundle = {
      registryType: "mcpb",
      identifier: "https://github.com/example/mcp-tool/releases/download/v1.0.0/mcp-tool.mcpb",
      fileSha256: "a".repeat(64),
      transport: { type: "stdio" },
    };
    const answer = await post(detail("io.github.example/bundle", "1.0.0", { packages: [bundle] }));
    expect(answer.status).toBe(200);
  });

  test("A30 a lower version after a higher one is not the latest", async () => {
    await publish(detail("com.order/late", "2.0.0"));
    const answer = await publish(detail("com.order/late", "1.0.0"));
    expect(official(answer.json)["isLatest"]).toBe(false);
    expect((await get(serverPath("com.order/late", "/versions/latest"))).json.server.version).toBe("2.0.0");
  });

  test("A31 a version that is not semantic does not displace one that is", async () => {
    await publish(detail("com.order/four", "3.3.0"));
    await publish(detail("com.order/four", "3.3.0.1"));
    expect((await get(serverPath("com.order/four", "/versions/latest"))).json.server.version).toBe("3.3.0");
  });

  test("A32 a remote URL belongs to one server", async () => {
    const remotes = [{ type: "streamable-http", url: "https://taken.example.com/mcp" }];
    await publish(detail("com.remote/first", "1.0.0", { remotes }));
    const answer = await post(detail("com.remote/second", "1.0.0", { remotes }));
    expect(answer.status).toBe(400);
    expect(answer.json.error).toContain("is already used by server com.remote/first");
    expect((await get("/v0.1/servers?search=com.remote/second")).json.servers).toEqual([]);
  });
});

describe("editing and deleting", () => {
  const name = "com.edit/server";
  const path = serverPath(name, "/versions/1.0.0");
  const put = async (at: string, body: unknown, token?: string): Promise<Answer> =>
    seen(await request("PUT", at, { body, token }));

  test("A33 an edit changes the document and the time of the last change, and nothing else", async () => {
    const before = official((await publish(detail(name))).json);
    const answer = await put(
      path,
      detail(name, "1.0.0", { title: "Edited" }),
      await world.token({ edit: ["com.edit/*"] }),
    );
    expect(answer.status).toBe(200);
    expect(answer.json.server.title).toBe("Edited");
    const after = official(answer.json);
    expect(after).toMatchObject({ status: before["status"], publishedAt: before["publishedAt"], isLatest: true });
    expect(parseInstant(String(after["updatedAt"]))).toBeGreaterThan(Number(parseInstant(String(before["updatedAt"]))));
  });

  test("A34 the right to publish is not enough", async () => {
    const answer = await put(path, detail(name), await world.token({ publish: ["com.edit/*"] }));
    expect(answer.status).toBe(403);
    expect(answer.json.error).toContain("You do not have edit permissions");
  });

  test("A35 an edit cannot rename", async () => {
    const answer = await put(path, detail("com.edit/other"), every);
    expect([answer.status, answer.json]).toEqual([400, { error: "Cannot rename server" }]);
  });

  test("A36 a server that is not there", async () => {
    const answer = await put(serverPath("com.edit/none", "/versions/1.0.0"), detail("com.edit/none"), every);
    expect([answer.status, answer.json]).toEqual([404, { error: "Server not found" }]);
  });

  test("A37 without Authorization", async () => {
    expect((await put(path, detail(name))).status).toBe(401);
  });

  test("A38 a deleted version answers with its new status", async () => {
    await publish(detail("com.delete/server"));
    const answer = await request("DELETE", serverPath("com.delete/server", "/versions/1.0.0"), { token: every });
    expect([answer.status, official(answer.json)["status"]]).toEqual([200, "deleted"]);
  });

  test("A39 deleting needs a token of the namespace", async () => {
    const at = serverPath(name, "/versions/1.0.0");
    expect(seen(await request("DELETE", at)).status).toBe(401);
    const foreign = await world.token({ publish: ["com.other/*"], edit: ["com.other/*"] });
    expect(seen(await request("DELETE", at, { token: foreign })).status).toBe(403);
  });
});

describe("status", () => {
  const name = "io.github.testuser/active-server";
  const path = serverPath(name, "/versions/1.0.0/status");

  test("A40 the right to publish is enough to deprecate", async () => {
    await publish(detail(name));
    const answer = await setStatus(
      path,
      { status: "deprecated" },
      await world.token({ publish: ["io.github.testuser/*"] }),
    );
    expect([answer.status, official(answer.json)["status"]]).toEqual([200, "deprecated"]);
  });

  test("A41 a message is stored", async () => {
    const answer = await setStatus(path, { status: "deleted", statusMessage: "Security vulnerability discovered" });
    expect(answer.status).toBe(200);
    expect(official(answer.json)["statusMessage"]).toBe("Security vulnerability discovered");
  });

  test("A42 going back to active clears the message", async () => {
    const answer = await setStatus(path, { status: "active" });
    expect(answer.status).toBe(200);
    expect(official(answer.json)).not.toHaveProperty("statusMessage");
  });

  test("A43 a change to what is already so is refused", async () => {
    const answer = await setStatus(path, { status: "active" });
    expect(answer.status).toBe(400);
    expect(answer.json.error).toContain("No changes to apply");
  });

  test("A44 active takes no message", async () => {
    const answer = await setStatus(path, { status: "active", statusMessage: "x" });
    expect(answer.status).toBe(400);
    expect(answer.json.error).toContain("cannot be provided when setting status to active");
  });

  test("A45 a status that does not exist", async () => {
    expect((await setStatus(path, { status: "invalid-status" })).status).toBe(400);
  });

  test("A46 a token that may only read", async () => {
    const readOnly = [{ action: "read", resource: "*" }] as const;
    const grant = { method: "operator", subject: "test", permissions: readOnly, ttlSeconds: 300 };
    const { token } = await world.registry.deps.tokens.issue(grant);
    const answer = await setStatus(path, { status: "deprecated" }, token);
    expect([answer.status, answer.json]).toEqual(NO_RIGHT);
  });

  test("a status is not changed without a right on the server", async () => {
    const answer = await setStatus(path, { status: "deprecated" }, await world.token({ publish: ["com.other/*"] }));
    expect([answer.status, answer.json]).toEqual(NO_RIGHT);
  });

  test("A47 a version that is not there", async () => {
    const answer = await setStatus(serverPath(name, "/versions/9.9.9/status"), { status: "deprecated" });
    expect([answer.status, answer.json]).toEqual([404, { error: "Server version not found" }]);
  });

  test("A48, A49 all versions at once; a second time there is nothing to change", async () => {
    for (const version of ["1.0.0", "1.1.0", "2.0.0"]) await publish(detail("com.all/server", version));
    const body = { status: "deprecated", statusMessage: "Use com.all/other" };
    const answer = await setStatus(serverPath("com.all/server", "/status"), body);
    expect([answer.status, answer.json.updatedCount]).toEqual([200, 3]);
    expect(answer.json.servers).toHaveLength(3);
    for (const each of answer.json.servers) expect(official(each)).toMatchObject(body);
    const again = await setStatus(serverPath("com.all/server", "/status"), body);
    expect([again.status, again.json]).toEqual([
      400,
      { error: "No changes to apply: all versions already have the requested status and message" },
    ]);
  });

  test("A50 all versions of a server that is not there", async () => {
    const answer = await setStatus(serverPath("com.all/none", "/status"), { status: "deprecated" });
    expect([answer.status, answer.json]).toEqual([404, { error: "Server not found" }]);
  });
});

describe("validation and HTTP", () => {
  test("A51 a minimal valid document has no issues", async () => {
    const $schema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
    const answer = await request("POST", "/v0.1/validate", { body: { $schema, ...detail("com.valid/server") } });
    expect([answer.status, answer.json]).toEqual([200, { valid: true, issues: [] }]);
  });

  test("A52 a reserved version is found", async () => {
    const answer = await request("POST", "/v0.1/validate", { body: detail("com.valid/server", "latest") });
    expect(answer.status).toBe(200);
    expect(answer.json.valid).toBe(false);
    expect(answer.json.issues[0]).toMatchObject({ type: "semantic", path: "version", severity: "error" });
    expect(answer.json.issues[0].message).toContain("latest");
    expect(answer.json.issues[0].reference).not.toBe("");
  });

  test("A53 a NUL in the path", async () => {
    const answer = seen(await get("/v0.1/servers/%00"));
    expect(answer.status).toBe(400);
    expect(answer.json.error).toContain("null bytes");
  });

  test("A54 any origin may ask", async () => {
    const headers = { origin: "https://example.com", "access-control-request-method": "GET" };
    const answer = await request("OPTIONS", "/v0.1/servers", { headers });
    expect(answer.status).toBeLessThan(300);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("A55 every refusal is an object with exactly the string error", () => {
    expect(refusals.length).toBeGreaterThan(20);
    for (const { json, text } of refusals) {
      expect(Object.keys(json ?? {}), text).toEqual(["error"]);
      expect(typeof json.error).toBe("string");
    }
  });
});

test.each(registryDumps)(
  "A56 for every server of $name, the latest version is the one flagged there",
  ({ servers }) => {
    const versions = new Map<string, { version: string; status: "active"; publishedAt: never; isLatest: boolean }[]>();
    for (const { server, _meta } of servers) {
      const { publishedAt, isLatest } = _meta[OFFICIAL] ?? { publishedAt: "", isLatest: false };
      const known = versions.get(server.name) ?? [];
      known.push({
        version: server.version,
        status: "active",
        publishedAt: parseInstant(publishedAt) as never,
        isLatest,
      });
      versions.set(server.name, known);
    }
    for (const [name, list] of versions) {
      expect(latestAfter(list, []), name).toBe(list.find(({ isLatest }) => isLatest)?.version);
    }
  },
);

/** Rows of every page as `name version`. Like VS Code, later pages may leave the filters to the cursor. */
async function walk(query: string, { repeatFilters = true } = {}): Promise<string[][]> {
  const limit = /limit=\d+/.exec(query)?.[0] ?? "";
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const filters = cursor === undefined || repeatFilters ? query : limit;
    const answer = await get(`/v0.1/servers?${filters}${cursor === undefined ? "" : `&cursor=${cursor}`}`);
    expect(answer.status).toBe(200);
    pages.push(
      answer.json.servers.map(
        ({ server }: { server: { name: string; version: string } }) => `${server.name} ${server.version}`,
      ),
    );
    cursor = answer.json.metadata.nextCursor;
  } while (cursor !== undefined);
  return pages;
}
