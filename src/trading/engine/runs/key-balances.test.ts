import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { queryError } from "../../../kit/sql/query-error.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import type { ToldBalances } from "../store-runs.ts";
import { KeyBalances } from "./key-balances.ts";

test("an exchange is asked once a second for money that is not there, and at once after a trade", async () => {
  let nowMs = 1_000_000;
  let asked = 0;
  const account = {
    balances: () => {
      asked++;
      return Promise.resolve([]);
    },
    close: () => Promise.resolve(),
  };
  const deps = {
    clock: { now: () => fromMillis(nowMs) },
    exchanges: [{ code: "simalpha", account: () => account }],
    exchangeKeys: { findCredentials: () => Promise.resolve({ token: "key", secret: "secret" }) },
    runs: { saveBalances: () => Promise.resolve() },
  };
  const balances = new KeyBalances(deps);
  const look = async (): Promise<number> => {
    balances.askDue(nowMs);
    await balances.settled();
    return asked;
  };
  balances.use(1, 1, "simalpha");
  expect(await look()).toBe(1);
  nowMs += 100;
  balances.lacks(1);
  expect(await look()).toBe(1);
  nowMs += 900;
  expect(await look()).toBe(2);
  nowMs += 100;
  balances.moved(1);
  expect(await look()).toBe(3);
});

test("an account is opened once for all questions, again after one that failed, and closed with the last run", async () => {
  let nowMs = 1_000_000;
  let isAway = false;
  const heard: string[] = [];
  const account = {
    balances: () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve([])),
    close: async () => void heard.push("closed"),
  };
  const balances = new KeyBalances({
    clock: { now: () => fromMillis(nowMs) },
    exchanges: [
      {
        code: "simalpha",
        account: () => {
          heard.push("opened");
          return account;
        },
      },
    ],
    exchangeKeys: { findCredentials: () => Promise.resolve({ token: "key", secret: "secret" }) },
    runs: { saveBalances: () => Promise.resolve() },
  });
  const ask = async (): Promise<void> => {
    nowMs += 10_000;
    balances.askDue(nowMs);
    await balances.settled();
  };
  balances.use(1, 1, "simalpha");
  await ask();
  await ask();
  expect(heard).toEqual(["opened"]);
  isAway = true;
  await ask();
  isAway = false;
  await ask();
  balances.keep(new Set([1]));
  expect(heard).toEqual(["opened", "closed", "opened"]);
  balances.keep(new Set());
  expect(heard).toEqual(["opened", "closed", "opened", "closed"]);
});

/** Balances of keys of an exchange that answers at once, and what is stored of them. */
function stored(save: (told: readonly ToldBalances[]) => Promise<void> = () => Promise.resolve()) {
  const now = { ms: 1_000_000 };
  const saves: (readonly number[])[] = [];
  const opened: number[] = [];
  const balances = new KeyBalances({
    clock: { now: () => fromMillis(now.ms) },
    exchanges: [
      {
        code: "simalpha",
        account: () => ({ balances: () => Promise.resolve([]), close: () => Promise.resolve() }),
      },
    ],
    exchangeKeys: {
      findCredentials: (_, keyId) => {
        opened.push(keyId);
        return Promise.resolve({ token: "key", secret: "secret" });
      },
    },
    runs: {
      saveBalances: (told) => {
        saves.push(told.map(({ keyId }) => keyId));
        return save(told);
      },
    },
  });
  const pass = async (ms: number): Promise<void> => {
    now.ms += ms;
    balances.askDue(now.ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { balances, now, saves, opened, pass };
}

test("answers that nothing waits for are stored together, and those after a trade at once with all that wait", async () => {
  const { balances, now, saves, opened, pass } = stored();
  for (const keyId of [1, 2, 3]) balances.use(keyId, 1, "simalpha");
  await pass(0);
  expect(saves.flat()).toEqual([1, 2, 3]);
  saves.length = 0;
  await pass(10_000);
  expect([saves, balances.isKnownSince(1, now.ms - 1)]).toEqual([[], false]);
  await pass(499);
  expect(saves).toEqual([]);
  await pass(1);
  expect([saves, balances.isKnownSince(1, now.ms - 501)]).toEqual([[[1, 2, 3]], true]);
  saves.length = 0;
  await pass(10_000);
  balances.moved(2);
  await pass(20);
  await pass(20);
  expect(saves).toEqual([[1, 2, 3], [2]]);
  saves.length = 0;
  // Also where it was due by then.
  balances.moved(2);
  await pass(10_500);
  expect(saves.flat()).toContain(2);
  // Credentials do not change: they are read where an account is opened.
  expect(opened).toEqual([1, 2, 3]);
});

test("answers that could not be stored are asked for again a second later", async () => {
  let isAway = false;
  const { balances, saves, pass } = stored(() => (isAway ? Promise.reject(new Error("away")) : Promise.resolve()));
  balances.use(1, 1, "simalpha");
  isAway = true;
  await pass(0);
  expect([balances.errorOf(1), balances.free(1, "USDT")]).toEqual(["away", undefined]);
  isAway = false;
  await pass(999);
  expect(saves).toHaveLength(1);
  await pass(1);
  expect([balances.errorOf(1), balances.free(1, "USDT")]).toEqual(["", 0]);
});

test("one answer that the database refuses holds up no other key", async () => {
  const cause = Object.assign(new DatabaseError("refused", 7, "error"), { severity: "ERROR", code: "22P05" });
  const refused = queryError("save", cause);
  const { balances, now, saves, pass } = stored((told) =>
    told.some(({ keyId, askedMs }) => keyId === 2 && askedMs > 1_000_000) ? Promise.reject(refused) : Promise.resolve(),
  );
  for (const keyId of [1, 2, 3]) balances.use(keyId, 1, "simalpha");
  await pass(0);
  await pass(10_000);
  saves.length = 0;
  await pass(500);
  expect(saves).toEqual([[1, 2, 3], [1], [2], [3]]);
  expect([1, 2, 3].map((keyId) => balances.isKnownSince(keyId, now.ms - 501))).toEqual([true, false, true]);
  expect(balances.errorOf(2)).toBe(refused.message);
});

test("what is asked at the end is stored before the end", async () => {
  const { balances, saves, pass } = stored();
  balances.use(1, 1, "simalpha");
  await pass(0);
  await pass(10_000);
  await balances.settled();
  expect(saves).toEqual([[1], [1]]);
});
