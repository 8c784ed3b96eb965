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
/** Memberships that are asked for by the organization's name, in lower case. */
let single: Map<string, GithubAnswer>;
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
  single = new Map();
});

function answerTo({ path }: SeenRequest): GithubAnswer {
  if (path === "/api/v3/user") return user;
  const one = /^\/api\/v3\/user\/memberships\/orgs\/([^?]+)$/.exec(path)?.[1];
  if (one !== undefined) return single.get(one.toLowerCase()) ?? { status: 404, body: { message: "Not Found" } };
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

const many = (count: number) => Array.from({ length: count }, (_, index) => membership(`${"o".repeat(36)}${index}`));

describe("a user who owns more organizations than a token has namespaces", () => {
  const leftOut = async () => {
    const issued = await tokens.exchangeGithubToken("gho_abc");
    const actor = await tokens.verify(`Bearer ${issued.token}`);
    expect(actor.omitsNamespaces).toBe(issued.omitsNamespaces);
    return { omits: issued.omitsNamespaces, count: actor.permissions.length };
  };

  test("gets a hundred, which still fit into a header, and learns that some are left out", async () => {
    pages = [{ body: many(100) }];
    expect(await leftOut()).toEqual({ omits: true, count: 100 });
  });

  test("learns it too where a thousand memberships were read and there may be more", async () => {
    const members = Array.from({ length: 100 }, (_, index) => membership(`member-${index}`, "member"));
    pages = Array.from({ length: 11 }, () => ({ body: members }));
    expect(await leftOut()).toEqual({ omits: true, count: 1 });
  });

  test("is not alarmed where all fit", async () => {
    pages = [{ body: many(99) }];
    expect(await leftOut()).toEqual({ omits: undefined, count: 100 });
  });
});

describe("a login for one namespace", () => {
  const grantsFor = async (namespace: string): Promise<string[]> => {
    const { token } = await tokens.exchangeGithubToken("gho_abc", namespace);
    return (await tokens.verify(`Bearer ${token}`)).permissions.map(({ resource }) => resource);
  };
  const refusalFor = async (namespace: string) =>
    (await refusalOf(tokens.exchangeGithubToken("gho_abc", namespace))).message;

  test("asks GitHub for that organization alone, and takes the case of its name from GitHub", async () => {
    single.set("acme", { body: membership("Acme") });
    const asked = http.asked.length;
    expect(await grantsFor("io.github.acme")).toEqual(["io.github.Acme/*"]);
    expect(http.asked.slice(asked)).toEqual([
      "https://github.example/api/v3/user",
      "https://github.example/api/v3/user/memberships/orgs/acme",
    ]);
  });

  test("may be that of the user's own account", async () => {
    expect(await grantsFor("io.github.octo-cat")).toEqual(["io.github.Octo-Cat/*"]);
  });

  test.each([
    ["is a member of", { body: membership("acme", "member") }],
    ["is invited to", { body: membership("acme", "admin", "pending") }],
    ["does not know", { status: 404, body: {} }],
    ["may not tell of", { status: 403, body: {} }],
  ])("is refused for an organization that the user %s", async (_what, answer) => {
    single.set("acme", answer);
    expect(await refusalFor("io.github.acme")).toBe(
      "Token exchange failed: GitHub does not say that Octo-Cat owns acme: log in with an owner's token that may read " +
        "organization memberships",
    );
  });

  test("is refused where GitHub answers for another organization, fails or answers in an unknown form", async () => {
    single.set("acme", { body: membership("other") });
    expect(await refusalFor("io.github.acme")).toContain("does not say that Octo-Cat owns acme");
    single.set("acme", { status: 502, body: "" });
    expect(await refusalFor("io.github.acme")).toContain("with status 502");
    single.set("acme", { body: [] });
    expect(await refusalFor("io.github.acme")).toContain("in an unknown form");
  });

  test.each([["io.github.a/b"], ["io.github."], ["com.acme"], ["acme"], ["io.github.../x"]])(
    "is refused for %j, before GitHub is asked",
    async (namespace) => {
      const asked = http.asked.length;
      expect(await refusalFor(namespace)).toContain("is not a namespace of GitHub");
      expect(http.asked).toHaveLength(asked);
    },
  );
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

  test("an owner of more organizations than a token has namespaces gets the one that counts here", async () => {
    pages = [{ body: many(100) }, { body: [membership("acme")] }];
    const issued = await closed.exchangeGithubToken("gho_abc");
    expect(issued.omitsNamespaces).toBeUndefined();
    expect((await closed.verify(`Bearer ${issued.token}`)).permissions).toEqual([
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
