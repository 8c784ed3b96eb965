import { expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
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
