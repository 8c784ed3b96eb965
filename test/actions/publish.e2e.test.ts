/** The action that publishes from CI jobs, run as GitHub and GitLab run it, against a real registry. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/kit/time/clock.ts";
import { idClaims, rsaKey, signRs256 } from "../support/id-token-issuer.ts";
import { loopbackServer } from "../support/loopback-server.ts";
import { registryWorld, serverPath } from "../support/registry-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SCRIPT = path.join(import.meta.dirname, "../../actions/publish/publish.mjs");
const key = rsaKey("ci");
const folder = await temporaryFolder();

/** GitHub and GitLab in one: an issuer of id tokens, and the address that a job asks for one. */
const ci = await loopbackServer((request, response) => {
  const url = new URL(request.path, ci.url);
  const answers: Readonly<Record<string, () => object>> = {
    "/.well-known/openid-configuration": () => ({ issuer: ci.url, jwks_uri: `${ci.url}/keys` }),
    "/keys": () => ({ keys: [key.jwk] }),
    "/id-token": () => ({ value: idToken(url.searchParams.get("audience") ?? "") }),
  };
  const answer = answers[url.pathname];
  const isAllowed = url.pathname !== "/id-token" || request.headers.authorization === "Bearer of-the-job";
  response.writeHead(answer && isAllowed ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(answer?.() ?? {}));
});
const SETTINGS = {
  TRIPOD_REGISTRY_GITHUB_OIDC_ISSUER: ci.url,
  TRIPOD_REGISTRY_OIDC_ISSUER: ci.url,
  TRIPOD_REGISTRY_OIDC_CLIENT_ID: "gitlab",
  TRIPOD_REGISTRY_OIDC_PUBLISH_PATTERNS: "com.gitlab/*",
};
const { url, get, database, token: tokenFor } = await registryWorld(SETTINGS, undefined, ["127.0.0.1"]);
/** The same registry, by a process that shows nothing without a token. */
const closed = await registryWorld({ ...SETTINGS, TRIPOD_REGISTRY_PRIVATE_READS: "true" }, database, ["127.0.0.1"]);
/** A registry behind something that cuts its answers off, or asks to wait. */
const faults: ("cut off" | "wait")[] = [];
const between = await loopbackServer((request, response) => {
  void (async () => {
    const isWrite = request.path === "/v0.1/publish";
    const fault = isWrite ? faults.shift() : undefined;
    if (fault === "wait") return response.writeHead(429, { "retry-after": "1" }).end("{}");
    const answer = await fetch(url + request.path, {
      method: request.method,
      headers: {
        "content-type": "application/json",
        ...(request.headers.authorization ? { authorization: request.headers.authorization } : {}),
      },
      ...(request.method === "POST" ? { body: request.body } : {}),
    });
    const text = await answer.text();
    if (fault === "cut off") return response.destroy();
    return response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  })();
});
afterAll(async () => {
  await Promise.all([ci.close(), between.close(), folder.remove()]);
});

function idToken(audience: string): string {
  return signRs256(key, { ...idClaims(ci.url, audience, systemClock().now()), repository_owner: "acme" });
}

const GITHUB = {
  GITHUB_ACTIONS: "true",
  ACTIONS_ID_TOKEN_REQUEST_URL: `${ci.url}/id-token?api-version=2.0`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "of-the-job",
  GITHUB_OUTPUT: path.join(folder.path, "output"),
  GITHUB_STEP_SUMMARY: path.join(folder.path, "summary"),
};

interface Ran {
  readonly code: number;
  readonly out: string;
}

/** Runs the action on documents, each a text or what becomes one. */
async function publish(documents: readonly unknown[], environment: Readonly<Record<string, string>>): Promise<Ran> {
  const names = documents.map((_, at) => `server-${at}.json`);
  for (const [at, document] of documents.entries()) {
    const text = typeof document === "string" ? document : JSON.stringify(document, undefined, 2);
    await writeFile(path.join(folder.path, names[at] ?? ""), text);
  }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [SCRIPT],
      { cwd: folder.path, env: { REGISTRY_URL: url, SERVER_FILES: names.join("\n"), ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
    );
  });
}

const document = (name: string, more: object = {}) => ({ name, description: "From a job.", version: "1.0.0", ...more });
const versionOf = async (name: string) => get(serverPath(name, "/versions/1.0.0"));

beforeEach(async () => {
  await writeFile(GITHUB.GITHUB_OUTPUT, "");
  await writeFile(GITHUB.GITHUB_STEP_SUMMARY, "");
});

