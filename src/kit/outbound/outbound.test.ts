import { afterEach, describe, expect, test } from "vitest";
import { loopbackServer, type Handler, type LoopbackServer } from "../../../test/support/loopback-server.ts";
import { systemClock } from "../time/clock.ts";
import { OutboundError } from "./error.ts";
import { outbound, type Outbound, type OutboundOptions, type OutboundRequest } from "./outbound.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function server(handler: Handler): Promise<LoopbackServer> {
  const started = await loopbackServer(handler);
  open.push(started);
  return started;
}

function guard(options: Partial<OutboundOptions> = {}): Outbound {
  const made = outbound({ allowPrivate: [], userAgent: "Tripod-Test/1.0", clock: systemClock(), ...options });
  open.push(made);
  return made;
}

const loopback = { allowPrivate: ["127.0.0.0/8"] };

function ask(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return { url, maxBytes: 1000, timeoutMs: PATIENCE_MS, redirects: 0, ...more };
}

async function failure(work: Promise<unknown>): Promise<OutboundError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundError)) throw new Error("an OutboundError was expected", { cause: error });
  return error;
}

/** A resolver that gives these answers in turn, and remembers which names it was asked for. */
function scriptedResolver(...answers: readonly string[][]): {
  asked: string[];
  lookup(host: string): Promise<string[]>;
} {
  const asked: string[] = [];
  return {
    asked,
    lookup(host) {
      const answer = answers[asked.length] ?? answers.at(-1) ?? [];
      asked.push(host);
      return Promise.resolve(answer);
    },
  };
}

describe("an allowed request", () => {
  test("brings back status, headers, body and address", async () => {
    const there = await server((_request, response) => response.writeHead(404, { "X-Twice": ["a", "b"] }).end("gone"));
    const answer = await guard(loopback).request(ask(`${there.url}/a?b=c#d`));
    expect(answer).toMatchObject({ status: 404, url: `${there.url}/a?b=c#d` });
    expect(answer.headers["x-twice"]).toBe("a, b");
    expect(answer.body.toString()).toBe("gone");
    expect(there.seen[0]).toMatchObject({ method: "GET", path: "/a?b=c" });
    expect(there.seen[0]?.headers).toMatchObject({ "user-agent": "Tripod-Test/1.0", "accept-encoding": "identity" });
  });

  test("carries its method, headers and body", async () => {
    const there = await server((_request, response) => response.end());
    const headers = { Authorization: "Bearer t", "User-Agent": "Mine/2" };
    await guard(loopback).request(ask(there.url, { method: "POST", headers, body: "hello" }));
    expect(there.seen[0]).toMatchObject({ method: "POST", body: "hello" });
    expect(there.seen[0]?.headers).toMatchObject({ authorization: "Bearer t", "user-agent": "Mine/2" });
  });

  test("may be a HEAD request for something larger than the limit", async () => {
    const there = await server((_request, response) => response.writeHead(200, { "Content-Length": "999999" }).end());
    expect(await guard(loopback).request(ask(there.url, { method: "HEAD" }))).toMatchObject({ status: 200 });
  });

  test("leaves no connection open", async () => {
    const there = await server((_request, response) => response.end("ok"));
    const door = guard(loopback);
    for (let turn = 0; turn < 5; turn++) await door.request(ask(there.url));
    await expect.poll(() => there.connections()).toBe(0);
  });
});

