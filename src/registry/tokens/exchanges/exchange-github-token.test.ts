import type { ServerResponse } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { loopbackServer, type SeenRequest } from "../../../../test/support/loopback-server.ts";
import { loopbackFetch, refusalOf, testClock, testTokens } from "../../../../test/support/registry-tokens.ts";

const { db } = await testDatabase({ rooms: ["registry"] });

interface GithubAnswer {
  readonly status?: number;
  readonly body: unknown;
}

let user: GithubAnswer;
let pages: GithubAnswer[];
const github = await loopbackServer((request, response) => write(response, answerTo(request)));
const http = loopbackFetch(github.url);
const tokens = testTokens({
  db,
  clock: testClock(),
  issuerHttp: http,
  config: { githubApiUrl: "https://github.example/api/v3/", blockedNamespaces: ["io.github.blocked"] },
});
await tokens.start();
afterAll(async () => {
  await http.close();
  await github.close();
});

beforeEach(() => {
  user = { body: { login: "Octo-Cat", id: 1 } };
  pages = [{ body: [] }];
});

function answerTo({ path }: SeenRequest): GithubAnswer {
  if (path === "/api/v3/user") return user;
  const page = Number(new URL(path, "http://x").searchParams.get("page"));
  return pages[page - 1] ?? { body: [] };
}

function write(response: ServerResponse, { status = 200, body }: GithubAnswer): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

const membership = (login: string, role = "admin", state = "active") => ({ state, role, organization: { login } });

async function grants(): Promise<string[]> {
  const { token } = await tokens.exchangeGithubToken("gho_abc");
  const actor = await tokens.verify(`Bearer ${token}`);
  expect(actor).toMatchObject({ method: "github-at", subject: "Octo-Cat" });
  expect(actor.permissions.every(({ action }) => action === "publish")).toBe(true);
  return actor.permissions.map(({ resource }) => resource);
}

const reason = async (token = "gho_abc"): Promise<string> => {
  const refusal = await refusalOf(tokens.exchangeGithubToken(token));
  expect(refusal).toMatchObject({ status: 401, code: "tokens.exchangeFailed" });
  expect(refusal.message).not.toContain(token);
  return refusal.message.replace("Token exchange failed: ", "");
};

test("a user may publish in the namespace of the login, and GitHub saw the token", async () => {
  expect(await grants()).toEqual(["io.github.Octo-Cat/*"]);
  expect(http.asked).toEqual([
    "https://github.example/api/v3/user",
    "https://github.example/api/v3/user/memberships/orgs?state=active&per_page=100&page=1",
  ]);
  for (const { headers } of github.seen) expect(headers.authorization).toBe("Bearer gho_abc");
});

test("owned organizations are added; membership alone, invitations and odd names are not", async () => {
  const odd = [membership("member", "member"), membership("invited", "admin", "pending"), membership("odd_name")];
  pages = [{ body: [membership("acme"), ...odd] }];
  expect(await grants()).toEqual(["io.github.Octo-Cat/*", "io.github.acme/*"]);
});

test("organizations are read page by page", async () => {
  const full = Array.from({ length: 100 }, (_, index) => membership(`member-${index}`, "member"));
  pages = [{ body: full }, { body: [membership("acme")] }];
  expect(await grants()).toEqual(["io.github.Octo-Cat/*", "io.github.acme/*"]);
});

test("a token has a hundred namespaces at most, and still fits into a header", async () => {
  pages = [{ body: Array.from({ length: 100 }, (_, index) => membership(`${"o".repeat(36)}${index}`)) }];
  expect(await grants()).toHaveLength(100);
});

test.each([[403], [404]])("a token that may not read memberships (%i) has its user's namespace", async (status) => {
  pages = [{ status, body: { message: "Forbidden" } }];
  expect(await grants()).toEqual(["io.github.Octo-Cat/*"]);
});

describe("a login is refused", () => {
  test("when GitHub does not accept the token", async () => {
    user = { status: 401, body: { message: "Bad credentials" } };
    expect(await reason()).toBe("GitHub does not accept the token");
  });

  test("when GitHub fails, for the user or for the organizations", async () => {
    pages = [{ status: 502, body: "" }];
    expect(await reason()).toBe("GitHub answered the question for organizations with status 502");
    user = { status: 500, body: "" };
    expect(await reason()).toBe("GitHub answered the question whose token it is with status 500");
  });

  test.each([[{ login: "odd_name" }], [{ login: "a/b" }], [{ login: 7 }], [[]], [null]])(
    "when the user is %j",
    async (body) => {
      user = { body };
      expect(await reason()).toBe("GitHub told no usable login for the token");
    },
  );

  test("when GitHub answers with something else than JSON", async () => {
    user = { body: "<html>" };
    expect(await reason()).toBe("github.example answered something that is not JSON");
  });

  test("when the answer is a redirect", async () => {
    user = { status: 302, body: {} };
    expect(await reason()).toBe("GitHub answered the question whose token it is with status 302");
  });

  test.each([["two words"], ["line\r\nX-Injected: 1"], ["tökén"], ["a".repeat(4097)]])(
    "when the token is %j, before GitHub is asked",
    async (token) => {
      const asked = http.asked.length;
      expect(await reason(token)).toBe("the GitHub token has characters that no GitHub token has");
      expect(http.asked).toHaveLength(asked);
    },
  );

  test("when one of the namespaces is blocked", async () => {
    pages = [{ body: [membership("blocked")] }];
    expect(await refusalOf(tokens.exchangeGithubToken("gho_abc"))).toMatchObject({ status: 403 });
  });
});

describe("where only some namespaces get tokens", () => {
  const closed = testTokens({
    db,
    clock: testClock(),
    issuerHttp: http,
    config: {
      githubApiUrl: "https://github.example/api/v3/",
      allowedNamespaces: ["io.github.acme"],
      contact: "ops@acme.example",
    },
  });

  test("an owner of the organization publishes for it, and not for himself", async () => {
    await closed.start();
    pages = [{ body: [membership("acme"), membership("elsewhere")] }];
    const { token } = await closed.exchangeGithubToken("gho_abc");
    expect((await closed.verify(`Bearer ${token}`)).permissions).toEqual([
      { action: "publish", resource: "io.github.acme/*" },
    ]);
  });

  test("a stranger gets none, and so does not read a registry whose reads are private", async () => {
    expect(await refusalOf(closed.exchangeGithubToken("gho_abc"))).toMatchObject({
      status: 403,
      message:
        "Your namespace io.github.Octo-Cat is blocked in this registry. If you think that is wrong: ops@acme.example",
    });
  });

  test("the operator gives tokens as before", async () => {
    const permissions = [{ action: "read", resource: "*" }] as const;
    const request = { method: "operator", subject: "builds", permissions, ttlSeconds: 60 };
    expect((await closed.issue(request)).token).not.toBe("");
  });
});
