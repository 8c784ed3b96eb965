/** The Python client against services that run. */
import { execFile, spawnSync } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { breakingProxy } from "../support/breaking-proxy.ts";
import { playersWorld } from "../support/players-world.ts";
import { registryWorld } from "../support/registry-world.ts";
import { tradingWorld } from "../support/trading-world.ts";

const SOURCES = fileURLToPath(new URL("../../clients/python/src", import.meta.url));
/** The system's own, for which Debian has httpx. */
const PYTHON = ["/usr/bin/python3", "python3"].find(
  (each) => spawnSync(each, ["-c", "import sys, httpx; assert sys.version_info >= (3, 11)"]).status === 0,
);

/** Runs a program that prints one JSON document. */
async function python(program: string, environment: Readonly<Record<string, string>>): Promise<unknown> {
  const head = "import json, os\nfrom tripod_client import *\nenv = os.environ\n";
  const { stdout } = await promisify(execFile)(PYTHON ?? "python3", ["-B", "-c", head + program], {
    env: { PATH: process.env["PATH"] ?? "", PYTHONPATH: SOURCES, ...environment },
  });
  return JSON.parse(stdout);
}

describe.skipIf(PYTHON === undefined)("the Python client (skipped where Python 3.11 or httpx is not installed)", () => {
  test("goes through the pages of the registry, publishes once, and raises what is refused", async () => {
    const world = await registryWorld();
    const proxy = await breakingProxy(world.url);
    for (const name of ["one", "two", "three"]) {
      const remotes = [{ type: "streamable-http", url: `https://${name}.example.com/mcp` }];
      await world.publish({ name: `com.example/${name}`, description: "A server", version: "1.0.0", remotes });
    }
    proxy.loseAnswers(1);
    const program = `
registry = Registry(env["URL"])
names = [each["server"]["name"] for each in registry.servers.iter_servers(limit=2)]
exported = len(list(registry.sync.export_servers()))
try:
    registry.servers.get_version(server_name="com.example/none", version="latest")
except TripodError as error:
    refused = [error.status, error.kind, error.may_have_happened, error.request_id[:4]]
print(json.dumps([sorted(names), exported, refused]))`;
    expect(await python(program, { URL: proxy.url })).toEqual([
      ["com.example/one", "com.example/three", "com.example/two"],
      3,
      [404, "refused", false, "req_"],
    ]);
  });

  test("signs for strict keys, makes a change once though its answer is lost, and goes through pages", async () => {
    const world = await tradingWorld();
    const { key } = await world.person();
    const proxy = await breakingProxy(world.url);
    proxy.loseAnswers(1);
    const program = `
trading = Trading(env["URL"], auth=Signed(env["KEY"], env["SECRET"]))
made = trading.access.create_api_key(label="strict", access="full_access", strict=True)
strict = Trading(env["URL"], auth=Signed(made["key"], made["secret"]))
for label in ("one", "two", "three"):
    trading.access.create_api_key(label=label)
theme = strict.accounts.settings(theme="dark")["theme"]
labels = [each["label"] for each in strict.access.iter_api_keys(limit=2)]
try:
    Trading(env["URL"]).accounts.account_details()
except TripodError as error:
    refused = [error.status, error.code]
print(json.dumps([sorted(labels), refused, theme]))`;
    expect(await python(program, { URL: proxy.url, KEY: key.key, SECRET: key.secret })).toEqual([
      ["one", "strict", "test", "three", "two"],
      [401, 2001],
      "dark",
    ]);
  });

  test("waits as Retry-After says, but not longer than it may", async () => {
    const world = await playersWorld();
    const program = `
import httpx, time
answers = [httpx.Response(429, headers={"Retry-After": "1"}, json={"Error": {"Code": "rate_limited", "Message": "no"}})]
real = httpx.Client()
def answer(request):
    return answers.pop() if answers else real.send(real.build_request(request.method, request.url, headers=request.headers))
players = Players(env["URL"], key=env["KEY"], http=httpx.Client(transport=httpx.MockTransport(answer)))
began = time.monotonic()
servers = len(players.system.list_servers())
waited = time.monotonic() - began >= 1
answers.append(httpx.Response(429, headers={"Retry-After": "3600"}, json={"Error": {"Code": "rate_limited", "Message": "no"}}))
try:
    players.system.list_servers()
except TripodError as error:
    refused = [error.status, error.code, error.retry_after]
found = [each["Id"] for each in players.search.iter_search_names(type="Player", q="e", limit=1)]
whole = [each["Id"] for each in players.search.search_names(type="Player", q="e", limit=200)]
found += [each["From"] for each in players.tribes.iter_members(id="5001", limit=1)]
whole += [each["From"] for each in players.tribes.list_members(id="5001", limit=1000)["History"]]
print(json.dumps([waited, refused, found == whole and len(whole) > 1]))`;
    const refused = [429, "rate_limited", 3600];
    expect(await python(program, { URL: world.url, KEY: world.keys.history })).toEqual([true, refused, true]);
  });

  test("follows events, and continues after a break", async () => {
    const world = await playersWorld();
    const program = `
players = Players(env["URL"], key=env["KEY"])
events = players.events()
print(json.dumps([next(events).type, next(events).type]))`;
    const proxy = await breakingProxy(world.url);
    const breaking = setInterval(() => proxy.breakAll(), 3_000);
    try {
      // A stream that begins again says \`open\` again.
      expect(await python(program, { URL: proxy.url, KEY: world.keys.read })).toEqual(["open", "open"]);
    } finally {
      clearInterval(breaking);
    }
  });
});

