import type { ServerResponse } from "node:http";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { loopbackServer } from "../../../../test/support/loopback-server.ts";
import {
  loopbackFetch,
  publisher,
  refusalOf,
  testClock,
  testTokens,
} from "../../../../test/support/registry-tokens.ts";

const { db } = await testDatabase({ rooms: ["registry"] });
const ada = publisher("ed25519");
const eve = publisher("ecdsap384");

let answer = (response: ServerResponse): unknown => response.end(ada.record);
const server = await loopbackServer((_request, response) => void answer(response));
const http = loopbackFetch(server.url);
const clock = testClock();
const tokens = testTokens({ db, clock, proofHttp: http });
await tokens.start();

afterEach(() => {
  answer = (response) => response.end(ada.record);
  clock.advance(60_000);
});
afterAll(async () => {
  await http.close();
  await server.close();
});

const attempt = (by = ada, domain = "example.com") => tokens.exchangeHttp(by.prove(domain, clock.now()));

const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const refusal = await refusalOf(work);
  expect(refusal).toMatchObject({ status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  expect(refusal.message).toMatch(/^HTTP authentication failed: /);
  return refusal.message.slice("HTTP authentication failed: ".length);
};

const place = "https://example.com/.well-known/mcp-registry-auth";

test("a proof by the domain's key is accepted for the domain's own namespace", async () => {
  const { token } = await attempt();
  expect(http.asked.at(-1)).toBe(place);
  expect(await tokens.verify(`Bearer ${token}`)).toMatchObject({
    method: "http",
    subject: "example.com",
    permissions: [{ action: "publish", resource: "com.example/*" }],
  });
});

test("the file may have several keys, one a line, among other lines", async () => {
  answer = (response) => response.end(`# keys\r\n${eve.record}\r\n\n${ada.record}\n`);
  await expect(attempt(ada)).resolves.toHaveProperty("token");
  await expect(attempt(eve)).resolves.toHaveProperty("token");
});

test("a proof is accepted once, whichever way it is sent", async () => {
  const proof = ada.prove("example.com", clock.now());
  const both = testTokens({ db, clock, proofHttp: http, resolver: { txt: () => Promise.resolve([[ada.record]]) } });
  await both.exchangeHttp(proof);
  expect(await reasonOf(both.exchangeHttp(proof))).toBe("this signature was used before; sign the time of now again");
  expect((await refusalOf(both.exchangeDns(proof))).message).toContain("used before");
});

describe("a proof is refused", () => {
  test("when another key made it, and the keys of the domain are named", async () => {
    expect(await reasonOf(attempt(eve))).toBe(
      `the signature was made by none of the keys of example.com, which are: ${ada.fingerprint}`,
    );
  });

  test("when it is old, before anybody is asked", async () => {
    const asked = http.asked.length;
    const proof = ada.prove("example.com", clock.now());
    clock.advance(15_001);
    expect(await reasonOf(tokens.exchangeHttp(proof))).toMatch(/^the timestamp is more than 15 seconds/);
    expect(http.asked).toHaveLength(asked);
  });

  test("for an address instead of a domain", async () => {
    expect(await reasonOf(attempt(ada, "127.0.0.1"))).toMatch(/^the domain is not valid/);
  });

  test("when the file is missing", async () => {
    answer = (response) => response.writeHead(404).end(ada.record);
    expect(await reasonOf(attempt())).toBe(`${place} answered with status 404 instead of 200`);
  });

  test("when the file holds no record, or a broken one", async () => {
    answer = (response) => response.end("<html>hello</html>");
    expect(await reasonOf(attempt())).toBe(`no usable key (v=MCPv1; k=...; p=...) was found in ${place}`);
    answer = (response) => response.end("v=MCPv1; k=ed25519");
    expect(await reasonOf(attempt())).toMatch(/: a record has no p=$/);
  });

  test("when the file is larger than 4096 bytes", async () => {
    answer = (response) => response.end(`${ada.record}\n${" ".repeat(4096)}`);
    expect(await reasonOf(attempt())).toMatch(/could not be read: /);
  });

  test("when the server answers with a redirect, which is not followed", async () => {
    answer = (response) => response.writeHead(302, { Location: `${server.url}/elsewhere` }).end();
    const before = server.seen.length;
    expect(await reasonOf(attempt())).toMatch(/could not be read: .*redirect/);
    expect(server.seen).toHaveLength(before + 1);
  });

  test("when the server hangs up", async () => {
    answer = (response) => response.socket?.destroy();
    expect(await reasonOf(attempt())).toMatch(/could not be read: /);
  });
});
