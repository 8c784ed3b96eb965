import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { loopbackServer } from "../../../test/support/loopback-server.ts";
import { tunnelProxy } from "../../../test/support/tunnel-proxy.ts";
import { systemClock } from "../time/clock.ts";
import { outbound, type OutboundOptions } from "./outbound.ts";
import { proxyRules } from "./proxy-rules.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";

/** Names end in `.test`: only the proxy knows them, and it leads all of them to `target`. */
const target = await loopbackServer((request, response) => {
  if (request.path === "/away") response.writeHead(302, { location: `http://elsewhere.test:${target.port}/` }).end();
  else response.end(`hello from ${String(request.headers.host)}`);
});
const proxy = await tunnelProxy({
  port: target.port,
  plain(request, response) {
    const { host, pathname } = new URL(request.url ?? "");
    void fetch(`${target.url}${pathname}`, { headers: { "x-host": host }, redirect: "manual" }).then(async (answer) => {
      const location = answer.headers.get("location");
      response.writeHead(answer.status, location === null ? {} : { location }).end(await answer.text());
    });
  },
});
const { asked, port } = proxy;
afterAll(async () => {
  proxy.close();
  await target.close();
});
beforeEach(() => {
  asked.length = 0;
  target.seen.length = 0;
  proxy.refuses = false;
  proxy.fails = undefined;
});

const NAMED = `http://named.test:${target.port}`;
const RULES = proxyRules({
  HTTP_PROXY: `http://user:p%40ss@127.0.0.1:${port}`,
  HTTPS_PROXY: `http://user:p%40ss@127.0.0.1:${port}`,
  NO_PROXY: "direct.test",
});

async function get(url: string, options: Partial<OutboundOptions> = {}, redirects = 0) {
  const guard = outbound({
    allowPrivate: ["named.test", "direct.test"],
    resolver: { lookup: async (host) => (host === "direct.test" ? ["127.0.0.1"] : ["10.255.255.1"]) },
    userAgent: "test",
    clock: systemClock(),
    proxied: { rules: RULES, urls: [NAMED, "https://named.test", `http://direct.test:${target.port}`] },
    ...options,
  });
  try {
    return await guard.request({ url, maxBytes: 1000, timeoutMs: PATIENCE_MS, redirects });
  } finally {
    await guard.close();
  }
}

describe("a place that the operator has named", () => {
  test("is asked through the proxy, with the proxy's own credentials, which the place does not see", async () => {
    expect((await get(`${NAMED}/a`)).body.toString()).toContain("hello");
    expect(asked.map(({ what }) => what)).toEqual([`GET ${NAMED}/a`]);
    expect(asked[0]?.headers["proxy-authorization"]).toBe(`Basic ${Buffer.from("user:p@ss").toString("base64")}`);
    expect(target.seen[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  test("is asked by https through a tunnel", async () => {
    // The server behind the tunnel does not use TLS.
    await expect(get("https://named.test/a")).rejects.toMatchObject({ kind: "unreachable" });
    expect(asked.map(({ what }) => what)).toEqual(["CONNECT named.test:443"]);
  });

  test("that NO_PROXY names is asked directly", async () => {
    expect((await get(`http://direct.test:${target.port}/`)).status).toBe(200);
    expect(asked).toEqual([]);
  });

  test("cannot be asked when the proxy refuses, which the error says", async () => {
    proxy.refuses = true;
    await expect(get("https://named.test/")).rejects.toThrow("The proxy refused the connection: it answered 403.");
  });

  test("is unreachable when the proxy drops tunnels, each of which is asked for once", async () => {
    proxy.fails = "drops";
    await expect(get("https://named.test")).rejects.toMatchObject({ kind: "unreachable" });
    expect(asked).toHaveLength(1);
  });

  test("is given up in time when the proxy opens no tunnel", async () => {
    proxy.fails = "hangs";
    const guard = outbound({
      allowPrivate: ["named.test"],
      userAgent: "test",
      clock: systemClock(),
      proxied: { rules: RULES, urls: ["https://named.test"] },
    });
    const request = guard.request({ url: "https://named.test", maxBytes: 1000, timeoutMs: 500, redirects: 0 });
    await expect(request).rejects.toMatchObject({ kind: "timeout" });
    await guard.close();
  });

  test("may not be where clouds keep credentials", async () => {
    const url = "http://169.254.169.254/latest";
    const named = { proxied: { rules: RULES, urls: [url] }, allowPrivate: ["169.254.0.0/16"] };
    await expect(get(url, named)).rejects.toMatchObject({ kind: "refused" });
    expect(asked).toEqual([]);
  });
});

describe("a place that the operator has not named", () => {
  test("is never asked through the proxy, and stays under the guard", async () => {
    await expect(get("https://internal.test/")).rejects.toMatchObject({ kind: "refused" });
    await expect(get(`http://named.test:${target.port + 1}/`, { allowPrivate: [] })).rejects.toMatchObject({
      kind: "refused",
    });
    expect(asked).toEqual([]);
  });

  test("is not reached by a redirect through the proxy", async () => {
    await expect(get(`${NAMED}/away`, {}, 3)).rejects.toMatchObject({ kind: "refused" });
    expect(asked).toHaveLength(1);
  });
});

test("a guard of customers' addresses knows no proxy", async () => {
  await expect(get(`${NAMED}/a`, { proxied: undefined, allowPrivate: [] })).rejects.toMatchObject({ kind: "refused" });
  expect(asked).toEqual([]);
});
