/** `tripod check` as an operator runs it. */
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { commandHere } from "../../test/support/command-here.ts";
import { databaseUrl } from "../../test/support/command-line.ts";
import { testDatabase } from "../../test/support/database.ts";
import { hasRedis, startRedis } from "../../test/support/redis.ts";
import { freePort } from "../../test/support/free-port.ts";
import { askRedis } from "../kit/bus/redis.ts";
import { UserError } from "../kit/errors/user-error.ts";

const { connection } = await testDatabase({ rooms: ["kit", "registry"] });
const free = String(await freePort());
const run = await commandHere(connection, {
  TRIPOD_REDIS_URL: "redis://:hunter2@127.0.0.1:1",
  TRIPOD_PORT: free,
  TRIPOD_ADMIN_PORT: "0",
});

test("a Redis that is named and does not answer is reported, without its password", async () => {
  const ran = await run("check", "registry");
  expect(ran.code).toBe(1);
  expect(ran.out).toContain("wrong redis: 127.0.0.1:1 does not answer: ECONNREFUSED");
  expect(ran.out).toContain("ok    database");
  expect(ran.out + ran.err).not.toContain("hunter2");
});

test.skipIf(!hasRedis)("one that answers says what it is; one that refuses the password does not answer", async () => {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  expect(await askRedis(server.url)).toMatch(/^(Redis|Valkey) \d+\./);
  const refused = askRedis(server.url.replace("redis://", "redis://someone:hunter2@"));
  await expect(refused).rejects.toThrow(UserError);
  await expect(refused).rejects.toThrow(
    /^127\.0\.0\.1:\d+ refuses Tripod: it refuses this account or password \(WRONGPASS\)\. Mend that, or TRIPOD_REDIS_URL\.$/,
  );
});

test.skipIf(!hasRedis)("a Redis that lets in, and refuses what serving needs, is wrong", async () => {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  const admin = new Redis(server.url);
  onTestFinished(() => admin.disconnect());
  const user = async (name: string, ...rules: readonly string[]) => {
    await admin.call("acl", "setuser", name, "on", ">hunter2", ...rules);
    return server.url.replace("redis://", `redis://${name}:hunter2@`);
  };
  const keys = ["~tripod:*", "+@all"];
  expect(await askRedis(await user("whole", ...keys, "&tripod:*"))).toMatch(/^(Redis|Valkey) \d+\./);
  const lacking = [
    await user("without-channels", ...keys, "resetchannels"),
    await user("without-scripts", ...keys, "&tripod:*", "-@scripting"),
    await user("without-keys", "~other:*", "+@all", "&tripod:*"),
  ];
  for (const url of lacking)
    await expect(askRedis(url)).rejects.toThrow(/ refuses Tripod: its account may not .* \(NOPERM\)/);
  await expect(askRedis(`${server.url}/99`)).rejects.toThrow(
    / refuses Tripod: it has no database of this number \(ERR\)/,
  );
  expect(await askRedis(`${server.url}/3`)).toMatch(/^(Redis|Valkey) \d+\./);
});

test.skipIf(!hasRedis)("a database that Redis does not have is refused by a check and by a start", async () => {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  const settings = { TRIPOD_REDIS_URL: `${server.url}/99`, TRIPOD_PORT: free, TRIPOD_ADMIN_PORT: "0" };
  const tripod = await commandHere(connection, settings);
  const says = `${new URL(server.url).host} refuses Tripod: it has no database of this number (ERR). Mend that, or TRIPOD_REDIS_URL.`;
  const checked = await tripod("check", "registry");
  expect([checked.code, checked.out]).toEqual([1, expect.stringContaining(`wrong redis: ${says}`)]);
  expect(await tripod("serve", "registry")).toEqual({ code: 1, out: "", err: `error: ${says}\n` });
});

test("a Redis that takes connections and says nothing is told, and does not hold the check up for ever", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  await expect(askRedis(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`)).rejects.toThrow(
    /^127\.0\.0\.1:\d+ does not answer: nothing came in time$/,
  );
});

test("another program in the place of Redis is told as such", async () => {
  const other = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")).listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  await expect(askRedis(`redis://127.0.0.1:${(other.address() as AddressInfo).port}`)).rejects.toThrow(
    /^127\.0\.0\.1:\d+ does not answer: it does not speak as Redis does$/,
  );
});

