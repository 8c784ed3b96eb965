import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import {
  CHALLENGE,
  keyringProcess,
  madeKey,
  nextRefresh,
  ownerOrRefusal,
  UNKNOWN_KEY,
} from "../../../test/support/keyrings.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { formatInstant } from "../../kit/time/instant.ts";
import { refuseKeyInQuery, requireScope } from "./keyring.ts";
import { enableKey, expireKey, limitKey, revokeKey } from "./manage.ts";
import { keyStore } from "./sql/key-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });
const keys = keyStore(db);

describe("whose key it is", () => {
  test("is shown for each form of the header, with the key's own limits or else the service's", async () => {
    const clock = manualClock();
    const [plain, limited] = [
      await madeKey(keys, clock),
      await madeKey(keys, clock, { scope: "admin", limits: { requests: 5, windowSeconds: 1 } }),
    ];
    const { keyring, counted } = await keyringProcess(keys, clock);
    const anna = { id: plain.stored.id, name: "Anna", scope: "read", requests: 60, windowSeconds: 12, expiresAt: null };
    for (const header of [plain.key, `Bearer ${plain.key}`, `APIKEY ${plain.key}`]) {
      // Not even a promise: the request goes on at once.
      expect(keyring.ownerOf(header, clock.now())).toEqual(anna);
    }
    expect(keyring.ownerOf(limited.key, clock.now())).toMatchObject({ scope: "admin", requests: 5, windowSeconds: 1 });
    expect(counted).toMatchObject({ lists: 0, lookups: 0 });
    await keyring.stop();
  });

  test("is not told without a key, with another header, or with a key that is like it", async () => {
    const clock = manualClock();
    const { key } = await madeKey(keys, clock);
    const { keyring } = await keyringProcess(keys, clock);
    expect(await ownerOrRefusal({ keyring }, undefined, clock)).toEqual(["keys.missing", 401, CHALLENGE]);
    expect(await ownerOrRefusal({ keyring }, "", clock)).toEqual(["keys.missing", 401, CHALLENGE]);
    expect(await ownerOrRefusal({ keyring }, `Basic ${key}`, clock)).toEqual(["keys.malformed", 401, CHALLENGE]);
    const last = key.endsWith("0") ? "1" : "0";
    for (const other of [key.slice(0, -1), `${key}0`, key.slice(0, -1) + last, key.toLowerCase(), key.slice(0, 8)]) {
      expect(await ownerOrRefusal({ keyring }, other, clock)).toEqual(UNKNOWN_KEY);
    }
    await keyring.stop();
  });

  test("is not told once it expired, to the microsecond, and while it is disabled", async () => {
    const clock = manualClock();
    const { key } = await madeKey(keys, clock, { expires: "90s" });
    const disabled = await madeKey(keys, clock);
    await enableKey({ keys }, disabled.stored.id, false);
    const { keyring } = await keyringProcess(keys, clock);
    expect(await ownerOrRefusal({ keyring }, disabled.key, clock)).toEqual(["keys.disabled", 403, null]);
    await clock.advance(89_999);
    expect(await ownerOrRefusal({ keyring }, key, clock)).toMatchObject({ name: "Anna" });
    await clock.advance(1);
    expect(await ownerOrRefusal({ keyring }, key, clock)).toEqual(["keys.expired", 401, CHALLENGE]);
    expect(() => keyring.ownerOf(key, clock.now())).toThrow(`The key expired at ${formatInstant(clock.now())}.`);
    await keyring.stop();
  });

  test("is in no refusal", async () => {
    const clock = manualClock();
    const { key, stored } = await madeKey(keys, clock, { expires: "1s" });
    await enableKey({ keys }, stored.id, false);
    const { keyring } = await keyringProcess(keys, clock);
    const refusals = [() => keyring.ownerOf(key, clock.now()), () => refuseKeyInQuery(`/Player?key=${key}`)];
    await clock.advance(1_000);
    for (const refused of [...refusals, () => keyring.ownerOf(`Basic ${key}`, clock.now())]) {
      expect(refused).toThrow(expect.not.objectContaining({ message: expect.stringContaining(key.slice(4, 12)) }));
    }
    await keyring.stop();
  });
});

