import { afterEach, describe, expect, test } from "vitest";
import { loopbackServer, type Handler, type LoopbackServer } from "../../../test/support/loopback-server.ts";
import { systemClock } from "../time/clock.ts";
import { outbound, type Outbound, type OutboundRequest } from "./outbound.ts";
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

/** `/to?<status>&<target>` redirects; everything else is the end of the way. */
const redirecting: Handler = (request, response) => {
  const match = /^\/to\?(\d+)&(.+)$/.exec(request.path);
  if (match) response.writeHead(Number(match[1]), { Location: decodeURIComponent(match[2] ?? "") }).end("moved");
  else response.end("arrived");
};

function to(status: number, target: string): string {
  return `/to?${status}&${encodeURIComponent(target)}`;
}

function guard(allowPrivate: readonly string[] = ["127.0.0.0/8"]): Outbound {
  const made = outbound({ allowPrivate, userAgent: "Tripod-Test/1.0", clock: systemClock() });
  open.push(made);
  return made;
}

function ask(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return { url, maxBytes: 1000, timeoutMs: PATIENCE_MS, redirects: 2, ...more };
}

describe("redirects", () => {
  test.each([301, 302, 303, 307, 308])("%i is followed to its end", async (status) => {
    const there = await server(redirecting);
    const answer = await guard().request(ask(there.url + to(status, "../end")));
    expect(answer).toMatchObject({ status: 200, url: `${there.url}/end` });
    expect(answer.body.toString()).toBe("arrived");
  });

  test("none is followed when none is wanted", async () => {
    const there = await server(redirecting);
    const asked = guard().request(ask(there.url + to(302, "/end"), { redirects: 0 }));
    await expect(asked).rejects.toMatchObject({ name: "OutboundError", kind: "refused" });
    expect(there.seen).toHaveLength(1);
  });

  test("one more than wanted is too many", async () => {
    const there = await server(redirecting);
    const twice = to(302, to(302, "/end"));
    expect(await guard().request(ask(there.url + twice))).toMatchObject({ status: 200 });
    const asked = guard().request(ask(there.url + to(302, twice)));
    await expect(asked).rejects.toMatchObject({ kind: "tooManyRedirects" });
    expect(there.seen.filter(({ path }) => path === "/end")).toHaveLength(1);
  });

  test("a status of redirection without a place to go is an answer", async () => {
    const there = await server((_request, response) => response.writeHead(302).end());
    expect(await guard().request(ask(there.url))).toMatchObject({ status: 302 });
  });

  test.each([
    ["a private address", "https://127.0.0.2:1/", "The server is not at a public address."],
    ["another port of an allowed host", "http://127.0.0.1:1/", "The server must be asked by https."],
    ["cloud metadata", "https://169.254.169.254/", "The server is not at a public address."],
    ["a file", "file:///etc/passwd", "The target of a redirect must start with https://."],
    [
      "a URL with a password",
      "https://a:b@a.example/",
      "The target of a redirect must not contain a user name or password.",
    ],
    ["nonsense", "https://[", "The target of a redirect is not a valid URL."],
  ])("one to %s is refused", async (_what, target, message) => {
    const there = await server(redirecting);
    const asked = guard([`127.0.0.1:${there.port}`]).request(ask(there.url + to(302, target)));
    await expect(asked).rejects.toMatchObject({ kind: "refused", message });
  });

  test("one to another server is refused when only the first is allowed, and the other sees nothing", async () => {
    const [there, hidden] = [await server(redirecting), await server(redirecting)];
    const request = ask(there.url + to(302, hidden.url.replace("http:", "https:")));
    const asked = guard([`127.0.0.1:${there.port}`]).request(request);
    await expect(asked).rejects.toMatchObject({ kind: "refused", message: "The server is not at a public address." });
    expect(hidden.seen).toEqual([]);
  });

  test("the caller may refuse a target", async () => {
    const there = await server(redirecting);
    const redirectAllowed = (url: URL): boolean => url.pathname !== "/end";
    const asked = guard().request(ask(there.url + to(302, "/end"), { redirectAllowed }));
    await expect(asked).rejects.toMatchObject({ kind: "refused" });
    expect(there.seen).toHaveLength(1);
  });

  const secrets = { Authorization: "Bearer t", Cookie: "c=1", "X-Api-Key": "k", Accept: "text/plain" };

  test("headers stay on the way within one origin", async () => {
    const there = await server(redirecting);
    await guard().request(ask(there.url + to(307, "/end"), { headers: secrets }));
    expect(there.seen[1]?.headers).toMatchObject({ authorization: "Bearer t", cookie: "c=1", "x-api-key": "k" });
  });

  test("secrets do not go along to another origin, nor come back on the way home", async () => {
    const [there, other] = [await server(redirecting), await server(redirecting)];
    await guard().request(ask(there.url + to(307, other.url + to(307, `${there.url}/end`)), { headers: secrets }));
    for (const { headers } of [other.seen[0], there.seen[1]].flatMap((request) => request ?? [])) {
      expect(headers).toMatchObject({ accept: "text/plain", "user-agent": "Tripod-Test/1.0" });
      for (const name of ["authorization", "cookie", "x-api-key"]) expect(headers).not.toHaveProperty(name);
    }
    expect(there.seen).toHaveLength(2);
  });

  test.each([
    [302, "GET", ""],
    [303, "GET", ""],
    [307, "POST", "hello"],
    [308, "POST", "hello"],
  ])("after %i a POST goes on as %s", async (status, method, body) => {
    const there = await server(redirecting);
    const headers = { "Content-Type": "text/plain" };
    await guard().request(ask(there.url + to(status, "/end"), { method: "POST", headers, body: "hello" }));
    expect(there.seen[1]).toMatchObject({ method, body });
    expect(there.seen[1]?.headers["content-type"]).toBe(method === "POST" ? "text/plain" : undefined);
  });

  test("a body is not sent on to another origin", async () => {
    const [there, other] = [await server(redirecting), await server(redirecting)];
    const asked = guard().request(ask(there.url + to(307, other.url), { method: "POST", body: "hello" }));
    await expect(asked).rejects.toMatchObject({ kind: "refused" });
    expect(other.seen).toEqual([]);
  });
});