test("an address of Redis that cannot be read is refused in a sentence, by a check and by a start", async () => {
  const own = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
  for (const [url, says] of [
    ["redis://:hunter2@127.0.0.1:1/tripod", "may end in the number of a database"],
    ["redis://:hunter2@127.0.0.1:1/?db=x", "may end in the number of a database"],
    ["redis://:hunter2%zz@127.0.0.1:1", "must be percent-encoded"],
  ] as const) {
    const settings = {
      TRIPOD_REDIS_URL: url,
      TRIPOD_SECRET_KEY: "0".repeat(64),
      TRIPOD_PORT: free,
      TRIPOD_ADMIN_PORT: "0",
    };
    const tripod = await commandHere(own.connection, settings);
    for (const ran of [await tripod("check", "registry"), await tripod("serve", "registry")]) {
      expect([ran.code, ran.out + ran.err]).toEqual([1, expect.stringContaining(says)]);
      expect(ran.out + ran.err).not.toMatch(/hunter2|\n\s+at /);
    }
  }
});

test("addresses that stand in for exchanges are shown, and one that cannot be used is refused in a sentence", async () => {
  const at = async (addresses: string) => {
    const check = await commandHere(connection, {
      TRIPOD_PORT: free,
      TRIPOD_ADMIN_PORT: "0",
      TRIPOD_TRADING_EXCHANGE_ADDRESSES: addresses,
    });
    return await check("check", "trading");
  };
  const good = await at('{"binance":"http://127.0.0.1:9001","binanceus":"testnet"}');
  expect(good.out).toContain("trading: binance is reached at http://127.0.0.1:9001, not at its own address");
  expect(good.out).toContain("trading: binanceus is reached at its test network");
  const bad = await at('{"binance":"http://example.com"}');
  expect(bad.code).toBe(1);
  expect(bad.out + bad.err).toContain("must have an address for binance that begins with https://");
  expect(bad.out + bad.err).not.toMatch(/\n\s+at /);
  const broken = await at("{binance");
  expect(broken.out + broken.err).toContain("TRIPOD_TRADING_EXCHANGE_ADDRESSES");
});

test("sign-up without a mail server is reported, and serving is refused, in a sentence that names both settings", async () => {
  const settings = { TRIPOD_PORT: free, TRIPOD_ADMIN_PORT: "0", TRIPOD_TRADING_SIGN_UP: "open" };
  const tripod = await commandHere(connection, settings);
  for (const ran of [await tripod("check", "trading"), await tripod("serve", "trading")]) {
    expect(ran.code).toBe(1);
    expect(ran.out + ran.err).toContain(
      "TRIPOD_TRADING_SIGN_UP is open, but TRIPOD_TRADING_SMTP_URL names no mail server",
    );
    expect(ran.out + ran.err).not.toMatch(/\n\s+at /);
  }
});

test("one port for requests and for metrics is reported, and serving is refused before anything is opened", async () => {
  const tripod = await commandHere(connection, { TRIPOD_PORT: free, TRIPOD_ADMIN_PORT: free });
  const says = `127.0.0.1:${free} is taken by another program (or by Tripod itself). Choose another one with TRIPOD_ADMIN_PORT.`;
  const checked = await tripod("check", "registry");
  expect([checked.code, checked.out]).toEqual([1, expect.stringContaining(`wrong metrics port: ${says}`)]);
  expect(await tripod("serve", "registry")).toEqual({ code: 1, out: "", err: `error: ${says}\n` });
});

test("a direct address of another database is refused: jobs would wait in one, and be looked for in the other", async () => {
  const one = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
  const other = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
  const at = (direct: string) =>
    commandHere(one.connection, { TRIPOD_PORT: free, TRIPOD_ADMIN_PORT: "0", TRIPOD_DIRECT_DATABASE_URL: direct });
  const tripod = await at(databaseUrl(other.connection));
  for (const command of [["check", "registry"], ["serve", "registry"], ["migrate"], ["backup", "file.backup"]]) {
    const ran = await tripod(...command);
    expect([ran.code, ran.out + ran.err]).toEqual([1, expect.stringContaining("leads to another database")]);
    expect(ran.out + ran.err).not.toMatch(/\n\s+at /);
  }
  const same = await at(databaseUrl(one.connection));
  expect(await same("check", "registry")).toMatchObject({ code: 0, err: "" });
  expect((await same("migrate")).code).toBe(0);
});