describe.skipIf(PYTHON === undefined)("an attempt of the Python client", () => {
  const HEAD = "HTTP/1.1 200 OK\r\n";
  const BEGUN = { headers: `${HEAD}X-Drip: `, body: `${HEAD}Content-Length: 9999\r\n\r\n[` };

  /** The address of a server that answers `[]` a few times, and then begins an answer of which a byte comes now and then. */
  async function drippingServer(begun: string, answered: number): Promise<string> {
    let left = answered;
    const server = createServer((socket) => {
      let dripping: NodeJS.Timeout | undefined;
      socket.on("error", () => {});
      socket.on("close", () => clearInterval(dripping));
      socket.on("data", () => {
        if (left-- > 0) return void socket.write(`${HEAD}Content-Length: 2\r\n\r\n[]`);
        socket.write(begun);
        dripping = setInterval(() => socket.write(" "), 50);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test.each([
    ["its headers", BEGUN.headers, 0],
    ["its body", BEGUN.body, 0],
    ["the body of a later answer on the connection", BEGUN.body, 2],
  ])("ends at its deadline though bytes of %s go on coming", async (_what, begun, answered) => {
    const program = `
players = Players(env["URL"], key="demo", retries=0, deadline=0.5)
answers = []
try:
    while True:
        answers.append(players.system.list_servers())
except TripodError as error:
    print(json.dumps([answers, error.kind]))`;
    const whole = Array.from({ length: answered }, () => []);
    expect(await python(program, { URL: await drippingServer(begun, answered) })).toEqual([whole, "no_answer"]);
  });
});

describe.skipIf(PYTHON === undefined)("lines of the Python client", () => {
  test("are those of the whole body, however it was cut, also one of a quarter of a million pieces", async () => {
    const program = `
from tripod_client._send import lines_of
class Body:
    def __init__(self, pieces):
        self.pieces = pieces
    def iter_bytes(self):
        return iter(self.pieces)
text = "one\\r\\n\\ntwo\u2028 \\r three\\né\\r\\n".encode()
cuts = {json.dumps(list(lines_of(Body([text[:at], b"", text[at:]])))) for at in range(len(text) + 1)}
long = list(lines_of(Body([b"0123456789abcdef"] * 250_000 + [b"\\nlast"])))
print(json.dumps([[json.loads(each) for each in cuts], [len(each) for each in long]]))`;
    expect(await python(program, {})).toEqual([[["one", "", "two\u2028 \r three", "é"]], [4_000_000, 4]]);
  });
});

/** What a caller's own request for a ticket may raise. */
const PASSING = {
  "a full lookup": "answered(503)",
  "too many tickets": "answered(429)",
  "a server that is away": 'httpx.ConnectError("away")',
  "a broken network": 'ConnectionResetError("reset")',
  "an answer 502 to httpx": "of_httpx(502)",
  "an answer 503 to urllib": 'urllib.error.HTTPError("http://page", 503, "no", {}, None)',
};
const FINAL = [
  ["a refused key", "answered(401)", "TripodError"],
  ["a key without the scope", "answered(403)", "TripodError"],
  ["an answer 403 to httpx", "of_httpx(403)", "HTTPStatusError"],
  ["an answer 401 to urllib", 'urllib.error.HTTPError("http://page", 401, "no", {}, None)', "HTTPError"],
  ["a file that is not there", 'FileNotFoundError("key.txt")', "FileNotFoundError"],
  ["a mistake of the program", 'KeyError("Ticket")', "KeyError"],
] as const;

describe.skipIf(PYTHON === undefined)("the stream of the Python client whose ticket", () => {
  /** Fails as often as it is told, then gives tickets of the lookup; waits are noted and not waited. */
  const head = `
import httpx, urllib.error
from tripod_client import _players
waits = []
_players.time.sleep = waits.append
def answered(status):
    return TripodError("no", kind="refused", service="players", operation="presence.createTicket", status=status, retry_after=7)
def of_httpx(status):
    return httpx.HTTPStatusError("no", request=httpx.Request("POST", "http://page"), response=httpx.Response(status))
owner, page = Players(env["URL"], key=env["KEY"]), Players(env["URL"])
def ticket():
    if not failures:
        return owner.presence.create_ticket()["Ticket"]
    failure = failures.pop()
    if isinstance(failure, str):
        return failure
    raise failure
`;
  const tail = `
try:
    said = next(page.events(ticket=ticket)).type
except Exception as error:
    said = [type(error).__name__, getattr(error, "status", None)]
print(json.dumps([said, len(waits), len(waits) > 0 and all(each > 0 for each in waits)]))`;

  test.each(Object.entries(PASSING))("is kept back by %s goes on", async (_what, error) => {
    const world = await playersWorld();
    const program = `${head}failures = [${error}, ${error}, ${error}, ${error}]${tail}`;
    expect(await python(program, { URL: world.url, KEY: world.keys.read })).toEqual(["open", 4, true]);
  });

  test.each(FINAL)("is kept back by %s ends with that error", async (_what, error, name) => {
    const world = await playersWorld();
    const program = `${head}failures = [${error}]${tail}`;
    const [said, waits] = (await python(program, { URL: world.url, KEY: world.keys.read })) as [string[], number];
    expect(said[0]).toBe(name);
    expect(waits).toBe(0);
  });

  test("is refused goes on with another one, and ends at the third in a row", async () => {
    const world = await playersWorld();
    const refused = (count: number) => `${head}failures = ["tkt_old"] * ${count}${tail}`;
    const environment = { URL: world.url, KEY: world.keys.read };
    expect(await python(refused(2), environment)).toEqual(["open", 2, true]);
    expect(await python(refused(3), environment)).toEqual([["TripodError", 401], 2, true]);
    const apart = `${head}failures = ["tkt_old", "tkt_old", answered(503), "tkt_old"]${tail}`;
    expect(await python(apart, environment)).toEqual(["open", 4, true]);
  });
});

describe.skipIf(PYTHON === undefined)("signatures of the Python client", () => {
  test("are those of docs/trading/signing.md", async () => {
    const program = `
import re
from tripod_client._signing import payload_of, token_of
text = open(env["DOCUMENT"]).read()
secret = re.search(r"The secret is \`([0-9a-f]{64})\`", text)[1]
pairs = re.findall(r"^payload {8}(\\S+)\\nAuthorization {2}(\\S+)$", text, re.M)
body = re.search(r'^\`(\\{"code".*\\})\`\\.$', text, re.M)[1]
bound = payload_of(1700000000000000002, "/api/v2/public/fetch-symbol-price", body.encode(), 1700000120)
print(json.dumps([len(pairs), all(token_of(secret, one) == other for one, other in pairs), bound == pairs[1][0]]))`;
    const document = fileURLToPath(new URL("../../docs/trading/signing.md", import.meta.url));
    expect(await python(program, { DOCUMENT: document })).toEqual([2, true, true]);
  });
});