describe("a request is refused", () => {
  test.each([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://①②⑦.⓪.⓪.①/",
    "https://0/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::127.0.0.1]/",
    "https://[2002:7f00:1::]/",
    "https://[fe80::1]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://10.0.0.1:8443/",
    "https://localhost/",
  ])("for %s, without naming the address", async (url) => {
    const error = await failure(guard({ resolver: scriptedResolver(["127.0.0.1"]) }).request(ask(url)));
    expect(error.kind).toBe("refused");
    expect(error.reason).toMatch(/is not at a public address/);
    expect(error.reason).not.toMatch(/\d+\.\d+|::/);
  });

  test.each([
    ["ftp://a.example/", /must start with https/],
    ["file:///etc/passwd", /must start with https/],
    ["data:text/plain,x", /must start with https/],
    ["https://user@a.example/", /user name or password/],
    ["https://:secret@a.example/", /user name or password/],
    ["not a url", /not a valid URL/],
    ["//a.example/", /not a valid URL/],
    ["http://a.example/", /must be asked by https/],
    [`https://a.example/${"x".repeat(9000)}`, /too long/],
  ])("for %s, before any name is resolved", async (url, reason) => {
    const resolver = scriptedResolver(["8.8.8.8"]);
    const error = await failure(guard({ resolver }).request(ask(url)));
    expect(error.kind).toBe("refused");
    expect(error.reason).toMatch(reason);
    expect(resolver.asked).toEqual([]);
  });

  test("when only one of several answers is private, and nothing is contacted", async () => {
    const there = await server((_request, response) => response.end());
    const resolver = scriptedResolver(["8.8.8.8", "127.0.0.1"]);
    const url = `https://mixed.test:${there.port}/`;
    const error = await failure(guard({ resolver }).request(ask(url)));
    expect(error.reason).toBe("mixed.test is not at a public address.");
    expect(there.seen).toEqual([]);
  });

  test.each([["127.0.0.1%lo"], ["0x7f.1"], ["localhost"], [""]])("when the resolver answers %j", async (answer) => {
    const error = await failure(
      guard({ ...loopback, resolver: scriptedResolver([answer]) }).request(ask("https://a.test/")),
    );
    expect(error.kind).toBe("refused");
  });

  test("when a name has very many addresses", async () => {
    const resolver = scriptedResolver(Array.from({ length: 65 }, () => "8.8.8.8"));
    expect((await failure(guard({ resolver }).request(ask("https://a.test/")))).kind).toBe("refused");
  });

  test("by http when only some of a name's addresses may be asked so", async () => {
    const resolver = scriptedResolver(["127.0.0.1", "8.8.8.8"]);
    const error = await failure(guard({ ...loopback, resolver }).request(ask("http://a.test/")));
    expect(error.reason).toBe("a.test must be asked by https.");
  });

  test.each(["Host", "Transfer-Encoding", "content-length", "Connection"])("when it sets %s itself", async (name) => {
    const error = await failure(guard(loopback).request(ask("https://127.0.0.1/", { headers: { [name]: "x" } })));
    expect(error.kind).toBe("refused");
  });

  test("when a header would break out of its line", async () => {
    const there = await server((_request, response) => response.end());
    const headers = { "x-note": "a\r\nHost: b" };
    expect((await failure(guard(loopback).request(ask(there.url, { headers })))).kind).toBe("refused");
    expect(there.seen).toEqual([]);
  });
});

describe("the address that was checked is the address used", () => {
  test("a name is resolved once, and its checked answer is connected to", async () => {
    const there = await server((_request, response) => response.end("reached"));
    const resolver = scriptedResolver(["127.0.0.1"], ["127.0.0.2"]);
    const url = `http://rebinding.test:${there.port}/`;
    const answer = await guard({ allowPrivate: ["127.0.0.1"], resolver }).request(ask(url));
    expect(answer.body.toString()).toBe("reached");
    expect(resolver.asked).toEqual(["rebinding.test"]);
    expect(there.seen[0]?.headers.host).toBe(`rebinding.test:${there.port}`);
  });

  test("a redirect to the same name is resolved and checked again", async () => {
    const there = await server((_request, response) => response.writeHead(302, { Location: "/next" }).end());
    const resolver = scriptedResolver(["127.0.0.1"], ["127.0.0.2"]);
    const url = `http://rebinding.test:${there.port}/`;
    const error = await failure(guard({ allowPrivate: ["127.0.0.1"], resolver }).request(ask(url, { redirects: 3 })));
    expect(error.reason).toBe("rebinding.test is not at a public address.");
    expect(there.seen.map(({ path }) => path)).toEqual(["/"]);
  });

  test("the next checked address is tried when the first does not answer", async () => {
    const there = await server((_request, response) => response.end("reached"));
    const resolver = scriptedResolver(["127.0.0.9", "127.0.0.1"]);
    const answer = await guard({ ...loopback, resolver }).request(ask(`http://two.test:${there.port}/`));
    expect(answer.status).toBe(200);
  });
});

describe("a request without a receiver", () => {
  test("is unreachable when the name cannot be resolved", async () => {
    const resolver = { lookup: () => Promise.reject(new Error("ENOTFOUND from 10.0.0.53")) };
    const error = await failure(guard({ resolver }).request(ask("https://nowhere.test/")));
    expect(error).toMatchObject({ kind: "unreachable", reason: "The host name nowhere.test could not be resolved." });
  });

  test("is unreachable when the name has no address", async () => {
    const error = await failure(guard({ resolver: scriptedResolver([]) }).request(ask("https://nowhere.test/")));
    expect(error.kind).toBe("unreachable");
  });

  test("is unreachable when the port is closed", async () => {
    const there = await loopbackServer(() => undefined);
    await there.close();
    const error = await failure(guard(loopback).request(ask(there.url)));
    expect(error.kind).toBe("unreachable");
    expect(error.reason).not.toContain("127.0.0.1");
  });

  test("is unreachable when the connection is cut", async () => {
    const there = await server((_request, response) => response.socket?.destroy());
    expect((await failure(guard(loopback).request(ask(there.url)))).kind).toBe("unreachable");
  });
});
