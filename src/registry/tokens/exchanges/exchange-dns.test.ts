import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { dnsServer, publisher, refusalOf, testClock, testTokens } from "../../../../test/support/registry-tokens.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { deleteExpiredProofs } from "../jobs/delete-expired-proofs.ts";
import { systemTxtResolver } from "./txt-resolver.ts";

const { db } = await testDatabase({ rooms: ["registry"] });
const dns = await dnsServer();
afterAll(() => dns.close());

const clock = testClock();
const resolver = systemTxtResolver({ servers: [dns.address] });
const tokens = testTokens({ db, clock, resolver });
await tokens.start();
const ada = publisher("ed25519");
const eve = publisher("ecdsap384");

beforeEach(() => dns.zone.set("example.com", ["v=spf1 -all", ada.record]));
afterEach(() => {
  dns.zone.clear();
  // Each test proves at a moment of its own, so that none uses up the proof of another.
  clock.advance(60_000);
});

const accepted = (work: Promise<unknown>) => expect(work).resolves.toHaveProperty("token");

const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const refusal = await refusalOf(work);
  expect(refusal).toMatchObject({ status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  expect(refusal.message).toMatch(/^DNS authentication failed: /);
  return refusal.message.slice("DNS authentication failed: ".length);
};

describe("a proof is accepted", () => {
  test.each([["ed25519"], ["ecdsap384"]] as const)(
    "by a key of %s, for the domain and all below it",
    async (algorithm) => {
      const owner = publisher(algorithm);
      dns.zone.set("example.com", [owner.record]);
      const { token, expiresAt } = await tokens.exchangeDns(owner.prove("Example.COM", clock.now()));
      expect(expiresAt).toBe(plusMillis(clock.now(), 300_000));
      expect(await tokens.verify(`Bearer ${token}`)).toMatchObject({
        method: "dns",
        subject: "example.com",
        permissions: [
          { action: "publish", resource: "com.example/*" },
          { action: "publish", resource: "com.example.*" },
        ],
      });
    },
  );

  test("by any one of several keys", async () => {
    dns.zone.set("example.com", [eve.record, publisher("ed25519").record, ada.record]);
    await accepted(tokens.exchangeDns(ada.prove("example.com", clock.now())));
    await accepted(tokens.exchangeDns(eve.prove("example.com", clock.now())));
  });

  test("when DNS carries the record in pieces", async () => {
    dns.zone.set("example.com", [[ada.record.slice(0, 20), ada.record.slice(20)]]);
    await accepted(tokens.exchangeDns(ada.prove("example.com", clock.now())));
  });

  test.each([[-15_000], [15_000]])("%i ms from now", async (ms) => {
    await accepted(tokens.exchangeDns(ada.prove("example.com", plusMillis(clock.now(), ms))));
  });

  test("again, when the moment is another", async () => {
    await accepted(tokens.exchangeDns(ada.prove("example.com", clock.now())));
    await accepted(tokens.exchangeDns(ada.prove("example.com", plusMillis(clock.now(), 1000))));
  });
});

describe("a proof is refused", () => {
  test.each([[-15_001], [15_001], [-86_400_000]])("%i ms from now, before anybody is asked", async (ms) => {
    const asked = dns.asked.length;
    const reason = await reasonOf(tokens.exchangeDns(ada.prove("example.com", plusMillis(clock.now(), ms))));
    expect(reason).toBe("the timestamp is more than 15 seconds from this server's time");
    expect(dns.asked).toHaveLength(asked);
  });

  test("when another key made it, and the keys of the domain are named", async () => {
    dns.zone.set("example.com", [ada.record, eve.record]);
    const reason = await reasonOf(tokens.exchangeDns(publisher("ed25519").prove("example.com", clock.now())));
    expect(reason).toBe(
      `the signature was made by none of the keys of example.com, which are: ${ada.fingerprint}, ${eve.fingerprint}`,
    );
  });

  test("when it is over another moment than it says", async () => {
    const proof = ada.prove("example.com", clock.now());
    const { timestamp } = ada.prove("example.com", plusMillis(clock.now(), 1000));
    expect(await reasonOf(tokens.exchangeDns({ ...proof, timestamp }))).toContain("none of the keys");
  });

  test("when it was used before, also in another process", async () => {
    const proof = ada.prove("example.com", clock.now());
    await tokens.exchangeDns(proof);
    const used = "this signature was used before; sign the time of now again";
    expect(await reasonOf(tokens.exchangeDns(proof))).toBe(used);
    expect(await reasonOf(testTokens({ db, clock, resolver }).exchangeDns(proof))).toBe(used);
  });

  test("when it is sent many times at once, but for one of them", async () => {
    const proof = ada.prove("example.com", clock.now());
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => tokens.exchangeDns(proof)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("when it is a second ECDSA signature of a used moment: anybody can make one of the first", async () => {
    dns.zone.set("example.com", [eve.record]);
    await tokens.exchangeDns(eve.prove("example.com", clock.now()));
    expect(await reasonOf(tokens.exchangeDns(eve.prove("example.com", clock.now())))).toContain("used before");
  });

  test.each([
    ["not hexadecimal", "z".repeat(128)],
    ["too short", "00".repeat(63)],
    ["empty", ""],
  ])("when the signature is %s", async (_what, signedTimestamp) => {
    const proof = { ...ada.prove("example.com", clock.now()), signedTimestamp };
    expect(await reasonOf(tokens.exchangeDns(proof))).toMatch(/^the signature is not the hexadecimal form/);
  });

  test.each([["2026-01-01 12:00:00"], ["1767268800"], [""]])("when the timestamp is %j", async (timestamp) => {
    const proof = { ...ada.prove("example.com", clock.now()), timestamp };
    expect(await reasonOf(tokens.exchangeDns(proof))).toMatch(/^the timestamp is not in RFC 3339 form/);
  });

  test.each([["localhost"], ["127.0.0.1"], ["example.com."], ["_mcp-auth.example.com"]])(
    "for the domain %j",
    async (domain) => {
      const asked = dns.asked.length;
      expect(await reasonOf(tokens.exchangeDns(ada.prove(domain, clock.now())))).toMatch(/^the domain is not valid/);
      expect(dns.asked).toHaveLength(asked);
    },
  );
});

describe("a domain without a usable key", () => {
  const attempt = () => reasonOf(tokens.exchangeDns(ada.prove("example.com", clock.now())));

  test("is refused when it does not exist, and when it has other records only", async () => {
    dns.zone.delete("example.com");
    const reason = "no usable key (v=MCPv1; k=...; p=...) was found in the TXT records of example.com";
    expect(await attempt()).toBe(reason);
    dns.zone.set("example.com", ["v=spf1 -all"]);
    expect(await attempt()).toBe(reason);
  });

  test("answers the problem of its records", async () => {
    dns.zone.set("example.com", ["v=MCPv1; k=ed25519; p=abcd", "v=MCPv1; k=rsa; p=abcd"]);
    expect(await attempt()).toContain(
      ": a record's ed25519 key has 3 bytes instead of 32; a record's k= is neither ed25519 nor ecdsap384",
    );
  });

  test.each([["_mcp-auth"], ["_mcp-registry"]])(
    "answers that the record at %s is in the wrong place",
    async (selector) => {
      dns.zone.set("example.com", []);
      dns.zone.set(`${selector}.example.com`, [ada.record]);
      const hint = `. There is a record at ${selector}.example.com: move it to example.com itself`;
      expect((await attempt()).endsWith(hint)).toBe(true);
    },
  );

  test("answers to try again when its name server fails", async () => {
    dns.zone.set("example.com", "refuse");
    expect(await attempt()).toBe("the TXT records of example.com could not be looked up; try again");
  });

  test("is refused when the key is not a point of its curve", async () => {
    dns.zone.set("example.com", [`v=MCPv1; k=ecdsap384; p=${Buffer.alloc(49, 0xff).toString("base64")}`]);
    const reason = await reasonOf(tokens.exchangeDns(eve.prove("example.com", clock.now())));
    expect(reason).toContain("none of the keys");
  });
});

test("a blocked namespace gets no token", async () => {
  const blocking = testTokens({ db, clock, resolver, config: { blockedNamespaces: ["com.example"] } });
  expect(await refusalOf(blocking.exchangeDns(ada.prove("example.com", clock.now())))).toMatchObject({ status: 403 });
});

test("used proofs are forgotten when they could not be used again anyway, and not before", async () => {
  clock.advance(120_000);
  await tokens.deleteExpiredProofs();
  const proof = ada.prove("example.com", plusMillis(clock.now(), 15_000));
  await tokens.exchangeDns(proof);
  clock.advance(30_000);
  expect(await tokens.deleteExpiredProofs()).toBe(0);
  expect(await reasonOf(tokens.exchangeDns(proof))).toContain("used before");
  clock.advance(46_000);
  const context = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
  await deleteExpiredProofs.run({ tokens }, {}, context);
  await deleteExpiredProofs.run({ tokens }, {}, context);
  expect(await db.query({ name: "test.proofs", text: "select from registry.used_proofs" })).toHaveLength(0);
});