describe("in GitHub Actions", () => {
  test("publishes each document with the job's own id token, and masks the registry's token", async () => {
    const { code, out } = await publish([document("io.github.acme/one"), document("io.github.acme/two")], GITHUB);
    expect({ code, out }).toMatchObject({ code: 0 });
    expect((await versionOf("io.github.acme/one")).status).toBe(200);
    expect((await versionOf("io.github.acme/two")).status).toBe(200);
    const [masked, ...rest] = out.split("\n");
    const token = masked?.replace("::add-mask::", "") ?? "";
    expect(token.length).toBeGreaterThan(100);
    expect(rest.join("\n")).not.toContain(token);
    const told = JSON.parse((await readFile(GITHUB.GITHUB_OUTPUT, "utf8")).replace("published=", "")) as unknown[];
    expect(told).toEqual([
      { name: "io.github.acme/one", version: "1.0.0", url: url + serverPath("io.github.acme/one", "/versions/1.0.0") },
      { name: "io.github.acme/two", version: "1.0.0", url: url + serverPath("io.github.acme/two", "/versions/1.0.0") },
    ]);
    expect(await readFile(GITHUB.GITHUB_STEP_SUMMARY, "utf8")).toContain("- `io.github.acme/two` 1.0.0\n");
  });

  test.each([
    ["repository", { repository: {} }],
    ["url-of-repository", { repository: { url: "", source: "" } }],
    ["schema", { $schema: "" }],
    ["meta", { _meta: {} }],
    ["all", { $schema: "", repository: {}, _meta: {} }],
  ])("a job that is run again succeeds with an empty member: %s", async (name, empty) => {
    const given = document(`io.github.acme/empty-${name}`, empty);
    const first = await publish([given], GITHUB);
    expect(first).toMatchObject({ code: 0 });
    const again = await publish([given], GITHUB);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining("is published already, with this document")]);
    const other = await publish([{ ...given, description: "Another." }], GITHUB);
    expect([other.code, other.out]).toEqual([1, expect.stringContaining("with another document")]);
  });

  test("a job that is run again succeeds, and one with another document of that version fails", async () => {
    const first = document("io.github.acme/again");
    expect((await publish([first], GITHUB)).code).toBe(0);
    const again = await publish([first], GITHUB);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining("is published already, with this document")]);
    const other = await publish([{ ...first, description: "Another." }], GITHUB);
    expect([other.code, other.out]).toEqual([
      1,
      expect.stringMatching(/^::error file=server-0\.json,line=1::.* with another document: /m),
    ]);
  });

  test("an answer that was cut off, and a registry that asks to wait, publish once", async () => {
    faults.push("cut off", "wait");
    const { code, out } = await publish([document("io.github.acme/cut")], { ...GITHUB, REGISTRY_URL: between.url });
    expect([code, out]).toEqual([0, expect.stringContaining("is published already, with this document")]);
    expect(faults).toEqual([]);
  });

  test("shows what is wrong beside the line, and publishes nothing, not even the valid documents", async () => {
    const wrong = `{
  "name": "io.github.acme/wrong",
  "description": "Wrong.",
  "version": "1.0.0",
  "remotes": [
    { "type": "sse", "url": "https://a.example/sse" },
    { "type": "sse",
      "url": "no address" }
  ]
}`;
    const { code, out } = await publish([document("io.github.acme/valid"), wrong], GITHUB);
    expect(code).toBe(1);
    expect(out).toMatch(/^::error file=server-1\.json,line=8,col=7::remotes\[1\]\.url: /m);
    expect((await versionOf("io.github.acme/valid")).status).toBe(404);
  });

  test("a text that is no JSON is shown at its line", async () => {
    const { code, out } = await publish(['{\n  "name": "io.github.acme/broken",\n  oops\n}'], GITHUB);
    expect([code, out]).toEqual([1, expect.stringMatching(/^::error file=server-0\.json,line=3::is not JSON: /m)]);
  });

  test.each(["null", "0", "false", '""', "[]"])("a document that is %s is refused at its line", async (text) => {
    const { code, out } = await publish([text], { ...GITHUB, DRY_RUN: "true" });
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^::error file=server-0\.json,line=1,col=1::must be a JSON object$/m),
    ]);
  });

  test("a check goes on without a login that the registry refuses", async () => {
    const refused = { ...GITHUB, AUDIENCE: "another", DRY_RUN: "true" };
    const { code, out } = await publish([document("io.github.acme/dry")], refused);
    expect([code, out]).toEqual([0, "1 valid. Nothing was published.\n"]);
  });

  test("names of another owner are refused in one sentence", async () => {
    const { code, out } = await publish([document("io.github.other/tool")], GITHUB);
    expect([code, out]).toEqual([1, expect.stringMatching(/^::error file=server-0\.json,line=1::.*io\.github\.acme/m)]);
  });

  test("without the permission for an id token it says which one to give", async () => {
    const { GITHUB_ACTIONS } = GITHUB;
    const { code, out } = await publish([document("io.github.acme/none")], { GITHUB_ACTIONS });
    expect([code, out]).toEqual([1, expect.stringContaining("`permissions: id-token: write`")]);
  });

  test("a check needs no permission and publishes nothing", async () => {
    const { code, out } = await publish([document("io.github.acme/dry")], { GITHUB_ACTIONS: "true", DRY_RUN: "true" });
    expect([code, out]).toEqual([0, "1 valid. Nothing was published.\n"]);
    expect((await versionOf("io.github.acme/dry")).status).toBe(404);
  });

  test("no text of a document becomes a command of the log", async () => {
    const name = "io.github.acme/evil\n::set-output name=published::x";
    const { code, out } = await publish([document(name)], GITHUB);
    expect(code).toBe(1);
    expect(out.split("\n").filter((line) => line.startsWith("::set-output"))).toEqual([]);
  });
});

