import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { selfSignedCertificate } from "../../../test/support/certificate.ts";
import { loopbackServer, type Handler, type LoopbackServer } from "../../../test/support/loopback-server.ts";
import { systemClock } from "../time/clock.ts";
import { outbound, type Outbound, type OutboundOptions, type OutboundRequest } from "./outbound.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function server(handler: Handler, secure?: { key: string; certificate: string }): Promise<LoopbackServer> {
  const started = await loopbackServer(handler, secure);
  open.push(started);
  return started;
}

function guard(options: Partial<OutboundOptions> = {}): Outbound {
  const allowPrivate = ["127.0.0.0/8"];
  const made = outbound({ allowPrivate, userAgent: "Tripod-Test/1.0", clock: systemClock(), ...options });
  open.push(made);
  return made;
}

function ask(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return { url, maxBytes: 1000, timeoutMs: PATIENCE_MS, redirects: 2, ...more };
}

describe("size", () => {
  test("a body of exactly the limit is read", async () => {
    const there = await server((_request, response) => response.end("x".repeat(1000)));
    expect((await guard().request(ask(there.url))).body).toHaveLength(1000);
  });

  test("a body that declares more is refused before it comes", async () => {
    const there = await server((_request, response) => {
      response.writeHead(200, { "Content-Length": "1001" }).flushHeaders();
    });
    await expect(guard().request(ask(there.url))).rejects.toMatchObject({ kind: "tooLarge" });
  });

  test("an endless body is cut off", async () => {
    const there = await server((_request, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write("x".repeat(400)));
      };
      response.on("drain", pour);
      pour();
    });
    await expect(guard().request(ask(there.url))).rejects.toMatchObject({ kind: "tooLarge" });
    await expect.poll(() => there.connections()).toBe(0);
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("what is sent as %s all the same is unpacked, up to the limit", async (encoding, pack) => {
    const there = await server((request, response) => {
      const text = request.path === "/bomb" ? "x".repeat(10_000_000) : "hello";
      response.writeHead(200, { "Content-Encoding": encoding }).end(pack(text));
    });
    expect((await guard().request(ask(there.url))).body.toString()).toBe("hello");
    const bomb = guard().request(ask(`${there.url}/bomb`, { maxBytes: 50_000 }));
    await expect(bomb).rejects.toMatchObject({ kind: "tooLarge" });
  });

  test.each([
    ["zstd", "refused"],
    ["gzip, gzip", "refused"],
    ["toString", "refused"],
    ["gzip", "unreachable"],
  ])("a body that claims to be %s and cannot be read is %s", async (encoding, kind) => {
    const there = await server((_request, response) => {
      response.writeHead(200, { "Content-Encoding": encoding }).end("hello");
    });
    await expect(guard().request(ask(there.url))).rejects.toMatchObject({ kind });
  });

  test("headers without end are refused", async () => {
    const there = await server((_request, response) => response.writeHead(200, { "X-Long": "x".repeat(20_000) }).end());
    await expect(guard().request(ask(there.url))).rejects.toMatchObject({ kind: "tooLarge" });
  });
});

describe("time", () => {
  const short = { timeoutMs: 100 };

  test("a name that is never resolved ends in a timeout", async () => {
    const resolver = { lookup: () => new Promise<string[]>(() => undefined) };
    const asked = guard({ resolver }).request(ask("https://slow.test/", short));
    await expect(asked).rejects.toMatchObject({ name: "OutboundError", kind: "timeout" });
  });

  test("a server that never answers ends in a timeout", async () => {
    const there = await server(() => undefined);
    await expect(guard().request(ask(there.url, short))).rejects.toMatchObject({ kind: "timeout" });
    await expect.poll(() => there.connections()).toBe(0);
  });

  test("a body that trickles ends in a timeout, however steadily it comes", async () => {
    const there = await server((_request, response) => {
      const drip = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(drip));
    });
    await expect(guard().request(ask(there.url, short))).rejects.toMatchObject({ kind: "timeout" });
    await expect.poll(() => there.connections()).toBe(0);
  });

  test("redirects share one deadline", async () => {
    const there = await server((_request, response) => {
      setTimeout(() => response.writeHead(302, { Location: "/again" }).end(), 30);
    });
    const asked = guard().request(ask(there.url, { timeoutMs: 100, redirects: 1000 }));
    await expect(asked).rejects.toMatchObject({ kind: "timeout" });
  });

  test("the caller may give up, and hears its own reason", async () => {
    const there = await server(() => undefined);
    const controller = new AbortController();
    const asked = guard().request(ask(there.url, { signal: controller.signal }));
    await expect.poll(() => there.seen.length).toBe(1);
    controller.abort(new Error("changed my mind"));
    await expect(asked).rejects.toThrow("changed my mind");
    const late = guard().request(ask(there.url, { signal: controller.signal }));
    await expect(late).rejects.toThrow("changed my mind");
    expect(there.seen).toHaveLength(1);
  });

  test("closing ends what is under way and refuses what comes later", async () => {
    const there = await server(() => undefined);
    const door = guard();
    const asked = door.request(ask(there.url));
    const outcome = expect(asked).rejects.toMatchObject({ kind: "unreachable" });
    await expect.poll(() => there.seen.length).toBe(1);
    await door.close();
    await outcome;
    await expect(door.request(ask(there.url))).rejects.toMatchObject({ kind: "unreachable" });
    await expect.poll(() => there.connections()).toBe(0);
  });
});

const made = selfSignedCertificate(["weather.test"]);

describe.skipIf(!made)("https", () => {
  const certificate = made ?? { key: "", certificate: "" };
  const resolver = { lookup: () => Promise.resolve(["127.0.0.1"]) };

  test("a certificate for the name that was asked is accepted when its authority is trusted", async () => {
    const there = await server((_request, response) => response.end("secret"), certificate);
    const door = guard({ resolver, ca: certificate.certificate });
    const answer = await door.request(ask(`https://weather.test:${there.port}/`));
    expect(answer.body.toString()).toBe("secret");
  });

  test.each([
    ["from an unknown authority", "weather.test", undefined],
    ["for another name", "other.test", certificate.certificate],
  ])("a certificate %s is not", async (_what, name, ca) => {
    const there = await server((_request, response) => response.end("secret"), certificate);
    const asked = guard({ resolver, ca }).request(ask(`https://${name}:${there.port}/`));
    await expect(asked).rejects.toMatchObject({ kind: "unreachable", message: expect.stringContaining("certificate") });
    expect(there.seen).toEqual([]);
  });

  test("a redirect from https to http is refused", async () => {
    const there = await server((_request, response) => {
      response.writeHead(302, { Location: "http://plain.test/" }).end();
    }, certificate);
    const allowPrivate = [`weather.test:${there.port}`];
    const door = guard({ resolver, ca: certificate.certificate, allowPrivate });
    const asked = door.request(ask(`https://weather.test:${there.port}/`));
    await expect(asked).rejects.toMatchObject({ kind: "refused", message: "plain.test must be asked by https." });
  });
});
