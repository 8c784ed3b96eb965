/** The results of `tripod check` for everything outside that is set. */
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { commandHere } from "../../test/support/command-here.ts";
import { testDatabase } from "../../test/support/database.ts";

const { connection } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });

const HASH = "0".repeat(63);
/** Answers as an issuer, an upstream, Esplora and Steam, each below a path of its own. */
const outside = createServer((request, response) => {
  const base = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  const answers: Record<string, string> = {
    "/issuer/.well-known/openid-configuration": JSON.stringify({ issuer: `${base}/issuer`, jwks_uri: `${base}/keys` }),
    "/keys": JSON.stringify({ keys: [{ kty: "OKP" }] }),
    "/upstream/v0.1/servers": JSON.stringify({ servers: [], metadata: { count: 0 } }),
    "/esplora/blocks/tip/height": "7",
    "/esplora/blocks/tip/hash": `${HASH}1`,
    [`/esplora/block/${HASH}1`]: JSON.stringify({ id: `${HASH}1`, height: 7, previousblockhash: `${HASH}2` }),
    "/traces": "{}",
    "/steam/ISteamUser/GetPlayerSummaries/v2/": JSON.stringify({ response: { players: [] } }),
  };
  const { pathname } = new URL(request.url ?? "/", base);
  const answer = answers[pathname];
  response.writeHead(answer === undefined ? 404 : 200, { "Content-Type": "application/json" }).end(answer);
}).listen(0, "127.0.0.1");
/** Greets as a mail server, and answers EHLO. */
const mail = createTcpServer((socket) => {
  socket.on("error", () => undefined);
  socket.write("220 test ESMTP\r\n");
  socket.on("data", (data) => socket.write(data.toString().startsWith("QUIT") ? "221 bye\r\n" : "250 test\r\n"));
}).listen(0, "127.0.0.1");
await Promise.all([once(outside, "listening"), once(mail, "listening")]);
afterAll(() => {
  outside.close();
  mail.close();
});

/** Settings that name a server at this place for everything outside. */
function named(http: string, smtp: string): Record<string, string> {
  return {
    TRIPOD_REGISTRY_OIDC_ISSUER: `${http}/issuer`,
    TRIPOD_REGISTRY_OIDC_CLIENT_ID: "tripod",
    TRIPOD_REGISTRY_SYNC_URL: `${http}/upstream`,
    TRIPOD_TRADING_ESPLORA_URL: `${http}/esplora`,
    TRIPOD_TRADING_SMTP_URL: `smtp://${smtp}`,
    TRIPOD_TRACES_URL: `${http}/traces`,
    TRIPOD_PLAYERS_STEAM_API_KEY: "A".repeat(32),
    TRIPOD_PLAYERS_STEAM_API_URL: `${http}/steam`,
    TRIPOD_PORT: "0",
    TRIPOD_ADMIN_PORT: "0",
  };
}

const WHAT = ["issuer", "upstream", "esplora", "mail server", "steam", "traces"] as const;
const portOf = (server: typeof outside | typeof mail) => (server.address() as AddressInfo).port;

test("everything that is set and answers is ok, each in one line", async () => {
  const run = await commandHere(connection, named(`http://127.0.0.1:${portOf(outside)}`, `127.0.0.1:${portOf(mail)}`));
  const ran = await run("check", "all");
  expect(ran, ran.out + ran.err).toMatchObject({ code: 0, err: "" });
  for (const what of [...WHAT, "disk", "exchanges", "wallets"]) expect(ran.out).toContain(`ok    ${what}: `);
  expect(ran.out).toContain(
    "ok    browser sign-in: browsers cannot sign in at the issuer until publicUrl (TRIPOD_PUBLIC",
  );
});

test("a cluster's file that a start refuses, or that is named and is not there, is wrong", async () => {
  const ports = { TRIPOD_PORT: "0", TRIPOD_ADMIN_PORT: "0" };
  const settings = { ...ports, TRIPOD_PLAYERS_CLUSTER_FILE: "cluster.yaml" };
  const checkedWith = async (files: Readonly<Record<string, string>>) =>
    (await commandHere(connection, settings, files))("check", "players");
  const servers =
    "servers:\n    - { key: island, name: The Island, game: asa, rcon: { port: 27021, password: hunter2 } }\n";
  const bad = await checkedWith({ "cluster.yaml": servers });
  expect([bad.code, bad.out]).toEqual([
    1,
    expect.stringMatching(
      /^wrong cluster: The cluster's file cannot be used: cluster\.yaml:1:1: servers must stand below [^\n]*$/m,
    ),
  ]);
  const good = await checkedWith({ "cluster.yaml": `players:\n  ${servers}` });
  expect([good.code, good.out]).toEqual([
    0,
    expect.stringContaining("ok    cluster: 1 game server in cluster.yaml; `tripod players doctor` tries"),
  ]);
  const gone = await checkedWith({});
  expect([gone.code, gone.out]).toEqual([
    1,
    expect.stringContaining(
      "wrong cluster: TRIPOD_PLAYERS_CLUSTER_FILE names cluster.yaml, which is not there, so no game server is read",
    ),
  ]);
  const none = await (await commandHere(connection, ports))("check", "players");
  expect([none.code, none.out]).toEqual([
    0,
    expect.stringContaining("ok    cluster: there is no file tripod.yaml, so no game server is read"),
  ]);
});