describe("what the operator changes", () => {
  test("reaches every process with its next look at the keys, a second later at most", async () => {
    const clock = manualClock();
    const { key, stored } = await madeKey(keys, clock);
    const other = await madeKey(keys, clock);
    const processes = [await keyringProcess(keys, clock), await keyringProcess(keys, clock)];
    const answers = async (header = key) => {
      await nextRefresh(clock, ...processes);
      return Promise.all(processes.map((each) => ownerOrRefusal(each, header, clock)));
    };

    const [disabled, expired] = [
      ["keys.disabled", 403, null],
      ["keys.expired", 401, CHALLENGE],
    ];

    await limitKey({ keys }, stored.id, { requests: 7, windowSeconds: 9 });
    expect(await answers()).toMatchObject([{ requests: 7 }, { requests: 7 }]);
    await enableKey({ keys }, stored.id, false);
    expect(await answers()).toEqual([disabled, disabled]);
    await enableKey({ keys }, stored.id, true);
    expect(await answers()).toMatchObject([{ name: "Anna" }, { name: "Anna" }]);
    await expireKey({ keys, clock }, stored.id, "now");
    expect(await answers()).toEqual([expired, expired]);
    await expireKey({ keys, clock }, stored.id, "never");
    expect(await answers()).toMatchObject([{ name: "Anna" }, { name: "Anna" }]);
    await revokeKey({ keys }, stored.id);
    expect(await answers()).toEqual([UNKNOWN_KEY, UNKNOWN_KEY]);
    expect(await answers(other.key)).toMatchObject([{ id: other.stored.id }, { id: other.stored.id }]);
    for (const { keyring } of processes) await keyring.stop();
  });

  test("is in a refresh that was requested after it, though another one was in progress", async () => {
    const clock = manualClock();
    const { key, stored } = await madeKey(keys, clock);
    const { keyring, counted, refreshed } = await keyringProcess(keys, clock);
    let arrive = (): void => undefined;
    counted.held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const underWay = keyring.refresh();
    await refreshed(0);
    await revokeKey({ keys }, stored.id);
    const asked = keyring.refresh();
    arrive();
    await Promise.all([underWay, asked]);
    expect(await ownerOrRefusal({ keyring }, key, clock)).toEqual(UNKNOWN_KEY);
    await keyring.stop();
  });

  test("is a new key, which counts at once", async () => {
    const clock = manualClock();
    const { keyring, counted } = await keyringProcess(keys, clock);
    const { key, stored } = await madeKey(keys, clock);
    expect(await ownerOrRefusal({ keyring }, key, clock)).toMatchObject({ id: stored.id });
    expect(keyring.ownerOf(key, clock.now())).toMatchObject({ id: stored.id });
    expect(counted).toMatchObject({ lists: 0, lookups: 1 });
    await keyring.stop();
  });
});

test("a scope opens what those before it do, and nothing else", () => {
  const owner = {
    id: "key_1",
    name: "Anna",
    scope: "history",
    requests: 1,
    windowSeconds: 1,
    expiresAt: null,
  } as const;
  expect(() => requireScope(owner, "read")).not.toThrow();
  expect(() => requireScope(owner, "history")).not.toThrow();
  expect(() => requireScope(owner, "admin")).toThrow(
    expect.objectContaining({ status: 403, code: "keys.insufficientScope" }),
  );
});

test("a key in an address is refused, and told where it belongs", () => {
  expect(() => refuseKeyInQuery("/Search?type=Player&q=key")).not.toThrow();
  expect(() => refuseKeyInQuery("/Player?id=1&API_KEY=x")).toThrow(
    expect.objectContaining({
      status: 401,
      message: expect.stringContaining("Send it in the Authorization header"),
      headers: { "WWW-Authenticate": CHALLENGE },
    }),
  );
});
