import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { fakeEsplora, type FakeEsplora } from "../../../../test/support/fake-esplora.ts";
import { addUsers } from "../../../../test/support/ledger-users.ts";
import { runJobTwice } from "../../../../test/support/run-job-twice.ts";
import { walletWorld } from "../../../../test/support/wallet-world.ts";
import { watchDeposits } from "./watch-deposits.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
let fake: FakeEsplora;

beforeAll(async () => {
  fake = await fakeEsplora();
});

afterAll(() => fake.close());

test("watching twice credits once, and asks for the second look of the minute only in the first", async () => {
  const world = walletWorld(db, fake);
  const [uid = 0] = await addUsers(db, 1);
  fake.pay(await world.address(uid), 9_000);
  fake.mine(3);
  const asked: number[] = [];
  const enqueueWatch = async (runAt: number): Promise<void> => void asked.push(runAt);
  await runJobTwice(watchDeposits, { ...world.watch, enqueueWatch }, { isSecond: true });
  expect([await world.balance(uid), asked]).toEqual([9_000n, []]);
  await runJobTwice(watchDeposits, { ...world.watch, enqueueWatch }, {});
  expect([await world.balance(uid), asked.length]).toEqual([9_000n, 2]);
  await runJobTwice(watchDeposits, { ...world.watch, esplora: undefined, enqueueWatch }, {});
  expect(asked).toHaveLength(2);
  await world.http.close();
});