test("a tape that would record nothing, because less is free than its minimum, is wrong", async () => {
  const checked = async (settings: Readonly<Record<string, string>>) =>
    (await commandHere(connection, { TRIPOD_PORT: "0", TRIPOD_ADMIN_PORT: "0", ...settings }))("check", "trading");
  const short = { TRIPOD_TRADING_TAPE_MINIMUM_FREE_MEGABYTES: "1000000000" };
  const full = await checked(short);
  expect([full.code, full.out]).toEqual([
    1,
    expect.stringMatching(
      /^wrong tape: nothing would be recorded: only \d+ MB are free in .* at least 1000000000 MB\./m,
    ),
  ]);
  const off = await checked({ ...short, TRIPOD_TRADING_TAPE_RECORD: "false" });
  expect([off.code, off.out.includes(" tape: ")]).toEqual([0, false]);
});

test("places of packages and name servers that cannot be used are wrong, as they are to a start", async () => {
  const checked = async (settings: Readonly<Record<string, string>>) =>
    (await commandHere(connection, { TRIPOD_PORT: "0", TRIPOD_ADMIN_PORT: "0", ...settings }))("check", "registry");
  for (const [name, value, says] of [
    ["NPM_URL", "npm.example.com", "wrong packages: npmUrl: must be an http or https URL"],
    ["OCI_HOSTS", "-1", 'wrong packages: ociHosts: "-1" is neither a host nor HOST=URL.'],
    ["MCPB_HOSTS", "https://a/b", 'wrong packages: mcpbHosts: "https://a/b" must be a host without a path.'],
    ["DNS_SERVERS", "999.1.1.1", "registry.dnsServers (TRIPOD_REGISTRY_DNS_SERVERS)"],
    ["DNS_SERVERS", "10.0.0.2:99999", "must be an IP address, with :port where that is not 53"],
  ] as const) {
    const { code, out, err } = await checked({ [`TRIPOD_REGISTRY_${name}`]: value });
    expect([code, out + err]).toEqual([1, expect.stringContaining(says)]);
  }
  const good = await checked({
    TRIPOD_REGISTRY_NPM_URL: "http://npm.internal:4873",
    TRIPOD_REGISTRY_DNS_SERVERS: "10.0.0.2, 10.0.0.2:5353, fd00::2, [fd00::2], [fd00::2]:5353",
  });
  expect([good.code, good.out]).toEqual([
    0,
    expect.stringContaining("ok    packages: may be looked up at npm.internal:4873"),
  ]);
});

test("exchanges that may not be meant live are refused, and a check says which ones trade on paper", async () => {
  const checked = async (exchanges: string) => {
    const settings = { TRIPOD_PORT: "0", TRIPOD_ADMIN_PORT: "0", TRIPOD_TRADING_EXCHANGES: exchanges };
    return (await commandHere(connection, settings))("check", "trading");
  };
  const mistyped = await checked("papr:binance");
  expect([mistyped.code, mistyped.err]).toEqual([1, expect.stringContaining('"papr:binance" is neither')]);
  const good = await checked("kraken,paper:binance");
  expect([good.code, good.out]).toEqual([
    0,
    expect.stringContaining("ok    exchanges: kraken live, binance on paper: the names are known"),
  ]);
});

test("private reads are told to be open to every login until namespaces are named", async () => {
  const settings = { TRIPOD_REGISTRY_PRIVATE_READS: "on", TRIPOD_PORT: "0", TRIPOD_ADMIN_PORT: "0" };
  const open = await (await commandHere(connection, settings))("check", "registry");
  expect(open.out).toContain(
    "ok    private reads: every owner of a domain or of a GitHub account gets a token, and reads",
  );
  const ours = { ...settings, TRIPOD_REGISTRY_ALLOWED_NAMESPACES: "io.github.acme" };
  const closed = await (await commandHere(connection, ours))("check", "registry");
  expect(closed.out).not.toContain("private reads");
});

test("what is set and does not answer is wrong, each in one line, and the command exits with 1", async () => {
  const settings = named("http://127.0.0.1:1", "joe:hunter2@127.0.0.1:1");
  const run = await commandHere(connection, {
    ...settings,
    TRIPOD_TRADING_EXCHANGES: "simulated,nowhere",
    TRIPOD_TRADING_BITCOIN_ACCOUNT_KEY: "nonsense",
  });
  const ran = await run("check", "all");
  expect(ran.code).toBe(1);
  for (const what of [...WHAT, "exchanges", "wallets"]) expect(ran.out).toContain(`wrong ${what}: `);
  expect(ran.out).not.toMatch(/does not work: an unexpected error|hunter2|AAAA/);
  expect(ran.err).toBe("error: 8 of these must be mended before Tripod can serve as the settings say.\n");
});