describe("of a registry with private reads", () => {
  const inClosed = { ...GITHUB, REGISTRY_URL: closed.url };
  const withoutPermission = { GITHUB_ACTIONS: "true", REGISTRY_URL: closed.url };

  test("publishes with the job's own id token, and a job that is run again succeeds", async () => {
    expect(await publish([document("io.github.acme/closed")], inClosed)).toMatchObject({ code: 0 });
    const again = await publish([document("io.github.acme/closed")], inClosed);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining("is published already, with this document")]);
  });

  test("a check uses the id token where the job may ask for one, or a token that it was given", async () => {
    const checked = await publish([document("io.github.acme/checked")], { ...inClosed, DRY_RUN: "true" });
    expect([checked.code, checked.out]).toEqual([0, expect.stringMatching(/^1 valid. Nothing was published.$/m)]);
    const REGISTRY_TOKEN = await tokenFor({ publish: ["com.other/*"] });
    const given = { ...withoutPermission, REGISTRY_TOKEN, DRY_RUN: "true" };
    expect(await publish([document("io.github.acme/checked")], given)).toMatchObject({ code: 0 });
  });

  test("a check without either says what to give", async () => {
    const { code, out } = await publish([document("io.github.acme/blind")], { ...withoutPermission, DRY_RUN: "true" });
    expect([code, out]).toEqual([1, expect.stringContaining("`permissions: id-token: write`")]);
    expect(out).toContain("or `token` to the step");
    const inGitlab = await publish([document("com.gitlab/blind")], { REGISTRY_URL: closed.url, DRY_RUN: "true" });
    expect([inGitlab.code, inGitlab.out]).toEqual([1, expect.stringContaining("`id_tokens`")]);
  });
});

describe("in GitLab", () => {
  const gitlab = { REGISTRY_ID_TOKEN: idToken("gitlab"), QUALITY_REPORT: "report.json" };

  test("publishes with the id token of the job", async () => {
    const { code, out } = await publish([document("com.gitlab/tool")], gitlab);
    expect([code, out]).toEqual([0, "Published com.gitlab/tool 1.0.0.\n"]);
    expect((await versionOf("com.gitlab/tool")).status).toBe(200);
    expect(await readFile(path.join(folder.path, "report.json"), "utf8")).toBe("[]");
  });

  test("writes what is wrong into the log and into the report of merge requests", async () => {
    const { code, out } = await publish([document("com.gitlab/bad", { version: "latest" })], {
      ...gitlab,
      DRY_RUN: "true",
    });
    expect([code, out]).toEqual([1, expect.stringMatching(/^error: server-0\.json:4: version: /m)]);
    const report = JSON.parse(await readFile(path.join(folder.path, "report.json"), "utf8")) as unknown[];
    expect(report[0]).toMatchObject({
      severity: "major",
      location: { path: "server-0.json", lines: { begin: 4 } },
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test("an empty id token is explained", async () => {
    const { code, out } = await publish([document("com.gitlab/none")], {});
    expect([code, out]).toEqual([1, expect.stringContaining("`id_tokens`")]);
  });
});

test.each([
  ["no address", { REGISTRY_URL: "registry" }, "`registry` must be the http or https address of a registry"],
  ["a file that is missing", { SERVER_FILES: "missing.json" }, "missing.json cannot be read (ENOENT)"],
])("%s ends in one sentence", async (_what, environment, sentence) => {
  const { code, out } = await publish([], environment);
  expect([code, out]).toEqual([1, `error: ${sentence}\n`]);
});