test("a collector that refuses traces is wrong, with what to look at, and its credentials are not shown", async () => {
  const base = `http://127.0.0.1:${portOf(outside)}`;
  const settings = {
    TRIPOD_PORT: "0",
    TRIPOD_ADMIN_PORT: "0",
    TRIPOD_TRACES_HEADERS: "authorization=Bearer%20hunter2",
  };
  const ran = await (
    await commandHere(connection, { ...settings, TRIPOD_TRACES_URL: `${base}/v2/traces` })
  )("check", "registry");
  expect([ran.code, ran.out.includes("hunter2")]).toEqual([1, false]);
  expect(ran.out).toContain(
    `wrong traces: ${new URL(base).host} answered 404 to traces without a span: TRIPOD_TRACES_URL is`,
  );
  const odd = await (
    await commandHere(connection, {
      ...settings,
      TRIPOD_TRACES_URL: `${base}/traces`,
      TRIPOD_TRACES_HEADERS: "hunter2",
    })
  )("check", "registry");
  expect([odd.code, odd.out.includes("hunter2")]).toEqual([1, false]);
  expect(odd.out).toContain("wrong traces: TRIPOD_TRACES_HEADERS must be pairs");
});

test("credentials for an upstream that is not named are wrong, as they are to a start", async () => {
  const run = await commandHere(connection, { TRIPOD_REGISTRY_SYNC_TOKEN: "hidden-token-of-a-test" });
  const ran = await run("check", "registry");
  expect([ran.code, ran.out.includes("hidden")]).toEqual([1, false]);
  expect(ran.out).toContain("wrong upstream: There are credentials for an upstream and no upstream");
});

test.each([
  ["an issuer without a client", { ISSUER: "" }, "There is an issuer and no client, so this login is off"],
  ["a client without an issuer", { CLIENT_ID: "tripod" }, "and no issuer, so they have no effect"],
  ["patterns without an issuer", { PUBLISH_PATTERNS: "com.example/*" }, "and no issuer, so they have no effect"],
  ["admins without an issuer", { ADMIN_CLAIMS: "groups=admins" }, "and no issuer, so they have no effect"],
])("%s is wrong, because the login is off then", async (_what, set, says) => {
  const values = Object.entries(set).map(([name, value]) => [`TRIPOD_REGISTRY_OIDC_${name}`, value] as const);
  const issuer = `http://127.0.0.1:${portOf(outside)}/issuer`;
  const run = await commandHere(
    connection,
    Object.fromEntries(values.map(([name, value]) => [name, value === "" ? issuer : value])),
  );
  const ran = await run("check", "registry");
  expect(ran.code).toBe(1);
  expect(ran.out).toMatch(new RegExp(`^wrong issuer: .*${says}`, "m"));
});

test("anonymous tokens are wrong where their namespace is not allowed", async () => {
  const settings = { TRIPOD_REGISTRY_ANONYMOUS_AUTH: "true", TRIPOD_REGISTRY_ALLOWED_NAMESPACES: "com.example" };
  const shut = await (await commandHere(connection, settings))("check", "registry");
  expect(shut.code).toBe(1);
  expect(shut.out).toContain("wrong anonymous tokens: TRIPOD_REGISTRY_ANONYMOUS_AUTH gives tokens for io.modelcontext");
  const both = { ...settings, TRIPOD_REGISTRY_ALLOWED_NAMESPACES: "com.example,io.modelcontextprotocol.anonymous" };
  expect((await (await commandHere(connection, both))("check", "registry")).out).not.toContain("anonymous");
});

test("an issuer and an upstream that answer something else are wrong", async () => {
  const base = `http://127.0.0.1:${portOf(outside)}`;
  const run = await commandHere(connection, {
    ...named(base, `127.0.0.1:${portOf(mail)}`),
    TRIPOD_REGISTRY_OIDC_ISSUER: `${base}/elsewhere`,
    TRIPOD_REGISTRY_SYNC_URL: `${base}/elsewhere`,
  });
  const ran = await run("check", "registry");
  expect(ran.code).toBe(1);
  expect(ran.out).toContain("wrong issuer: ");
  expect(ran.out).toContain("wrong upstream: ");
});

test("a database that is away is named with host and port, and without its password", async () => {
  const database = "postgres://joe:hunter2@127.0.0.1:1/db";
  const run = await commandHere(connection, {
    TRIPOD_DATABASE_URL: database,
    TRIPOD_PORT: "0",
    TRIPOD_ADMIN_PORT: "0",
  });
  const ran = await run("check", "registry");
  expect(ran.code).toBe(1);
  expect(ran.out).toContain("wrong database: The database at 127.0.0.1:1 does not answer: nothing listens there");
  expect(ran.out + ran.err).not.toContain("hunter2");
});
